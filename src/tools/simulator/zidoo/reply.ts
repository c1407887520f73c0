import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import { type Dialect, writeJson } from "./dialect.ts";

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

const meanings: Readonly<Record<number, string>> = {
  405: "no such command",
  801: "no such family",
  804: "wrong url",
  805: "parameter missing or wrong",
  806: "nothing there",
};

function deliverWhole(response: ServerResponse, { httpStatus, headers, body }: Reply): void {
  response.writeHead(httpStatus, { ...headers, "content-length": body.length }).end(body);
}

/** A reply of any content type. */
export function textReply(contentType: string, body: string, httpStatus = 200): Reply {
  return { ...bytesReply(contentType, Buffer.from(body)), httpStatus };
}

/** A reply of bytes, such as a picture. */
export function bytesReply(contentType: string, body: Buffer): Reply {
  return { httpStatus: 200, headers: { "content-type": contentType }, body, deliver: deliverWhole };
}

/** A reply of JSON text, with the content type and the byte order mark of the firmware. */
export function jsonReply(dialect: Dialect, json: string): Reply {
  const reply = textReply(dialect.contentType, json);
  return dialect.byteOrderMark ? withByteOrderMark(reply) : reply;
}

/** A reply with nothing but a body status, as players refuse. */
export function statusReply(dialect: Dialect, status: number): Reply {
  return jsonReply(dialect, writeJson(dialect, { status, msg: meanings[status] ?? "refused" }));
}

/** The same reply behind a byte order mark. */
export function withByteOrderMark(reply: Reply): Reply {
  return { ...reply, body: Buffer.concat([byteOrderMark, reply.body]) };
}
