import type { CommandView, PlayerView } from "../wire.ts";
import { millisecondsText } from "./format.ts";

/** The outcome of a command as a sentence, with the reason of a failure. */
export function outcomeText(command: CommandView, player: Pick<PlayerView, "audio">): string {
  const { outcome, reason, durationMs } = command;
  const what = commandText(command, player);
  switch (outcome) {
    case "applied":
      return `${what}: applied in ${millisecondsText(durationMs)}`;
    case "unchanged":
      return `${what}: already set`;
    case "superseded":
      return `${what}: replaced by a newer command`;
    case "expired":
      return `${what}: expired before the player was free`;
    case "rejected":
    case "failed":
      return `${what}: ${outcome}${reason === undefined ? "" : `, ${reason}`}`;
  }
}

/** The command and its value. */
function commandText({ command, tag, request }: CommandView, { audio }: Pick<PlayerView, "audio">): string {
  if (!command.startsWith("audio/")) {
    const name = command.charAt(0).toUpperCase() + command.slice(1).replace("/", " ");
    return request === "" ? name : `${name} ${request}`;
  }
  const selector = command === "audio/input" ? "input" : "output";
  const name = audio?.[selector].options.find((option) => option.tag === (tag ?? request))?.name;
  return `${selector === "input" ? "Input" : "Output"} ${name ?? tag ?? request}`;
}

/** Whether the player is now in the requested state. */
export function isGood({ outcome }: Pick<CommandView, "outcome">): boolean {
  return outcome === "applied" || outcome === "unchanged";
}
