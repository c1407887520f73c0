import { closest } from "../../lib/closest.ts";
import { cutText } from "../../lib/cut-text.ts";
import { CommandError } from "../errors.ts";
import type { Phrase } from "../../lib/phrase.ts";
import { announceWording, readAnnouncement } from "./announce.ts";
import { malformed, quote } from "./control.ts";
import {
  type CommandText,
  longestEchoedRequest,
  parseRefresh,
  parseRequest,
  type Transaction,
} from "./request.ts";
import { type ControlName, controlNames, controls } from "./table.ts";

export type CommandTarget = ControlName | "announce" | "preset" | "refresh";

export const commandTargets: readonly CommandTarget[] = [...controlNames, "announce", "preset", "refresh"];

const targets: ReadonlySet<string> = new Set(commandTargets);

export function isCommandTarget(name: string): name is CommandTarget {
  return targets.has(name);
}

/** Where a command wants its reply (MQTT 5). */
export interface ReplyTo {
  readonly topic: string;
  readonly correlation: Uint8Array | undefined;
}

export interface Command {
  readonly target: CommandTarget;
  /** The request as written; empty for a refresh. */
  readonly request: string;
  readonly transaction: Transaction | undefined;
  readonly replyTo: ReplyTo | undefined;
  readonly receivedAt: number;
  /** The moment after which it must no longer be sent, unless the player was being woken meanwhile. */
  readonly expiresAt: number;
  /** The sender's own expiry, which applies even while the player is being woken. */
  readonly senderExpiresAt?: number;
}

export type ControlCommand = Command & { readonly target: ControlName };

const others: ReadonlySet<CommandTarget> = new Set(["announce", "preset", "refresh"]);

export function isControl(command: Command): command is ControlCommand {
  return !others.has(command.target);
}

/** The longest time of a preset: it may wake the player, and its steps follow one another. */
export const presetTakesMs = 300_000;

/** The words for a request of a preset. Which names exist depends on the player. */
export const presetWording = { field: "value", expected: "the name of a preset" } as const;

const settingWording = { field: "value", expected: "a value of the setting" } as const;

/** Parses the payload of a command. Each setting has a topic of its own below `settings`. Throws CommandError if there is no such control, or it does not understand it. */
export function readPayload(
  target: string,
  payload: Uint8Array,
): CommandText & { readonly target: CommandTarget } {
  const tag = /^settings\/(.+)$/.exec(target)?.[1];
  if (tag !== undefined) {
    const text = parseRequest(payload, settingWording);
    return { target: "settings", ...text, request: `${tag} ${text.request}` };
  }
  if (!isCommandTarget(target)) throw refuseControl(target, payload);
  if (target === "refresh") return { target, ...parseRefresh(payload) };
  if (target === "preset") return { target, ...parseRequest(payload, presetWording) };
  const wording = target === "announce" ? announceWording : controls[target];
  const text = parseRequest(payload, wording);
  const problem = problemOf(target, text.request);
  if (problem !== undefined) throw new CommandError(problem, text.request, text.transaction);
  return { target, ...text };
}

/** Why a request is invalid; undefined for a valid one. */
export function problemOf(target: ControlName | "announce", request: string): Phrase | undefined {
  if (target !== "announce") return controls[target].problemOf(request);
  return readAnnouncement(request) === undefined ? malformed(announceWording.expected) : undefined;
}

/** Says that there is no such control, and which ones may be meant. */
export function unknownControl(name: string): string {
  const levels = name.toLowerCase().split("/");
  const meant = closest(name, commandTargets);
  const alike = commandTargets.filter((target) => target.split("/").some((level) => levels.includes(level)));
  const offered = meant === undefined ? alike.join(" or ") : meant;
  const hint = offered === "" ? "the topic info lists those of the player" : `did you mean ${offered}?`;
  return `unknown control ${quote(name)}: ${hint}`;
}

/** The refusal of a command to a control that does not exist, whatever its payload is. */
function refuseControl(name: string, payload: Uint8Array): CommandError {
  const reason = unknownControl(name);
  try {
    const { request, transaction } = parseRequest(payload, { field: "value", expected: "a value" });
    return new CommandError(reason, cutText(request, longestEchoedRequest), transaction);
  } catch (error) {
    // A payload that no control could read: parsing throws nothing else.
    const { request, transaction } = error as CommandError;
    return new CommandError(reason, request, transaction);
  }
}

/** Whether a command replaces an older waiting one: only the last absolute value counts, but every step counts. */
export function supersedes(newer: Command, older: Command): boolean {
  if (!isControl(newer) || newer.target !== older.target) return false;
  const { isStep } = controls[newer.target];
  return !isStep(newer.request) && !isStep(older.request);
}
