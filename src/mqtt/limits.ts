import type { Message } from "../core/message.ts";
import type { ProtocolVersion } from "./protocol-choice.ts";

/** What the broker allows on this connection. */
export interface BrokerLimits {
  readonly maximumPacketBytes: number;
  readonly maximumQos: 0 | 1;
  readonly retainAvailable: boolean;
  /** Publishes with QoS 1 that may wait for their acknowledgement. */
  readonly receiveMaximum: number;
}

/** The connection that was made. */
export interface BrokerInfo {
  readonly protocol: ProtocolVersion;
  readonly limits: BrokerLimits;
}

/** The limits of MQTT itself. */
const largestPacketBytes = 268_435_455;
const mostInFlight = 65_535;

/** Fixed header, packet id, lengths and the properties we use. */
const packetOverheadBytes = 64;

/** The properties of a CONNACK that bind a publisher. */
export interface ConnackProperties {
  readonly maximumPacketSize?: number | undefined;
  readonly maximumQoS?: number | undefined;
  readonly retainAvailable?: boolean | undefined;
  readonly receiveMaximum?: number | undefined;
}

/** Reads the limits; a broker that says nothing sets none. */
export function limitsFrom(properties: ConnackProperties | undefined): BrokerLimits {
  return {
    maximumPacketBytes: properties?.maximumPacketSize ?? largestPacketBytes,
    maximumQos: properties?.maximumQoS === 0 ? 0 : 1,
    retainAvailable: properties?.retainAvailable ?? true,
    receiveMaximum: properties?.receiveMaximum ?? mostInFlight,
  };
}

/** The largest payload that fits into a packet with the longest topic we use. */
export function maxPayloadBytes(configured: number, limits: BrokerLimits | undefined): number {
  if (limits === undefined) return configured;
  const longestTopicBytes = 256;
  return Math.max(
    0,
    Math.min(configured, limits.maximumPacketBytes - longestTopicBytes - packetOverheadBytes),
  );
}

/** Whether a message fits into one packet of this connection. */
export function fitsPacket(message: Message, limits: BrokerLimits): boolean {
  const bytes =
    Buffer.byteLength(message.topic) +
    Buffer.byteLength(message.payload) +
    (message.correlation?.byteLength ?? 0);
  return bytes + packetOverheadBytes <= limits.maximumPacketBytes;
}
