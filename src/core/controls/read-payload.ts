import { type CommandTarget, type CommandText, parseRefresh, parseRequest } from "./command.ts";
import { CommandError } from "../errors.ts";
import { controls } from "./table.ts";

/** What a payload asks for. Throws CommandError for what its control cannot understand. */
export function readPayload(target: CommandTarget, payload: Uint8Array): CommandText {
  if (target === "refresh") return parseRefresh(payload);
  const control = controls[target];
  const text = parseRequest(payload, control);
  const problem = control.problemOf(text.request);
  if (problem !== undefined) throw new CommandError(problem, text.request, text.transaction);
  return text;
}
