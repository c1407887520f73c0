import type { Command, ReplyTo } from "../controls/command.ts";
import type { Outcome } from "../controls/effect.ts";
import type { Message } from "./message.ts";
import { playerTopic } from "./topics.ts";

/** Whose outcome it is: a command, or a message that never became one. */
export type Asked = Pick<Command, "target" | "request" | "transaction" | "replyTo" | "receivedAt">;

/** How something that was asked for ended. */
export interface Settled {
  readonly asked: Asked;
  readonly outcome: Outcome;
}

/** The messages that tell the outcome of a command: on the player's result topic, and to who asked for a reply. */
export function renderResult(
  base: string,
  id: string,
  asked: Asked,
  outcome: Outcome,
  now: number,
): Message[] {
  const payload = JSON.stringify({
    command: asked.target,
    request: asked.request,
    outcome: outcome.kind,
    tag: "tag" in outcome ? outcome.tag : undefined,
    reason: "reason" in outcome ? outcome.reason : undefined,
    durationMs: Math.round(now - asked.receivedAt),
    transaction: asked.transaction,
  });
  const result: Message = {
    topic: playerTopic(base, id, "result"),
    payload,
    retain: false,
    qos: 1,
  };
  return withReply(base, result, asked.replyTo);
}

/** A result, and the same for who asked for a reply; but not on a topic of ours, where it would pass for what a player said. */
export function withReply(base: string, result: Message, replyTo: ReplyTo | undefined): Message[] {
  if (replyTo === undefined || replyTo.topic.startsWith(`${base}/`)) return [result];
  return [result, { ...result, topic: replyTo.topic, correlation: replyTo.correlation }];
}
