import { checkLength, type CommandText, readTransaction } from "../../core/controls/request.ts";
import { cutText } from "../../lib/cut-text.ts";
import { plainText } from "../../lib/plain-text.ts";
import { CommandError } from "../../core/errors.ts";
import type { Message } from "../../core/topics/message.ts";
import type { ReplyTo } from "../../core/controls/command.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import { withReply } from "../../core/topics/result.ts";
import { type BridgeName, bridgeTopic } from "../../core/topics/topics.ts";

/** The requests to the bridge itself; none of them can end it. */
export const requestNames = ["language", "loglevel", "reload", "restart", "submit"] as const;

export type RequestName = (typeof requestNames)[number];

/** The content of a request: a level or a player's id, and the sender's transaction. */
interface RequestText {
  readonly value: string;
  readonly transaction: CommandText["transaction"];
}

export interface BridgeRequest extends RequestText {
  /** One of the requests, or a name that is none. */
  readonly name: string;
  readonly replyTo: ReplyTo | undefined;
  readonly receivedAt: number;
}

export type RequestEnd =
  | { readonly outcome: "applied" | "unchanged"; readonly language?: string }
  | { readonly outcome: "rejected" | "failed"; readonly reason: string };

const longestValue = 128;

/** Reads the payload of a request: plain text, or JSON with `value` and `transaction`. Throws CommandError. */
export function parseRequestText(payload: Uint8Array): RequestText {
  checkLength(payload);
  const text = new TextDecoder().decode(payload).trim();
  const { value, transaction } = text.startsWith("{") ? parseObject(text) : { value: text };
  return {
    value: typeof value === "string" ? cutText(value.trim(), longestValue) : "",
    transaction: readTransaction(transaction),
  };
}

/** The messages that report the outcome of a request, in the form of a command's outcome. */
export function renderRequestEnd(
  base: string,
  bridge: BridgeName,
  { name, value, transaction, replyTo, receivedAt }: BridgeRequest,
  end: RequestEnd,
  now: number,
): Message[] {
  const payload = JSON.stringify({
    command: `request/${name}`,
    request: plainText(value),
    ...end,
    durationMs: Math.round(now - receivedAt),
    transaction,
  });
  const result: Message = { topic: bridgeTopic(base, "result", bridge), payload, retain: false, qos: 1 };
  return withReply(base, result, replyTo);
}

function parseObject(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    throw new CommandError('malformed JSON: expected {"value": "..."}', cutText(text, longestValue));
  }
}
