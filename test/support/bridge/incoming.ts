import type { DatedMessage } from "../../../src/core/topics/message.ts";

/** A message as the broker delivers it: live, and without what only MQTT 5 has, unless it is changed. */
export function incoming(
  topic: string,
  payload: string | Uint8Array,
  change: Partial<DatedMessage> = {},
): DatedMessage {
  return {
    topic,
    payload: typeof payload === "string" ? Buffer.from(payload) : payload,
    retain: false,
    replyTo: undefined,
    expirySeconds: undefined,
    sentAt: 0,
    ...change,
  };
}
