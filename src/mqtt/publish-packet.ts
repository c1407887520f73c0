import type { Payload } from "../core/topics/message.ts";
import type { ProtocolVersion } from "./protocol-choice.ts";

/** PUBLISH with QoS 0; its lowest bit asks the broker to keep the message. */
const publishType = 0x30;
/** Each byte of the length holds seven bits of it, and says with its eighth that another one follows. */
const more = 0x80;

/**
 * A message with QoS 0 as the wire has it, in one piece: MQTT.js writes seven for each message, and a snapshot is tens of
 * thousands of messages.
 */
export function publishPacket(
  topic: string,
  payload: Payload,
  retain: boolean,
  protocol: ProtocolVersion,
): Buffer {
  const topicBytes = Buffer.byteLength(topic);
  const payloadBytes = Buffer.byteLength(payload);
  const length = 2 + topicBytes + (protocol === 5 ? 1 : 0) + payloadBytes;
  const packet = Buffer.allocUnsafe(1 + lengthBytes(length) + length);
  packet[0] = retain ? publishType | 1 : publishType;
  let at = writeLength(packet, length, 1);
  packet[at++] = topicBytes >>> 8;
  packet[at++] = topicBytes & 0xff;
  at += packet.write(topic, at);
  // No properties.
  if (protocol === 5) packet[at++] = 0;
  if (typeof payload === "string") packet.write(payload, at);
  else packet.set(payload, at);
  return packet;
}

function lengthBytes(length: number): number {
  let bytes = 1;
  for (let left = length; left >= more; left >>>= 7) bytes += 1;
  return bytes;
}

function writeLength(packet: Buffer, length: number, from: number): number {
  let at = from;
  let left = length;
  for (; left >= more; left >>>= 7) packet[at++] = (left & 0x7f) | more;
  packet[at++] = left;
  return at;
}
