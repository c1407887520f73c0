import { Buffer } from "node:buffer";
import type { FaultKind, StartFault } from "./fault.ts";
import { redirectReply, type Reply, textReply, withByteOrderMark } from "./reply.ts";

/** A picture with a script in it. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="window.hurt=1"><script>window.hurt=1</script></svg>';
const page = "<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>";

/** Faults in the content of an answer; a replaced answer has not changed the player. */
export const contentFaults = {
  html: { create: () => instead(textReply("text/html", page)) },
  svg: { create: () => instead(textReply("image/svg+xml", picture)) },
  empty: { create: () => instead(textReply("application/json", "")) },
  bare: { create: () => instead(textReply("application/json", "{}")) },
  halfJson: { create: () => changed(halve) },
  bom: { create: () => changed(withByteOrderMark) },
  contentType: {
    argument: { name: "type|none", pattern: /^(?:none|\S+\/\S+)$/ },
    create: (type) =>
      changed((reply) => ({ ...reply, headers: type === "none" ? {} : { "content-type": type } })),
  },
  http: {
    argument: { name: "4xx|5xx", pattern: /^[45]\d\d$/ },
    create: (status) => instead(textReply("text/plain", `HTTP ${status}`, Number(status))),
  },
  redirect: {
    argument: { name: "location", pattern: /^\S+$/ },
    create: (location) => instead(redirectReply(location)),
  },
} satisfies Record<string, FaultKind>;

function instead(reply: Reply): StartFault {
  return () => ({ handle: () => reply });
}

function changed(change: (reply: Reply) => Reply): StartFault {
  return () => ({ handle: async (_call, next) => change(await next()) });
}

function halve(reply: Reply): Reply {
  return { ...reply, body: Buffer.from(reply.body.subarray(0, reply.body.length / 2)) };
}
