import type { Message } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/resource.ts";
import type { ProtocolVersion } from "./protocol-choice.ts";

/** What the broker allows on this connection. */
export interface BrokerLimits {
  readonly maximumPacketBytes: number;
  readonly maximumQos: 0 | 1;
  readonly retainAvailable: boolean;
  /** Publishes with QoS 1 that may wait for their acknowledgement. */
  readonly receiveMaximum: number;
}

/** What else the broker says of itself; a 3.1.1 broker says nothing of it. */
export interface BrokerOffers {
  readonly wildcardSubscriptions: boolean;
  readonly topicAliasMaximum: number;
  /** How often the broker wants to hear from us, where it overrules what we asked for. */
  readonly keepAliveSeconds: number | undefined;
  /** How long the broker remembers a client that has gone, where it overrules what we asked for. */
  readonly sessionExpirySeconds: number | undefined;
}

/** The connection that was made. */
export interface BrokerInfo {
  readonly protocol: ProtocolVersion;
  readonly limits: BrokerLimits;
  readonly offers: BrokerOffers;
}

/** The limits of MQTT itself. */
const largestPacketBytes = 268_435_455;
const mostInFlight = 65_535;

/** Fixed header, packet id, lengths and the properties we use. */
const packetOverheadBytes = 64;
const longestTopicBytes = 256;

/** The properties of a CONNACK that tell what the broker can. */
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

/** Reads the limits; a broker that says nothing sets none, but for what was learnt of it earlier. */
export function limitsFrom(
  properties: ConnackProperties | undefined,
  learntPacketBytes = largestPacketBytes,
): BrokerLimits {
  return {
    maximumPacketBytes: Math.min(properties?.maximumPacketSize ?? largestPacketBytes, learntPacketBytes),
    maximumQos: properties?.maximumQoS === 0 ? 0 : 1,
    retainAvailable: properties?.retainAvailable ?? true,
    receiveMaximum: properties?.receiveMaximum ?? mostInFlight,
  };
}

/** Reads what the broker offers besides. */
export function offersFrom(properties: ConnackProperties | undefined): BrokerOffers {
  return {
    wildcardSubscriptions: properties?.wildcardSubscriptionAvailable ?? true,
    topicAliasMaximum: properties?.topicAliasMaximum ?? 0,
    keepAliveSeconds: properties?.serverKeepAlive,
    sessionExpirySeconds: properties?.sessionExpiryInterval,
  };
}

/** The largest payload that fits into a packet with the longest topic we use. */
export function maxPayloadBytes(configured: number, limits: BrokerLimits | undefined): number {
  if (limits === undefined) return configured;
  return Math.max(0, Math.min(configured, limits.maximumPacketBytes - packetBytesFor(0)));
}

/** The packet that holds such a payload and the longest topic we use. */
export function packetBytesFor(payloadBytes: number): number {
  return payloadBytes + longestTopicBytes + packetOverheadBytes;
}

/** What a message takes as a packet, a little more rather than less. */
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
