import type { CommandView } from "../src/extensions/page/wire.ts";
import { clockText, unitText } from "./format.ts";
import { nameOf } from "./names.ts";
import { reasonText, translate } from "./phrases.ts";
import { isTextKey, numberText, t } from "./texts.ts";
import { choices, text, type Values } from "./values.ts";

/** The text of an outcome, of a command or of a step of a preset. */
type ToldCommand = Pick<CommandView, "command" | "request"> & { readonly tag?: string | undefined };

type Ended = CommandView["outcome"] | "skipped";

/** The outcome of a command as a sentence, with the reason of a failure. */
export function outcomeText(command: CommandView, player: Values): string {
  const { outcome } = command;
  const reason = outcome === "failed" || outcome === "rejected" ? reasonText(command) : undefined;
  const text = endText(commandText(command, player), outcome, reason);
  return [text, lostText(command.lost)].filter((part) => part !== "").join(". ");
}

/** How a command, a preset or a step of it ended, and why. */
export function endText(command: string, outcome: Ended, reason?: string): string {
  const values = { command, outcome: t(`step.${outcome}`) };
  return reason === undefined ? t("outcome.is", values) : t("outcome.because", { ...values, reason });
}

/** What a command has ended for good; empty for nothing. */
export function lostText(lost: CommandView["lost"] = []): string {
  if (lost.length === 0) return "";
  const names = lost.map((one) => translate({ text: one, code: `lost.${one}` }));
  return t("outcome.lost", { what: names.join(", ") });
}

export function isGood({ outcome }: Pick<CommandView, "outcome">): boolean {
  return outcome === "applied" || outcome === "unchanged";
}

/** How an outcome looks: a command that was replaced by a newer one, or not tried, is no failure. */
export function markOf(outcome: Ended): { readonly tone: string; readonly icon: "check" | "note" | "cross" } {
  switch (outcome) {
    case "applied":
    case "unchanged":
      return { tone: "is-good", icon: "check" };
    case "superseded":
    case "skipped":
      return { tone: "is-calm", icon: "note" };
    case "rejected":
    case "expired":
    case "failed":
      return { tone: "is-bad", icon: "cross" };
  }
}

export function commandText(told: ToldCommand, player: Values): string {
  const phrase = phraseOf(told);
  // Of another player only its id is known here.
  if (isTextKey(phrase)) return t(phrase, { name: told.request.replace(/^\S+\s*/, "") });
  const value = valueText(told, player);
  return value === "" ? commandName(told.command) : `${commandName(told.command)} ${value}`;
}

function commandName(command: string): string {
  const key = `entry.${command}`;
  return isTextKey(key) ? t(key) : nameOf(command);
}

/** The beginning of the keys of the buttons that send a command. */
const buttons: Readonly<Partial<Record<string, string>>> = {
  "video/playback": "transport.video",
  "music/playback": "transport.music",
  "music/mode": "mode",
  mute: "mute",
  group: "group",
  power: "power",
  screen: "screen",
  "display/show": "display.show",
};

/** The key of the text of the button that sends the same, if there is one. */
function phraseOf({ command, request }: ToldCommand): string {
  const word = request.toLowerCase();
  return `${buttons[command] ?? ""}.${command === "group" ? word.replace(/\s.*/s, "") : word}`;
}

/** The value in the words of the page; as written where it has none. */
function valueText({ command, request, tag = request }: ToldCommand, player: Values): string {
  switch (command) {
    case "audio/input":
    case "audio/output":
      return titleIn(player, command, tag);
    case "volume":
      return percentText(request);
    case "video/position":
    case "music/position":
      return /^\d+$/.test(request) ? clockText(Number(request)) : request;
    case "video/playlist":
    case "music/queue":
      // People count from one.
      return /^\d+$/.test(request) ? numberText(Number(request) + 1) : request;
    case "key":
      return keyText(request);
    case "video/subtitle":
      return request === "0" || request === "off" ? t("subtitle.off") : titleIn(player, command, request);
    case "sleep":
      if (request === "0") return t("outcome.off");
      return /^\d+$/.test(request) ? unitText(Number(request), "minute") : request;
    case "play":
    case "announce":
      return streamText(request);
    case "library/play":
      // Its id says nothing to anybody.
      return "";
    case "settings":
      return settingText(request, player);
    default:
      // One without options has the request itself.
      return stateText(titleIn(player, command as Chosen, request));
  }
}

/** A key of the remote control. */
export function keyText(name: string): string {
  const key = `remote.key.${name.replace(/^Key\./, "")}`;
  return isTextKey(key) ? t(key) : name.replace(/^(Key\.)?Number_/, "");
}

/** A stream by its title, else by its address. */
function streamText(request: string): string {
  try {
    const { title, address = request }: { title?: string; address?: string } = JSON.parse(request);
    return title ?? address;
  } catch {
    return request;
  }
}

/** `on` and `off` in the words of the page; anything else as it is. */
export function stateText(request: string): string {
  return request === "on" || request === "off" ? t(`outcome.${request}`) : request;
}

function percentText(request: string): string {
  const [, sign] = /^([+-]?)\d+(?:\.\d+)?$/.exec(request) ?? [];
  if (sign === undefined) return request;
  return numberText(Number(request) / 100, {
    style: "percent",
    ...(sign === "" ? {} : { signDisplay: "exceptZero" }),
  });
}

type Chosen = Parameters<typeof choices>[1];

function titleIn(player: Values, property: Chosen, request: string): string {
  return choices(player, property).options.find(({ value }) => value === request)?.title ?? request;
}

/** A setting by the player's own name, and its value: `Gain High` for `gain 2`. */
function settingText(request: string, player: Values): string {
  const [, tag, value = ""] = /^(\S+)\s+(.*)$/s.exec(request) ?? [];
  const title = tag === undefined ? "" : text(player, `settings/${tag}/title`);
  return title === "" ? request : `${title} ${stateText(titleIn(player, `settings/${tag}`, value))}`;
}
