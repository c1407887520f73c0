import { playingSource } from "./now-playing.ts";
import type { TopicValue } from "./topic-value.ts";

/** What the description of a player says of a property or an action, as far as it is needed here. */
interface Described {
  readonly title?: unknown;
  readonly set?: Described;
  readonly words?: unknown;
  readonly examples?: unknown;
  readonly options?: unknown;
}

/** A value that can be chosen for a control. */
export interface ControlOption {
  readonly value: string;
  readonly label: string;
}

/** The values of a control: its words, else its options, else what is often sent, as the player describes it. */
export function controlOptions(
  control: string,
  values: ReadonlyMap<string, TopicValue>,
): readonly ControlOption[] {
  const name = resolveControl(control, values);
  if (name === "video/playlist") return optionsFrom(playlistOf(values));
  const property = describedBy(values, name);
  const { words, examples } = property.set ?? property;
  const topic = property.options;
  return optionsFrom(words ?? (typeof topic === "string" ? values.get(topic) : examples));
}

/** The English title of a property or an action, as the player describes it. */
export function titleOf(name: string, values: ReadonlyMap<string, TopicValue>): string {
  const { title } = describedBy(values, name);
  return typeof title === "string" ? title : "";
}

function describedBy(values: ReadonlyMap<string, TopicValue>, name: string): Described {
  const { properties = {}, actions = {} } = (values.get("description") ?? {}) as {
    readonly properties?: Readonly<Record<string, Described>>;
    readonly actions?: Readonly<Record<string, Described>>;
  };
  // A name comes from a flow: one of an object's own methods is no control.
  const found = [properties, actions].find((all) => Object.hasOwn(all, name));
  return found?.[name] ?? {};
}

function optionsFrom(list: unknown): readonly ControlOption[] {
  return Array.isArray(list) ? list.flatMap(readOption) : [];
}

function playlistOf(values: ReadonlyMap<string, TopicValue>): unknown {
  const published = values.get("video/playlist");
  return typeof published === "object" && published !== null && "playlist" in published
    ? published.playlist
    : undefined;
}

function readOption(option: unknown): ControlOption[] {
  if (typeof option === "string") return [{ value: option, label: option }];
  if (typeof option !== "object" || option === null) return [];
  const { index, title, value = title ?? index, enable } = option as Record<string, unknown>;
  if (enable === false || (typeof value !== "string" && typeof value !== "number")) return [];
  return [{ value: String(value), label: typeof title === "string" && title !== "" ? title : String(value) }];
}

/** `playback` and `position` mean the film or the music, whichever plays. */
export const controlsOfWhatPlays = ["playback", "position"] as const;

/** The topic of a control: `playback` becomes `video/playback` while a film plays. */
function resolveControl(control: string, values: ReadonlyMap<string, TopicValue>): string {
  const isOfWhatPlays = controlsOfWhatPlays.some((name) => name === control);
  return isOfWhatPlays ? `${playingSource(values) ?? "music"}/${control}` : control;
}

/** A control that makes sense for a player that is off. A preset may wake it. */
export function isForOffline(control: string): boolean {
  return control === "power" || control === "preset";
}

/** One or two topic levels, as all controls have: bridges do not listen to others, so those would get no outcome. */
export function isControl(control: string): boolean {
  return /^[a-z0-9_-]+(\/[a-z0-9_-]+)?$/.test(control);
}

/** The player and the control of a topic as the mqtt in node and the state node give it, or else a control alone. */
export function readTopic(
  base: string,
  topic: string,
): { readonly player: string; readonly control: string } {
  const isFull = topic.startsWith(`${base}/`);
  const levels = (isFull ? topic.slice(base.length + 1) : topic).replace(/\/set$/, "").split("/");
  const [player = ""] = isFull ? levels.splice(0, 1) : [];
  return { player, control: levels.join("/") };
}

/** Seconds to wait for an outcome where the node has no limit of its own. */
export function defaultSeconds(control: string, value: unknown): number {
  if (control === "preset") return 300;
  if (control === "announce") return 420;
  // Packets that wake a player are sent for 20 seconds, and then it boots.
  return control === "power" && value === "on" ? 150 : 15;
}

export function commandPayload(control: string, value: unknown, transaction: string): string {
  if (control === "refresh") return JSON.stringify({ transaction });
  // Several fields, such as the address and the volume of an announcement.
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return JSON.stringify({ ...value, transaction });
  return JSON.stringify({ value, transaction });
}
