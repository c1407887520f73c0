import { CommandError } from "./errors.ts";
import type { ReplyTo } from "./message.ts";
import type { Selector } from "./player.ts";

/** What a command asks for: an input or an output selected, or everything read anew. */
export type CommandTarget = Selector | "refresh";

/** A sender's own mark on a command, given back with the outcome. */
type Transaction = string | number;

/** Someone wants something of a player. */
export interface Command {
  readonly target: CommandTarget;
  /** A tag or a display name, as it was asked for; empty for a refresh. */
  readonly request: string;
  readonly transaction: Transaction | undefined;
  readonly replyTo: ReplyTo | undefined;
  readonly receivedAt: number;
  /** The moment from which it must no longer be sent. */
  readonly expiresAt: number;
}

/** A command for a selector. */
export type SelectCommand = Command & { readonly target: Selector };

/** Whether a command is for one of the selectors. */
export function isSelection(command: Command): command is SelectCommand {
  return command.target !== "refresh";
}

/** How a command ended. */
export type Outcome =
  | { readonly kind: "applied" | "unchanged"; readonly tag?: string }
  | { readonly kind: "rejected" | "failed"; readonly reason: string; readonly tag?: string }
  | { readonly kind: "superseded" }
  | { readonly kind: "expired" };

/** What the payload of a command says. */
export interface CommandText {
  readonly request: string;
  readonly transaction: Transaction | undefined;
}

/** No tag or name comes near this; what is longer is a mistake, or an attack on a log. */
const longestPayloadBytes = 1024;
const longestTransaction = 128;
const longestEchoedRequest = 64;

/** Reads the payload of a refresh: anything will do, and a transaction is looked for. */
export function parseRefresh(payload: Uint8Array): CommandText {
  const fields = payload.byteLength > longestPayloadBytes ? undefined : tryJson(payload);
  const transaction = isObject(fields) ? readTransaction(fields["transaction"]) : undefined;
  return { request: "", transaction };
}

/** Reads the payload of a selection: plain text, or JSON with `tag` and `transaction`. Throws CommandError. */
export function parseSelection(payload: Uint8Array): CommandText {
  if (payload.byteLength > longestPayloadBytes) {
    throw new CommandError(
      `too long: ${payload.byteLength} bytes, at most ${longestPayloadBytes} are read`,
      "",
    );
  }
  const text = decode(payload).trim();
  if (text === "") throw new CommandError("empty: wanted a tag or a display name", "");
  if (text.startsWith("{")) return parseObject(text);
  return { request: unquote(text), transaction: undefined };
}

function decode(payload: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(payload);
  } catch {
    throw new CommandError("not UTF-8: wanted a tag or a display name as UTF-8 text", "");
  }
}

function tryJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parseObject(text: string): CommandText {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new CommandError('malformed JSON: wanted {"tag": "..."}', text.slice(0, longestEchoedRequest));
  }
  const fields = parsed as Readonly<Record<string, unknown>>;
  const transaction = readTransaction(fields["transaction"]);
  const tag = fields["tag"];
  if (typeof tag !== "string") {
    const problem = tag === undefined ? 'it has no "tag"' : '"tag" is no text';
    throw new CommandError(
      `malformed JSON: ${problem}, wanted {"tag": "..."}`,
      text.slice(0, longestEchoedRequest),
      transaction,
    );
  }
  if (tag.trim() === "") throw new CommandError('empty: "tag" has no text', "", transaction);
  return { request: tag.trim(), transaction };
}

/** A transaction is an echo for the sender's own use: a number, or a text that is cut when it is long. */
function readTransaction(value: unknown): Transaction | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? value.slice(0, longestTransaction) : undefined;
}

/** Flows that stringify everything send "XLR" with its quotes; no tag has any. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "string" && parsed.trim() !== "" ? parsed.trim() : text;
  } catch {
    return text;
  }
}
