import type { IConnackPacket } from "mqtt";
import type { Message } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/property.ts";
import type { ProtocolVersion } from "./protocol-choice.ts";

export interface BrokerLimits {
  readonly maximumPacketBytes: number;
  readonly maximumQos: 0 | 1;
  readonly retainAvailable: boolean;
  /** The number of QoS 1 messages that may be unacknowledged. */
  readonly receiveMaximum: number;
}

export interface BrokerInfo {
  readonly protocol: ProtocolVersion;
  readonly limits: BrokerLimits;
  readonly allowsWildcards: boolean;
}

/** The limits of MQTT itself: a broker that announces none has these. */
export const largestPacketBytes = 268_435_455;
export const maxInFlight = 65_535;

/** Fixed header, packet id, lengths and the properties we use. */
const packetOverheadBytes = 64;
const longestTopicBytes = 256;

export type ConnackProperties = NonNullable<IConnackPacket["properties"]>;

/** Reads the limits; a broker that reports none has none, except for a packet size that was found earlier. */
export function limitsFrom(
  properties: ConnackProperties | undefined,
  knownPacketBytes = largestPacketBytes,
): BrokerLimits {
  return {
    maximumPacketBytes: Math.min(properties?.maximumPacketSize ?? largestPacketBytes, knownPacketBytes),
    maximumQos: properties?.maximumQoS === 0 ? 0 : 1,
    retainAvailable: properties?.retainAvailable ?? true,
    receiveMaximum: properties?.receiveMaximum ?? maxInFlight,
  };
}

/** The largest payload that fits into a packet with our longest topic. */
export function maxPayloadBytes(configured: number, limits: BrokerLimits | undefined): number {
  if (limits === undefined) return configured;
  return Math.max(0, Math.min(configured, limits.maximumPacketBytes - packetBytesFor(0)));
}

export function packetBytesFor(payloadBytes: number): number {
  return payloadBytes + longestTopicBytes + packetOverheadBytes;
}

export function packetBytes({ topic, payload, correlation }: Message<Payload>): number {
  return (
    Buffer.byteLength(topic) +
    Buffer.byteLength(payload) +
    (correlation?.byteLength ?? 0) +
    packetOverheadBytes
  );
}

export function fitsPacket(message: Message<Payload>, limits: BrokerLimits): boolean {
  return packetBytes(message) <= limits.maximumPacketBytes;
}
