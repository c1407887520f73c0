import { type Reply, textReply, withByteOrderMark } from "../reply.ts";
import { type Dialect, writeJson } from "./dialect.ts";

const meanings: Readonly<Record<number, string>> = {
  405: "no such command",
  801: "no such family",
  804: "wrong url",
  805: "parameter missing or wrong",
  806: "nothing there",
};

/** A reply of JSON text, with the content type and the byte order mark of the firmware. */
export function jsonReply(dialect: Dialect, json: string): Reply {
  const reply = textReply(dialect.contentType, json);
  return dialect.byteOrderMark ? withByteOrderMark(reply) : reply;
}

/** A reply with nothing but a body status, as players refuse. */
export function statusReply(dialect: Dialect, status: number): Reply {
  return jsonReply(dialect, writeJson(dialect, { status, msg: meanings[status] ?? "refused" }));
}

export function numberOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? "";
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}
