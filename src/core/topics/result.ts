import type { PathResponse } from "../controls/call.ts";
import type { Command, ReplyTo } from "../controls/command.ts";
import { shownRequest } from "../controls/request.ts";
import { type Outcome, type StepOutcome, stripTranslations } from "../controls/effect.ts";
import { fits } from "../resources/fit.ts";
import type { Message } from "./message.ts";
import { translatable, withReason } from "../../lib/phrase.ts";
import { type BridgeName, bridgeTopic, playerTopic } from "./topics.ts";

/** The subject of an outcome: a command, or a message that was refused before it became one. */
export type CommandRef = Pick<Command, "request" | "transaction" | "replyTo" | "receivedAt"> & {
  /** A target of commands, or the name of a control that does not exist. */
  readonly target: string;
};

export interface Settled {
  readonly command: CommandRef;
  readonly outcome: Outcome;
}

/** The messages for an outcome: on the player's result topic, and on the response topic if the command has one. */
export function renderResult(
  base: string,
  id: string,
  command: CommandRef,
  outcome: Outcome,
  now: number,
): Message[] {
  const payload = JSON.stringify({
    ...endOf(command, outcome),
    steps: stripTranslations(outcome).steps,
    durationMs: Math.round(now - command.receivedAt),
    transaction: command.transaction,
  });
  const result: Message = { topic: playerTopic(base, id, "result"), payload, retain: false, qos: 1 };
  return withReply(base, result, command.replyTo);
}

/** How a command ended, as the topic has it. */
export function endOf({ target, request }: Pick<CommandRef, "target" | "request">, outcome: Outcome) {
  const tag = "tag" in outcome ? outcome.tag : undefined;
  return {
    command: target,
    // A tag of the player is for programs, and stays as it is.
    request: request === tag ? tag : shownRequest(request),
    outcome: outcome.kind,
    tag,
    lost: outcome.lost,
    ...reasonOf(outcome),
  };
}

export function reasonOf(ended: Outcome | StepOutcome) {
  const { reason, phrase } = { reason: undefined, ...ended };
  return { reason, reasonCode: phrase?.code, reasonValues: phrase?.values };
}

/** What the player has answered to a path. It is no state, so nobody gets it later. */
export function renderResponse(
  base: string,
  id: string,
  { transaction }: CommandRef,
  response: PathResponse,
  maxPayloadBytes: number,
): Message {
  const told = { ...response, transaction };
  const payload = JSON.stringify(told);
  const message = { topic: playerTopic(base, id, "raw"), retain: false, qos: 1 } as const;
  return fits(payload, maxPayloadBytes)
    ? { ...message, payload }
    : { ...message, payload: JSON.stringify({ ...told, body: undefined, isCut: true }) };
}

/** With its copy for a response topic; below our own base that would pass for a player's state. */
export function withReply(base: string, result: Message, replyTo: ReplyTo | undefined): Message[] {
  if (replyTo === undefined || replyTo.topic.startsWith(`${base}/`)) return [result];
  return [result, { ...result, topic: replyTo.topic, correlation: replyTo.correlation }];
}

/** Players that are named in the message about a flood; the count is that of all. */
const mostNamed = 100;

/** By the player of the commands; an empty id is that of players that do not run here. */
export function renderSkipped(
  base: string,
  bridge: BridgeName,
  counts: ReadonlyMap<string, number>,
): { readonly message: Message; readonly count: number; readonly players: Readonly<Record<string, number>> } {
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const known = [...counts].filter(([id]) => id !== "").sort(([, one], [, other]) => other - one);
  const players = Object.fromEntries(known.slice(0, mostNamed));
  const { reason, phrase } = withReason(
    translatable("session.flood", "{count} commands came too fast to be answered one by one", { count }),
  );
  const payload = JSON.stringify({
    command: "commands",
    outcome: "rejected",
    count,
    players,
    reason,
    reasonCode: phrase.code,
    reasonValues: phrase.values,
  });
  return {
    message: { topic: bridgeTopic(base, "result", bridge), payload, retain: false, qos: 1 },
    count,
    players,
  };
}
