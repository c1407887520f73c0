import type { Message, Payload } from "../core/topics/message.ts";
import type { Clock } from "../lib/clock.ts";
import { packetBytes, packetBytesFor } from "./limits.ts";

/** A packet behind which the connection ended, and how large one may be from now on. */
export interface Lesson {
  readonly topic: string;
  readonly bytes: number;
  readonly maximumPacketBytes: number;
}

/** The largest packet of which nothing shows yet that the broker took it. */
interface Suspect {
  readonly topic: string;
  readonly bytes: number;
  readonly qos: 0 | 1;
  readonly at: number;
  readonly order: number;
}

/** A broker ends the connection as soon as it has read the length of a packet: what ends later has other reasons. */
const promptMs = 5000;
/** Once may be chance: brokers restart, and cables are pulled. */
const certainAfter = 2;
/** What `mqtt.maxPayload` may be at least: no broker takes less, so the end has other reasons than the size. */
const leastPacketBytes = packetBytesFor(1000);

/**
 * Learns how large a packet may be where the broker does not tell. In MQTT 3.1.1 it can only end the connection (and
 * Mosquitto's `message_size_limit` answers with a code that ends it too), and who publishes everything anew on each
 * connection would be thrown out for ever.
 */
export class PacketSizeProbe {
  readonly #clock: Clock;
  #suspect: Suspect | undefined;
  #order = 0;
  /** The largest that the broker took on this connection, by QoS: with QoS 0 it may have dropped it in silence. */
  #takenBytes = { 0: 0, 1: 0 };
  #endsInARow = 0;
  #maximumPacketBytes: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The largest packet that seems to be allowed; undefined while there is no doubt. */
  get maximumPacketBytes(): number | undefined {
    return this.#maximumPacketBytes;
  }

  /** A message is sent; gives its place in the order. */
  sent(message: Message<Payload>): number {
    this.#order += 1;
    const { topic, qos } = message;
    const bytes = packetBytes(message);
    if (bytes > Math.max(this.#harmlessBytes(qos), this.#suspect?.bytes ?? 0)) {
      this.#suspect = { topic, bytes, qos, at: this.#clock.now(), order: this.#order };
    }
    return this.#order;
  }

  /** The broker acknowledged the message at this place, so it read everything before that as well. */
  taken(order: number): void {
    if (this.#suspect === undefined || order < this.#suspect.order) return;
    const { qos, bytes } = this.#suspect;
    this.#takenBytes[qos] = bytes;
    this.#suspect = undefined;
  }

  /** The connection ended, and nothing explains it but perhaps a packet; gives what is learnt from that. */
  ended(isUnexplained: boolean): Lesson | undefined {
    const suspect = this.#suspect;
    const harmlessBytes = this.#harmlessBytes(suspect?.qos ?? 0);
    this.#suspect = undefined;
    this.#takenBytes = { 0: 0, 1: 0 };
    if (!isUnexplained || suspect === undefined || this.#clock.now() - suspect.at > promptMs) {
      this.#endsInARow = 0;
      return undefined;
    }
    this.#endsInARow += 1;
    if (this.#endsInARow < certainAfter) return undefined;
    const { topic, bytes } = suspect;
    const maximumPacketBytes = Math.max(harmlessBytes, Math.floor(bytes / 2));
    this.#maximumPacketBytes = maximumPacketBytes;
    return { topic, bytes, maximumPacketBytes };
  }

  #harmlessBytes(qos: 0 | 1): number {
    const [mute, acknowledged] = [this.#takenBytes[0], this.#takenBytes[1]];
    return Math.max(leastPacketBytes, acknowledged, qos === 0 ? mute : 0);
  }
}
