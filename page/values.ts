import type { Leaf, PlayerView } from "../src/extensions/page/wire.ts";

/** The topics of a player: whoever shows a value reads it here by its topic, as any subscriber would. */
export type Values = Pick<PlayerView, "topics">;

/** The payload of a topic; empty without one. */
export function text({ topics }: Values, leaf: Leaf): string {
  return topics[leaf] ?? "";
}

export function number(values: Values, leaf: Leaf): number | undefined {
  const payload = text(values, leaf);
  return payload === "" ? undefined : Number(payload);
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; none without one. */
export function fields(values: Values, leaf: Leaf): Fields {
  return asFields(parseText(text(values, leaf)));
}

/** The entries of a JSON array; none without one. */
export function list(values: Values, leaf: Leaf): readonly unknown[] {
  const parsed = parseText(text(values, leaf));
  return Array.isArray(parsed) ? parsed : [];
}

export function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** A text of the player's own; empty if it sent anything else. */
export function textOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim() : "";
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export interface Option {
  /** What a command that selects it says. */
  readonly value: string;
  readonly title: string;
  readonly isEnabled: boolean;
  readonly hasPicture: boolean;
}

export interface Choices {
  /** The value of the selected option; undefined if it is not reported. */
  readonly current: string | undefined;
  readonly options: readonly Option[];
}

/** A property that is one of its options. */
type Chosen = LeafWith<"options">;
type LeafWith<Part extends string, One = Leaf> =
  | (One extends `${infer Above}/${Part}` ? Above : never)
  | `settings/${string}`;

/** The options of a property; the present one is on the topic `shown`. */
export function choices(values: Values, property: Chosen, shown: Leaf = property as Leaf): Choices {
  const options = list(values, `${property}/options` as Leaf).map(optionOf);
  const now = text(values, shown);
  const current = options.find(({ value }) => value === now);
  return { current: now === "" ? undefined : current?.value, options };
}

function optionOf(entry: unknown): Option {
  const { value, title, enable, icon, picture = icon } = asFields(entry);
  return {
    value: textOf(value),
    title: textOf(title),
    isEnabled: enable !== false,
    hasPicture: typeof picture === "string",
  };
}

export interface Level {
  /** Undefined while it is not reported. */
  readonly level: number | undefined;
  readonly min: number;
  readonly max: number;
  /** The player's own text of it, where it has one. */
  readonly text?: string | undefined;
}

/** A number within a range; undefined where the player reports no range. */
export function level(values: Values, property: LeafWith<"range">): Level | undefined {
  const range = fields(values, `${property}/range` as Leaf);
  const [min, max] = [numberOf(range["min"]), numberOf(range["max"])];
  if (min === undefined || max === undefined) return undefined;
  return { level: number(values, property as Leaf), min, max };
}

/** What was parsed, by its text: the same payload is shown many times. */
const parsed = new Map<string, unknown>();
const mostParsed = 2000;

/** The value of a JSON text; undefined for anything else. */
export function parseText(payload: string): unknown {
  if (payload === "") return undefined;
  if (!parsed.has(payload)) {
    if (parsed.size >= mostParsed) parsed.clear();
    parsed.set(payload, parsePayload(payload));
  }
  return parsed.get(payload);
}

/** Undefined for what is no JSON: a newer bridge may have another form. */
function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
