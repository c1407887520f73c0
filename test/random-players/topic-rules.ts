import { isDeepStrictEqual } from "node:util";
import { problemInDescription } from "../support/problem-in-description.ts";

/*
 * The rules that topics are compared with.
 */

/** The settings of the bridge that its topics depend on. */
export interface Settings {
  readonly window: number;
  readonly publish: "window" | "all";
  readonly fields: "essential" | "all";
}

/** A retained topic: its text, or a rule that says what is wrong with it. */
type Wanted = string | ((found: string) => string | undefined);
export type Topics = Readonly<Record<string, Wanted>>;

/** The topics that the bridge published about one player, below its id. */
export type Published = ReadonlyMap<string, string>;

/** Any text, also none. */
export const anything = (): undefined => undefined;

/** What is wrong with the topics of a player; empty if all is right. */
export function problemsWith(topics: Topics, published: Published): string[] {
  const wrong = Object.entries(topics).flatMap(([leaf, wanted]) => {
    const found = published.get(leaf) ?? "";
    const problem = typeof wanted === "string" ? differs(found, wanted) : wanted(found);
    return problem === undefined ? [] : [`${leaf} ${problem}`];
  });
  const unexpected = [...published.keys()].filter((leaf) => !(leaf in topics));
  return [...wrong, ...unexpected.map((leaf) => `${leaf} is there: ${String(published.get(leaf))}`)];
}

/** The names in the published options, in their order. */
export function displayNames(published: Published, list: "input" | "output"): readonly string[] {
  return optionsOf(published, list).map(({ title }) => String(title));
}

/** The names of those that can be selected. */
export function usableNames(published: Published, list: "input" | "output"): readonly string[] {
  return optionsOf(published, list).flatMap(({ title, enable }) => (enable === false ? [] : [String(title)]));
}

function optionsOf(published: Published, list: "input" | "output") {
  const options = parse(published.get(`audio/${list}/options`) ?? "[]");
  return Array.isArray(options) ? (options as { readonly title?: unknown; readonly enable?: unknown }[]) : [];
}

/** An entry of a list to choose from. */
interface Named {
  readonly tag: string;
  readonly name: string;
}

/** A display name is unique, never the tag of another entry, and the own name where that is free. */
export function problemOfNames(entries: readonly Named[], shown: readonly string[]): string | undefined {
  if (new Set(shown).size < shown.length) return `has a name twice: ${shown.join(", ")}`;
  for (const [place, { tag, name }] of entries.entries()) {
    const own = shown[place] ?? "";
    const others = entries.filter((_entry, at) => at !== place);
    // Home Assistant takes "none" for no value.
    const isFree =
      name.toLowerCase() !== "none" && others.every((other) => other.name !== name && other.tag !== name);
    if (isFree && name !== "" && own !== name) return `calls ${name} ${own}`;
    if (!own.includes(name === "" ? tag : name)) return `calls ${name} ${own}`;
    if (others.some((other) => other.tag === own)) return `calls ${name} by the tag of another one: ${own}`;
  }
  return undefined;
}

/** What is told of every player that plays music alone and is online. */
export function musicPlayerTopics(info: object): Topics {
  return {
    availability: "online",
    info: json(info),
    power: "on",
    "power/options": json([{ value: "reboot" }]),
    "video/state": "unsupported",
    "preset/options": anything,
    history: anything,
    description: problemInDescription,
    note: anything,
  };
}

/** Of a volume whose levels are percents. */
export function levelTopics(level: number, isMuted: boolean): Topics {
  return {
    volume: String(level),
    "volume/level": String(level),
    "volume/range": json({ min: 0, max: 100 }),
    "volume/restriction": "",
    mute: isMuted ? "on" : "off",
  };
}

/** A preset without a name is called by its id. */
export function presetTopics(presets: readonly { readonly id: string; readonly name: string }[]): Topics {
  return { "music/preset/options": json(presets.map(({ id, name }) => ({ id, name: name || id }))) };
}

/** How far a position may be behind, in seconds: it is read every few seconds, or a third of a second of real time. */
const laggingSeconds = 15;

