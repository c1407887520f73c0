import type { CommandView, PlayerView } from "../wire.ts";
import { millisecondsText } from "./format.ts";

/** How a command ended, in words: what happened, and why it did not. */
export function outcomeText(command: CommandView, player: Pick<PlayerView, "audio">): string {
  const { outcome, reason, durationMs } = command;
  const what = commandText(command, player);
  switch (outcome) {
    case "applied":
      return `${what}: applied in ${millisecondsText(durationMs)}`;
    case "unchanged":
      return `${what}: it was so already`;
    case "superseded":
      return `${what}: a newer wish came first`;
    case "expired":
      return `${what}: the player was busy for too long`;
    case "rejected":
    case "failed":
      return `${what}: ${outcome}${reason === undefined ? "" : `, ${reason}`}`;
  }
}

/** What a command asked for. */
function commandText({ command, tag, request }: CommandView, { audio }: Pick<PlayerView, "audio">): string {
  if (!command.startsWith("audio/")) {
    const name = command.charAt(0).toUpperCase() + command.slice(1).replace("/", " ");
    return request === "" ? name : `${name} ${request}`;
  }
  const selector = command === "audio/input" ? "input" : "output";
  const name = audio?.[selector].options.find((option) => option.tag === (tag ?? request))?.name;
  return `${selector === "input" ? "Input" : "Output"} ${name ?? tag ?? request}`;
}

/** Whether what was wanted is so now. */
export function isGood({ outcome }: Pick<CommandView, "outcome">): boolean {
  return outcome === "applied" || outcome === "unchanged";
}
