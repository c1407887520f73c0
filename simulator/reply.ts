import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";

/** Sends a reply; the signal aborts when the client has disconnected. */
export type Deliver = (response: ServerResponse, reply: Reply, signal: AbortSignal) => void | Promise<void>;

/** An answer before it is sent: each fault may change it or its delivery. */
export interface Reply {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly deliver: Deliver;
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function deliverWhole(response: ServerResponse, { httpStatus, headers, body }: Reply): void {
  response.writeHead(httpStatus, { ...headers, "content-length": body.length }).end(body);
}

export function textReply(contentType: string, body: string, httpStatus = 200): Reply {
  return { ...bytesReply(contentType, Buffer.from(body)), httpStatus };
}

export function bytesReply(contentType: string, body: Buffer): Reply {
  return { httpStatus: 200, headers: { "content-type": contentType }, body, deliver: deliverWhole };
}

export function redirectReply(location: string, httpStatus = 302): Reply {
  const reply = textReply("text/plain", "", httpStatus);
  return { ...reply, headers: { ...reply.headers, location } };
}

/** The same reply behind a byte order mark. */
export function withByteOrderMark(reply: Reply): Reply {
  return { ...reply, body: Buffer.concat([byteOrderMark, reply.body]) };
}
