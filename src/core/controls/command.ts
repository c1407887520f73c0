import { CommandError } from "../errors.ts";
import { type CommandText, parseRefresh, parseRequest, type Transaction } from "./request.ts";
import { type ControlName, controlNames, controls } from "./table.ts";

/** What a command asks for: something set, or everything read anew. */
export type CommandTarget = ControlName | "refresh";

/** The names of all commands. */
export const commandTargets: readonly CommandTarget[] = [...controlNames, "refresh"];

/** Where a reply to one particular command is wanted (MQTT 5). */
export interface ReplyTo {
  readonly topic: string;
  readonly correlation: Uint8Array | undefined;
}

/** A request to one player. */
export interface Command {
  readonly target: CommandTarget;
  /** What was asked for, as it was written; empty for a refresh. */
  readonly request: string;
  readonly transaction: Transaction | undefined;
  readonly replyTo: ReplyTo | undefined;
  readonly receivedAt: number;
  /** The moment from which it must no longer be sent, unless its player was being woken meanwhile. */
  readonly expiresAt: number;
  /** The moment from which its sender does not want it any more, whatever the player did. */
  readonly perishesAt?: number;
}

/** A command that sets something. */
export type ControlCommand = Command & { readonly target: ControlName };

/** Whether a command sets something. */
export function isControl(command: Command): command is ControlCommand {
  return command.target !== "refresh";
}

/** Reads the payload of a command. Throws CommandError for what its control cannot understand. */
export function readPayload(target: CommandTarget, payload: Uint8Array): CommandText {
  if (target === "refresh") return parseRefresh(payload);
  const control = controls[target];
  const text = parseRequest(payload, control);
  const problem = control.problemOf(text.request);
  if (problem !== undefined) throw new CommandError(problem, text.request, text.transaction);
  return text;
}

/** Whether a command replaces an older one that still waits: the last value counts, and every step counts. */
export function supersedes(newer: Command, older: Command): boolean {
  if (!isControl(newer) || newer.target !== older.target) return false;
  const { isStep } = controls[newer.target];
  return !isStep(newer.request) && !isStep(older.request);
}
