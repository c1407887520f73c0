import type { PlayerView } from "../src/extensions/page/wire.ts";
import { asFields, fields, list, number, text, textOf, type Values } from "./values.ts";

/** What a view of a player gets. */
export interface PlayerProps {
  readonly player: PlayerView;
}

/** What a control that sets a value gets. */
export interface ControlProps extends PlayerProps {
  readonly command: string;
  readonly label: string;
  /** What a command says to set a value; by default the value. */
  readonly request?: (value: number | string) => string;
}

export interface NowPlayingProps extends PlayerProps {
  /** On a card it is small, and its place cannot be set. */
  readonly isCard?: boolean;
}

export type Playing = "playing" | "paused" | "idle" | "unknown";

export function availabilityOf(values: Values): "online" | "offline" | "unknown" {
  const payload = text(values, "availability");
  return payload === "online" || payload === "offline" ? payload : "unknown";
}

export function isOnline(values: Values): boolean {
  return availabilityOf(values) === "online";
}

/** Whether a player has a control: supported, unsupported, unknown, off, or denied to a guest; undefined before the player was recognized. */
export function supportOf(values: Values, control: string): unknown {
  return asFields(fields(values, "info")["controls"])[control];
}

/** Whether a player has a control, as far as known: what was not tried yet may work. */
export function can(values: Values, control: string): boolean {
  const support = supportOf(values, control);
  return support === "supported" || support === "unknown";
}

/** Whether the bridge reads the library of a player, and that has lists. */
export function hasLibrary({ library }: PlayerView): boolean {
  return library.isOn && library.lists.length > 0;
}

/** The lists of its library that the player itself searches, those that people look for most first. */
export function searchedLists(player: PlayerView): PlayerView["library"]["lists"] {
  const searched = fields(player, "info")["librarySearch"];
  return Array.isArray(searched) ? player.library.lists.filter((list) => searched.includes(list)) : [];
}

export function isSearchable(player: PlayerView): boolean {
  return searchedLists(player).length > 0;
}

/** What the player calls itself, such as its model; empty before it was read. */
export function infoOf(values: Values, field: "address" | "firmware" | "model"): string {
  return textOf(fields(values, "info")[field]);
}

/** Whether it answers, but supports none of the resources that the bridge reads. */
export function isUnsupported(values: Values): boolean {
  const families = Object.values(asFields(fields(values, "info")["families"]));
  return families.length > 0 && families.every((support) => support === "unsupported");
}

export type Film = NonNullable<ReturnType<typeof filmOf>>;

export function filmOf(values: Values) {
  const state = stateOf(values, "video/state");
  const title = text(values, "video/title");
  if (state === undefined || state === "idle" || title === "") return null;
  return { state, title, durationSeconds: number(values, "video/duration") };
}

export type Music = NonNullable<ReturnType<typeof musicOf>>;

/** The music that plays, is paused, or comes next, if any; beside a film only what is heard or paused. */
export function musicOf(values: Values) {
  const state = stateOf(values, "music/state") ?? "unknown";
  const isActive = state === "playing" || state === "paused";
  const isHeard = isActive || isPassThrough(values);
  // Bluetooth or an input may have no title: its input has a name.
  const title = text(values, "music/title") || (isHeard ? text(values, "audio/input/name") : "");
  if (title === "" || (!isActive && filmOf(values) !== null)) return null;
  return {
    state,
    title,
    artist: text(values, "music/artist"),
    album: text(values, "music/album"),
    format: text(values, "music/format"),
    durationSeconds: number(values, "music/duration"),
  };
}

/** Whether what plays may be an entry of the queue, which says nothing about radio, Bluetooth or an input. */
export function isFromQueue(values: Values): boolean {
  const source = text(values, "music/source");
  return !isPassThrough(values) && source !== "bluetooth" && source !== "network";
}

export function isPassThrough(values: Values): boolean {
  return text(values, "music/pass-through") === "on";
}

/** Whether a film or music plays, or is paused. */
export function isIn(values: Values, state: Playing): boolean {
  return text(values, "video/state") === state || text(values, "music/state") === state;
}

/** Whether the present source allows an action; nothing is denied while nothing plays. */
export function allows(values: Values, action: "play" | "next" | "previous" | "seek"): boolean {
  return text(values, "music/actions") === "" || list(values, "music/actions").includes(action);
}

const playings: readonly string[] = ["playing", "paused", "idle", "unknown"] satisfies readonly Playing[];

/** Undefined where the player does not have it. */
function stateOf(values: Values, leaf: "video/state" | "music/state"): Playing | undefined {
  const payload = text(values, leaf);
  return playings.includes(payload) ? (payload as Playing) : undefined;
}
