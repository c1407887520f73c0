import type { CommandView, PlayerView } from "../wire.ts";
import { millisecondsText } from "./format.ts";
import { isTextKey, t } from "./texts.ts";

/** The outcome of a command as a sentence, with the reason of a failure. */
export function outcomeText(command: CommandView, player: Pick<PlayerView, "audio">): string {
  const { outcome, reason, durationMs } = command;
  const values = { command: commandText(command, player), time: millisecondsText(durationMs) };
  if (reason === undefined || (outcome !== "failed" && outcome !== "rejected")) {
    return t(`outcome.${outcome}`, values);
  }
  return t(`outcome.${outcome}.because`, { ...values, reason });
}

/** The name of a command, as in `Volume` for `volume`; its topic if the page does not know it. */
function commandName(command: string): string {
  const key = `command.${command}`;
  return isTextKey(key) ? t(key) : command;
}

/** Whether the player is now in the requested state. */
export function isGood({ outcome }: Pick<CommandView, "outcome">): boolean {
  return outcome === "applied" || outcome === "unchanged";
}

/** The command and its value. */
function commandText({ command, tag, request }: CommandView, { audio }: Pick<PlayerView, "audio">): string {
  const name = commandName(command);
  if (!command.startsWith("audio/")) {
    const value = request === "on" || request === "off" ? t(`outcome.${request}`) : request;
    return value === "" ? name : `${name} ${value}`;
  }
  const selector = command === "audio/input" ? "input" : "output";
  const option = audio?.[selector].options.find((option) => option.tag === (tag ?? request));
  return `${name} ${option?.name ?? tag ?? request}`;
}
