import { closest } from "../../lib/closest.ts";
import { cutText } from "../../lib/cut-text.ts";
import { CommandError } from "../errors.ts";
import type { Phrase } from "../../lib/phrase.ts";
import { announceTakesMs, announceWording, readAnnouncement } from "./announce.ts";
import { malformed, type ParsedRequest, quote } from "./control.ts";
import {
  type CommandText,
  longestEchoedRequest,
  parseRefresh,
  parseRequest,
  type Transaction,
} from "./request.ts";
import type { KnownPlayer } from "./known-player.ts";
import { type ControlName, controlNames, controls, controlsCalled, lastLevelOf } from "./table.ts";

/** What a player does besides its controls, with its titles. */
export const actionTitles = { announce: "Announcement", preset: "Preset", refresh: "Refresh" } as const;

type OtherTarget = keyof typeof actionTitles;

export type CommandTarget = ControlName | OtherTarget;

export const commandTargets: readonly CommandTarget[] = [
  ...controlNames,
  ...(Object.keys(actionTitles) as OtherTarget[]),
];

/** All names of controls and actions: their topics, and the last levels of those. */
export const calledNames: readonly string[] = [
  ...new Set<string>([...commandTargets, ...controlNames.map(lastLevelOf)]),
];

const targets: ReadonlySet<string> = new Set(commandTargets);

export function isCommandTarget(name: string): name is CommandTarget {
  return targets.has(name);
}

/** Where a command wants its reply (MQTT 5). */
export interface ReplyTo {
  readonly topic: string;
  readonly correlation: Uint8Array | undefined;
}

export type Wish = ControlWish | { readonly target: OtherTarget; readonly request: string };

interface ControlWish {
  readonly target: ControlName;
  readonly request: string;
  readonly parsed: ParsedRequest;
}

/** When a command came, from whom, and how long it is valid. */
interface Envelope {
  readonly transaction: Transaction | undefined;
  readonly replyTo: ReplyTo | undefined;
  readonly receivedAt: number;
  /** The moment after which it must no longer be sent, unless the player was being woken meanwhile. */
  readonly expiresAt: number;
  /** The sender's own expiry, which applies even while the player is being woken. */
  readonly senderExpiresAt?: number;
}

export type Command = Wish & Envelope;

export type ControlCommand = ControlWish & Envelope;

export function isControl(command: Command): command is ControlCommand {
  return "parsed" in command;
}

/** Parses a request, once for all that is asked about it later. */
export function wishFor(target: CommandTarget, request: string): Wish {
  if (target === "announce" || target === "preset" || target === "refresh") return { target, request };
  return { target, request, parsed: controls[target].parse(request) };
}

/** The longest time of a preset: it may wake the player, and its steps follow one another. */
export const presetTakesMs = 300_000;

/** The words for a request of a preset. Which names exist depends on the player. */
export const presetWording = { field: "value", expected: "the name of a preset" } as const;

const settingWording = { field: "value", expected: "a value of the setting" } as const;

/** By its topic or its last level; where several end so, such as `playback`, that of the film or the music, whichever plays. */
export function targetCalled(called: string, player: Playing): CommandTarget | undefined {
  if (isCommandTarget(called)) return called;
  const candidates = controlsCalled(called);
  return candidates.find((name) => name.startsWith(`${playingSource(player)}/`)) ?? candidates[0];
}

/** One name for all that may be meant by the names of a control: their last level where that is not unique. */
export function commonName(called: string): string {
  const level = called.slice(called.lastIndexOf("/") + 1);
  return controlsCalled(level).length > 1 ? level : (targetCalled(called, {}) ?? called);
}

type Playing = Pick<KnownPlayer["player"], "video" | "music">;

/** What plays: a film first, unless it is paused and music plays. */
function playingSource({ video, music }: Playing): "video" | "music" {
  if (video?.state === "playing") return "video";
  if (music?.playing === "playing") return "music";
  return video?.state === "paused" || music === undefined ? "video" : "music";
}

/** Parses the payload of a command. Each setting has a topic of its own below `settings`. Throws CommandError if there is no such control, or it does not understand it. */
export function readPayload(target: string, payload: Uint8Array): Wish & Pick<CommandText, "transaction"> {
  const tag = /^settings\/(.+)$/.exec(target)?.[1];
  if (tag !== undefined) {
    const { request, transaction } = parseRequest(payload, settingWording);
    return { ...wishFor("settings", `${tag} ${request}`), transaction };
  }
  if (!isCommandTarget(target)) throw refuseControl(target, payload);
  if (target === "refresh") return { target, ...parseRefresh(payload) };
  if (target === "preset") return { target, ...parseRequest(payload, presetWording) };
  const wording = target === "announce" ? announceWording : controls[target];
  const { request, transaction } = parseRequest(payload, wording);
  const wish = wishFor(target, request);
  const problem = problemOf(wish);
  if (problem !== undefined) throw new CommandError(problem, request, transaction);
  return { ...wish, transaction };
}

/** Why a request is invalid; undefined for a valid one. Which presets there are is known to the player alone. */
export function problemOf(wish: Wish): Phrase | undefined {
  if ("parsed" in wish) return wish.parsed.problem;
  const isInvalid = wish.target === "announce" && readAnnouncement(wish.request) === undefined;
  return isInvalid ? malformed(announceWording.expected) : undefined;
}

/** How long the outcome of a command may take after the first call. */
export function longestEffectMs(wish: Wish): number {
  if ("parsed" in wish) return wish.parsed.takesMs;
  if (wish.target === "announce") return announceTakesMs;
  return wish.target === "preset" ? presetTakesMs : 0;
}

/** Says that there is no such control, and which ones may be meant. */
export function unknownControl(name: string): string {
  const levels = name.toLowerCase().split("/");
  const meant = closest(name, calledNames);
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
  if (!isControl(newer) || !isControl(older) || newer.target !== older.target) return false;
  return !newer.parsed.isStep && !older.parsed.isStep;
}
