import { connect, type Socket } from "node:net";

/* A minimal MQTT 3.1.1 client: connect, publish with QoS 0, subscribe. No validation, no reconnection. */

/** A connection to a broker. */
export interface SmallMqtt {
  publish(topic: string, payload: Buffer | string): void;
  readonly socket: Socket;
}

/** Connects and subscribes; resolves with the CONNACK. */
export async function connectSmallMqtt(
  host: string,
  port: number,
  filters: readonly string[] = [],
  onMessage: (topic: string, payload: string) => void = () => {},
): Promise<SmallMqtt> {
  const socket = connect(port, host);
  socket.setNoDelay(true);
  const keepaliveSeconds = 600;
  socket.write(
    packet(
      0x10,
      Buffer.concat([
        text("MQTT"),
        Buffer.from([4, 2, keepaliveSeconds >> 8, keepaliveSeconds & 255]),
        text(`floor-${process.pid}`),
      ]),
    ),
  );
  if (filters.length > 0) {
    const topics = filters.flatMap((filter) => [text(filter), Buffer.from([0])]);
    socket.write(packet(0x82, Buffer.concat([Buffer.from([0, 1]), ...topics])));
  }
  let unread = Buffer.alloc(0);
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      unread = unread.byteLength === 0 ? chunk : Buffer.concat([unread, chunk]);
      for (let found = head(unread); found !== undefined; found = head(unread)) {
        const [type, body] = found;
        unread = unread.subarray(found[2]);
        if (type === 0x20) resolve();
        else if (type === 0x30) {
          const end = 2 + body.readUInt16BE(0);
          onMessage(body.toString("utf8", 2, end), body.toString("utf8", end));
        }
      }
    });
  });
  return {
    socket,
    publish: (topic, payload) => {
      socket.write(packet(0x31, Buffer.concat([text(topic), Buffer.from(payload)])));
    },
  };
}

/** The first complete packet: its type without flags, its body, and its end. */
function head(bytes: Buffer): [number, Buffer, number] | undefined {
  let [length, at, factor] = [0, 1, 1];
  for (;;) {
    const byte = bytes[at++];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * factor;
    factor *= 0x80;
    if (byte < 0x80) break;
  }
  if (bytes.byteLength < at + length) return undefined;
  return [(bytes[0] ?? 0) & 0xf0, bytes.subarray(at, at + length), at + length];
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.byteLength >> 8, bytes.byteLength & 255]), bytes]);
}

function packet(type: number, body: Buffer): Buffer {
  const header = [type];
  let length = body.byteLength;
  do {
    header.push((length & 0x7f) | (length > 0x7f ? 0x80 : 0));
    length >>= 7;
  } while (length > 0);
  return Buffer.concat([Buffer.from(header), body]);
}