/** The rule of the position of a player that is there now, in seconds. */
export function positionOf(
  state: string,
  isTimed: boolean,
  now: number,
): (found: string) => string | undefined {
  return (found) => {
    if (!isTimed || state === "stop") return oneOf(found, [""]);
    if (state !== "play") return oneOf(found, [String(Math.floor(now))]);
    const is = Number(found);
    const isNear = found !== "" && is <= now + 1 && is >= now - laggingSeconds;
    return isNear ? undefined : `is ${short(found)}, wanted ${now}`;
  };
}

/** In which order entries are played. */
export interface Order {
  readonly isShuffled: boolean;
  readonly repeat: "all" | "one" | "off";
}

/** The topics of an order, empty where none is told. */
export function orderTopics(order: Order | undefined) {
  const { isShuffled = false, repeat = "" } = order ?? {};
  const modes = isShuffled ? ["other", "shuffle"] : ["single", "list"];
  return {
    "music/mode": order === undefined ? "" : String(modes[repeat === "one" ? 0 : 1]),
    "music/shuffle": order === undefined ? "" : isShuffled ? "on" : "off",
    "music/repeat": repeat,
  };
}

/** A queue of a player. */
interface WantedQueue {
  readonly id: number | string;
  readonly current: number | undefined;
  /** The entries, with every field of the player's or with those that people read. */
  readonly entries: (isWhole: boolean) => readonly object[];
}

/** A window around the current entry, and pages with all of them if those are asked for. */
export function queueTopics(
  { id, current, entries }: WantedQueue,
  { window, publish, fields }: Settings,
  published: Published,
): Topics {
  const wanted = entries(fields === "all");
  const total = wanted.length;
  return {
    "music/queue/total": String(total),
    "music/queue": (found) => {
      const problem = json({ id, total, current })(found);
      const shown = (parse(found) as { entries?: { position: number }[] } | undefined)?.entries;
      if (problem !== undefined || shown === undefined) return problem ?? "has no entries";
      const first = shown[0]?.position ?? 0;
      const length = Math.min(window, total);
      if (shown.length !== length) return `has ${shown.length} entries, wanted ${length}`;
      if (current !== undefined && (current < first || current >= first + length))
        return `is not around entry ${current}`;
      return problemWith(shown, wanted.slice(first, first + length), "");
    },
    ...(publish === "all" && pages(published, entries(true))),
  };
}

/** The pages hold all entries in order; how many each holds is the bridge's own business. */
function pages(published: Published, wanted: readonly object[]): Topics {
  const leaves = [...published.keys()].filter((leaf) => leaf.startsWith("music/queue/pages/"));
  const inOrder = leaves.map((_leaf, page) => `music/queue/pages/${page}`);
  const found = inOrder.flatMap((leaf) => parse(published.get(leaf) ?? "") ?? "no page");
  return {
    ...Object.fromEntries(inOrder.map((leaf) => [leaf, anything])),
    "music/queue/pages/0": () => problemWith(found, wanted, "pages"),
  };
}

/** The rule that a topic is JSON with at least these fields, in lists of this length. */
export function json(wanted: unknown): (found: string) => string | undefined {
  return (found) => problemWith(parse(found), wanted, "");
}

function problemWith(found: unknown, wanted: unknown, path: string): string | undefined {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) {
      return `${path} is ${short(found)}, wanted ${wanted.length} entries`;
    }
    return firstOf(wanted.map((one, at) => problemWith(found[at], one, `${path}[${at}]`)));
  }
  if (typeof wanted === "object" && wanted !== null) {
    if (typeof found !== "object" || found === null) return `${path} is ${short(found)}, wanted an object`;
    const fields = found as Readonly<Record<string, unknown>>;
    return firstOf(
      Object.entries(wanted).map(([field, value]) => problemWith(fields[field], value, `${path}.${field}`)),
    );
  }
  return isDeepStrictEqual(found, wanted) ? undefined : `${path} is ${short(found)}, wanted ${short(wanted)}`;
}

function firstOf(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function oneOf(found: string, texts: readonly string[]): string | undefined {
  return texts.includes(found) ? undefined : `is ${short(found)}, wanted ${texts.map(short).join(" or ")}`;
}

function differs(found: string, wanted: string): string | undefined {
  return found === wanted ? undefined : `is ${short(found)}, wanted ${short(wanted)}`;
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 300);
}
