import type { Message } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/property.ts";
import type { Clock } from "../lib/clock.ts";
import { packetBytes, packetBytesFor } from "./limits.ts";

/** A packet that seems to have ended the connection, and the new maximum for packets. */
export interface PacketLimit {
  readonly topic: string;
  readonly bytes: number;
  readonly maximumPacketBytes: number;
}

/** A packet that the broker has not confirmed yet, larger than all later ones. */
interface Suspect {
  readonly topic: string;
  readonly bytes: number;
  readonly qos: 0 | 1;
  readonly at: number;
  readonly order: number;
}

/** A broker ends the connection as soon as it has read the length of a packet; later ends have other reasons. */
const promptMs = 5000;
/** Once may be chance: brokers restart, and a cluster that elects a leader ends connections at one node after the other. */
const endsAtEachNode = 2;
/** The minimum of `mqtt.maxPayload`. Every broker accepts that much, so the end has other reasons than the size. */
const minPacketBytes = packetBytesFor(1000);
/** Chance may have set the limit, and a restarted broker may have another one. */
const forgetAfterMs = 3_600_000;

/**
 * Finds the maximum packet size of a broker that does not report it. In MQTT 3.1.1 a broker can only close the
 * connection (Mosquitto's `message_size_limit` sends a code that closes it, too), and a client that publishes
 * everything again on each connection would be disconnected for ever.
 *
 * The rule: if connections end twice in a row right after a packet larger than any that the broker has confirmed, the
 * limit is half of that packet, and half of the next one that ends a connection. It is forgotten after an hour.
 */
export class PacketSizeProbe {
  readonly #clock: Clock;
  readonly #certainAfter: number;
  /** Oldest and largest first. */
  #suspects: Suspect[] = [];
  #order = 0;
  /** The largest confirmed packet on this connection, by QoS: with QoS 0 the broker may have dropped it silently. */
  #confirmedBytes = { 0: 0, 1: 0 };
  #endsInRow = 0;
  #smallestSuspectBytes = Number.POSITIVE_INFINITY;
  #maximumPacketBytes: number | undefined;
  #limitedAt = 0;
  #reportedBytes: number | undefined;

  constructor(clock: Clock, nodes = 1) {
    this.#clock = clock;
    this.#certainAfter = endsAtEachNode * nodes;
  }

  /** A connection begins, and the broker reports this maximum; returns the largest packet to send, if known. */
  connected(reportedBytes: number | undefined): number | undefined {
    // Another maximum means another broker, or other settings: it was restarted, and nothing is known about it.
    if (reportedBytes !== this.#reportedBytes) {
      this.#maximumPacketBytes = undefined;
      this.#startAgain();
    }
    this.#reportedBytes = reportedBytes;
    return this.#maximumPacketBytes;
  }

  /**
   * The message to send: with QoS 1 if a limit was found, and this size is not confirmed. Mosquitto's
   * `message_size_limit` drops it silently with QoS 0, so a limit that is still too high would not show.
   */
  checkable(message: Message<Payload>): Message<Payload> {
    const isInDoubt = this.#maximumPacketBytes !== undefined && packetBytes(message) > this.#harmlessBytes(1);
    return isInDoubt ? { ...message, qos: 1 } : message;
  }

  /** Records a sent message; returns its sequence number. */
  sent(message: Message<Payload>): number {
    this.#order += 1;
    const { topic, qos } = message;
    const bytes = packetBytes(message);
    if (bytes > this.#harmlessBytes(qos)) {
      while ((this.#suspects.at(-1)?.bytes ?? bytes) < bytes) this.#suspects.pop();
      this.#suspects.push({ topic, bytes, qos, at: this.#clock.now(), order: this.#order });
    }
    return this.#order;
  }

  /** The broker acknowledged the message with this number, so it also read all messages before it. */
  acknowledged(order: number): void {
    const first = this.#suspects[0];
    if (first === undefined || order < first.order) return;
    for (const { qos, bytes, order: at } of this.#suspects) {
      if (at > order) continue;
      this.#confirmedBytes[qos] = Math.max(this.#confirmedBytes[qos], bytes);
      // The broker accepts the size that ended an earlier connection, so that was chance.
      if (qos === 1 && bytes >= this.#smallestSuspectBytes) this.#startAgain();
    }
    this.#suspects = this.#suspects.filter(
      (suspect) => suspect.order > order && suspect.bytes > this.#harmlessBytes(suspect.qos),
    );
  }

  /** The connection ended, perhaps because of a packet; returns the limit that follows from that. */
  ended(isUnexplained: boolean): PacketLimit | undefined {
    const [suspect] = this.#suspects;
    const harmlessBytes = this.#harmlessBytes(suspect?.qos ?? 0);
    this.#suspects = [];
    this.#confirmedBytes = { 0: 0, 1: 0 };
    const now = this.#clock.now();
    if (!isUnexplained || suspect === undefined || now - suspect.at > promptMs) {
      this.#startAgain();
      if (now - this.#limitedAt >= forgetAfterMs) this.#maximumPacketBytes = undefined;
      return undefined;
    }
    const { topic, bytes } = suspect;
    this.#endsInRow += 1;
    this.#smallestSuspectBytes = Math.min(this.#smallestSuspectBytes, bytes);
    if (this.#endsInRow < this.#certainAfter) return undefined;
    this.#maximumPacketBytes = Math.max(harmlessBytes, Math.floor(bytes / 2));
    this.#limitedAt = now;
    return { topic, bytes, maximumPacketBytes: this.#maximumPacketBytes };
  }

  #startAgain(): void {
    this.#endsInRow = 0;
    this.#smallestSuspectBytes = Number.POSITIVE_INFINITY;
  }

  #harmlessBytes(qos: 0 | 1): number {
    const { 0: unconfirmed, 1: confirmed } = this.#confirmedBytes;
    return Math.max(minPacketBytes, confirmed, qos === 0 ? unconfirmed : 0);
  }
}
