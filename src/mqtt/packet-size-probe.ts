import type { Message } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/resource.ts";
import type { Clock } from "../lib/clock.ts";
import { packetBytes, packetBytesFor } from "./limits.ts";

/** A packet that seems to have ended the connection, and the new maximum for packets. */
export interface PacketLimit {
  readonly topic: string;
  readonly bytes: number;
  readonly maximumPacketBytes: number;
}

/** The largest packet that the broker has not confirmed yet. */
interface Suspect {
  readonly topic: string;
  readonly bytes: number;
  readonly qos: 0 | 1;
  readonly at: number;
  readonly order: number;
}

/** A broker ends the connection as soon as it has read the length of a packet; later ends have other reasons. */
const promptMs = 5000;
/** Once may be chance: brokers restart, and cables are pulled. */
const certainAfter = 2;
/** The minimum of `mqtt.maxPayload`. Every broker accepts that much, so the end has other reasons than the size. */
const leastPacketBytes = packetBytesFor(1000);
/** A size that the broker accepted before is tried again after this time; each attempt may cost a few connections. */
const retryMs = 3_600_000;

/**
 * Finds the maximum packet size of a broker that does not report it. In MQTT 3.1.1 a broker can only close the
 * connection (Mosquitto's `message_size_limit` sends a code that closes it, too), and a client that publishes
 * everything again on each connection would be disconnected for ever.
 */
export class PacketSizeProbe {
  readonly #clock: Clock;
  #suspect: Suspect | undefined;
  #order = 0;
  /** The largest accepted packet on this connection, by QoS: with QoS 0 the broker may have dropped it silently. */
  #takenBytes = { 0: 0, 1: 0 };
  /** The largest packet that was ever accepted. */
  #everTakenBytes = 0;
  #endsInARow = 0;
  #maximumPacketBytes: number | undefined;
  #limitedAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The largest packet to send; undefined while no limit is known. */
  get maximumPacketBytes(): number | undefined {
    return this.#maximumPacketBytes;
  }

  /** Records a sent message; returns its sequence number. */
  sent(message: Message<Payload>): number {
    this.#order += 1;
    const { topic, qos } = message;
    const bytes = packetBytes(message);
    if (bytes > Math.max(this.#harmlessBytes(qos), this.#suspect?.bytes ?? 0)) {
      this.#suspect = { topic, bytes, qos, at: this.#clock.now(), order: this.#order };
    }
    return this.#order;
  }

  /** The broker acknowledged the message with this number, so it also read all messages before it. */
  acknowledged(order: number): void {
    if (this.#suspect === undefined || order < this.#suspect.order) return;
    const { qos, bytes } = this.#suspect;
    this.#takenBytes[qos] = bytes;
    this.#everTakenBytes = Math.max(this.#everTakenBytes, bytes);
    this.#suspect = undefined;
  }

  /** The connection ended, perhaps because of a packet; returns the limit that follows from that. */
  ended(isUnexplained: boolean): PacketLimit | undefined {
    const suspect = this.#suspect;
    const harmlessBytes = this.#harmlessBytes(suspect?.qos ?? 0);
    this.#suspect = undefined;
    this.#takenBytes = { 0: 0, 1: 0 };
    if (!isUnexplained || suspect === undefined || this.#clock.now() - suspect.at > promptMs) {
      this.#endsInARow = 0;
      this.#raise();
      return undefined;
    }
    this.#endsInARow += 1;
    if (this.#endsInARow < certainAfter) return undefined;
    const { topic, bytes } = suspect;
    const maximumPacketBytes = Math.max(harmlessBytes, Math.floor(bytes / 2));
    this.#maximumPacketBytes = maximumPacketBytes;
    this.#limitedAt = this.#clock.now();
    return { topic, bytes, maximumPacketBytes };
  }

  /** Raises the limit again: a restarted broker, for example, may accept what it accepted before. */
  #raise(): void {
    if (this.#clock.now() - this.#limitedAt < retryMs) return;
    this.#maximumPacketBytes &&= Math.max(this.#maximumPacketBytes, this.#everTakenBytes);
  }

  #harmlessBytes(qos: 0 | 1): number {
    const { 0: unconfirmed, 1: confirmed } = this.#takenBytes;
    return Math.max(leastPacketBytes, confirmed, qos === 0 ? unconfirmed : 0);
  }
}
