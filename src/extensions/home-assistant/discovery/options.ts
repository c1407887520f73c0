import type { ListedOption } from "../../../core/resources/choice-list.ts";
import {
  type FilmContext,
  filmChoices,
  type FilmList,
  areFilmListsKnown,
} from "../../../core/resources/film-tracks.ts";
import type { PlayerState } from "../../../core/resources/player.ts";
import type { Routing, RoutingEntry } from "../../../core/resources/audio.ts";
import { cleanText } from "./clean-text.ts";
import type { PlayerEntity } from "./entity.ts";
import { longestState } from "./templates.ts";

export interface Option {
  readonly tag: string;
  readonly text: string;
}

type Choice = Pick<RoutingEntry, "tag" | "displayName" | "enabled">;

/** Unique display names. A disabled entry is offered only while it is the current one, since a state must be an option. */
export function optionsOf({ entries, current }: Routing): Option[] {
  return optionsAmong(entries, current?.tag);
}

/** By title. Empty until all lists of the film are known, since each announcement is expensive. */
export function filmOptions(session: FilmContext, list: FilmList): Option[] {
  if (!areFilmListsKnown(session)) return [];
  return titleOptions(filmChoices(session, list));
}

/** The options of a list of the player; empty while it is unknown. */
export function listOptions(player: PlayerState, name: NonNullable<PlayerEntity["list"]>): Option[] {
  const { apps = [], musicPresets = [] } = player;
  if (name === "apps") return allOptions(apps.map(({ package: tag, label: text }) => ({ tag, text })));
  if (name === "musicPresets")
    return allOptions(musicPresets.map(({ id: tag, name: text }) => ({ tag, text })));
  const list = player[name];
  return titleOptions((list === undefined || "options" in list ? list?.options : list) ?? []);
}

export function titleOptions(listed: readonly ListedOption[]): Option[] {
  return allOptions(listed.map(({ title }) => ({ tag: title, text: title })));
}

function allOptions(listed: readonly Option[]): Option[] {
  const choices = listed.map(({ tag, text }) => ({ tag, displayName: text, enabled: true }));
  return optionsAmong(choices, undefined);
}

function optionsAmong(choices: readonly Choice[], current: string | undefined): Option[] {
  const tags = new Set<string>();
  const taken = new Set<string>();
  const options: Option[] = [];
  for (const { tag, displayName, enabled } of choices) {
    // A tag selects its first entry only; no command can reach a second one.
    if (tags.has(tag)) continue;
    tags.add(tag);
    const text = uniqueText(displayName, tag, taken);
    taken.add(text);
    if (enabled || tag === current) options.push({ tag, text });
  }
  return options;
}

/**
 * The state of a select from the current tag. A tag without an option is unknown, so the state is always one of the
 * options: this template and the options come in one message, and renaming an entry does not change its tag.
 */
export function optionState(options: readonly Option[]): string {
  return `{{ ${literal(options.map(({ tag, text }) => [tag, text]))}.get(value, "None") }}`;
}

/** The command of a select: always JSON, so that no name can be mistaken for other syntax. */
export function optionCommand(options: readonly Option[], field: "tag" | "value"): string {
  return `{{ {"${field}": ${literal(options.map(({ tag, text }) => [text, tag]))}.get(value, value)} | to_json }}`;
}

function uniqueText(name: string, tag: string, taken: ReadonlySet<string>): string {
  const plain = cleanText(name, longestState);
  if (isUsable(plain, taken)) return plain;
  for (let count = 1; ; count++) {
    const mark = count === 1 ? cleanText(tag, 60) : `${cleanText(tag, 60)} ${count}`;
    const text = `${cleanText(name, longestState - mark.length - 3)} (${mark})`.trim();
    if (isUsable(text, taken)) return text;
  }
}

/** Home Assistant treats "none" as no state. */
function isUsable(text: string, taken: ReadonlySet<string>): boolean {
  return text !== "" && text.toLowerCase() !== "none" && !taken.has(text);
}

/** A dictionary of texts. Jinja2 reads what JSON writes, and unlike in a JavaScript object no key is special. */
function literal(pairs: readonly (readonly [string, string])[]): string {
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(", ")}}`;
}
