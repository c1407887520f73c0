import type { Message } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/resource.ts";
import type { ProtocolVersion } from "./protocol-choice.ts";

/** The limits of the broker on this connection. */
export interface BrokerLimits {
  readonly maximumPacketBytes: number;
  readonly maximumQos: 0 | 1;
  readonly retainAvailable: boolean;
  /** The number of QoS 1 messages that may be unacknowledged. */
  readonly receiveMaximum: number;
}

/** Other broker options, which MQTT 3.1.1 does not report. */
export interface BrokerOffers {
  readonly wildcardSubscriptions: boolean;
  readonly topicAliasMaximum: number;
  /** The keepalive that the broker demands instead of ours. */
  readonly keepAliveSeconds: number | undefined;
  /** The session expiry that the broker demands instead of ours. */
  readonly sessionExpirySeconds: number | undefined;
}

/** The protocol and the limits of a connection. */
export interface BrokerInfo {
  readonly protocol: ProtocolVersion;
  readonly limits: BrokerLimits;
  readonly offers: BrokerOffers;
}

/** The limits of MQTT itself. */
const largestPacketBytes = 268_435_455;
const maxInFlight = 65_535;

/** Fixed header, packet id, lengths and the properties we use. */
const packetOverheadBytes = 64;
const longestTopicBytes = 256;

/** The CONNACK properties that describe the broker. */
export interface ConnackProperties {
  readonly maximumPacketSize?: number | undefined;
  readonly maximumQoS?: number | undefined;
  readonly retainAvailable?: boolean | undefined;
  readonly receiveMaximum?: number | undefined;
  readonly wildcardSubscriptionAvailable?: boolean | undefined;
  readonly topicAliasMaximum?: number | undefined;
  readonly serverKeepAlive?: number | undefined;
  readonly sessionExpiryInterval?: number | undefined;
}

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

/** Reads the other options. */
export function offersFrom(properties: ConnackProperties | undefined): BrokerOffers {
  return {
    wildcardSubscriptions: properties?.wildcardSubscriptionAvailable ?? true,
    topicAliasMaximum: properties?.topicAliasMaximum ?? 0,
    keepAliveSeconds: properties?.serverKeepAlive,
    sessionExpirySeconds: properties?.sessionExpiryInterval,
  };
}

/** The largest payload that fits into a packet with our longest topic. */
export function maxPayloadBytes(configured: number, limits: BrokerLimits | undefined): number {
  if (limits === undefined) return configured;
  return Math.max(0, Math.min(configured, limits.maximumPacketBytes - packetBytesFor(0)));
}

/** The size of a packet with such a payload and our longest topic. */
export function packetBytesFor(payloadBytes: number): number {
  return payloadBytes + longestTopicBytes + packetOverheadBytes;
}

/** The size of a message as a packet, rounded up. */
export function packetBytes({ topic, payload, correlation }: Message<Payload>): number {
  return (
    Buffer.byteLength(topic) +
    Buffer.byteLength(payload) +
    (correlation?.byteLength ?? 0) +
    packetOverheadBytes
  );
}

/** Whether a message fits into one packet of this connection. */
export function fitsPacket(message: Message<Payload>, limits: BrokerLimits): boolean {
  return packetBytes(message) <= limits.maximumPacketBytes;
}
