import type { Names } from "../names.ts";

/** Text, or the bytes of a picture. */
export type Payload = string | Uint8Array;

export interface PayloadLimits {
  /** The configured maximum: a longer list is cut to a window. */
  readonly maxPayloadBytes: number;
  /** The broker's own maximum, whatever is configured: a larger picture is omitted. */
  readonly largestPayloadBytes: number;
}

/** The value of a property: `on` or `off` for a flag, one of its words or options for a choice, JSON for an object or a list. */
type ValueKind = "text" | "number" | "flag" | "choice" | "object" | "list";

/** What a topic adds to the property above it: `audio/input/options` to `audio/input`. */
type PartKind = "range" | "name" | "data" | "type";

type PropertyKind = ValueKind | PartKind | "options";

type Unit = "s" | "min" | "%" | "fps";

interface Range {
  readonly min: number;
  readonly max: number;
}

/** What any program can know of a topic without knowing the topic itself. */
export interface PropertyFacts {
  readonly kind: PropertyKind;
  /** The name of what the value means; a part has that of its property. */
  readonly title: string;
  /** The same in the other languages, which show the title without it. */
  readonly names?: Names;
  /** A payload as players have it. */
  readonly sample: string;
  readonly unit?: Unit;
  /** The possible values of a choice that does not depend on the player. */
  readonly words?: readonly string[];
  readonly range?: Range;
  /** The topic of its range or of its options, where it does not lie below the property itself. */
  readonly rangeTopic?: string;
  /** Who looks for it; most people if undefined. */
  readonly category?: "setting" | "diagnostic" | "rare" | "internal";
  /** Not every make tells it: those that do name it in their `extraTopics`. */
  readonly isExtra?: true;
  /** What docs/topics.md says of the payload, if kind, unit and words do not say all. */
  readonly about?: string;
}

/** A topic of a player: what its payload means, and how it follows from the player's state. */
export interface Property<Value, Context = object> extends PropertyFacts {
  readonly payload: (value: Value, context: Context, limits: PayloadLimits) => Payload;
}

type Read<Value, Context, Result> = (value: Value, context: Context, limits: PayloadLimits) => Result;
type Facts = Omit<PropertyFacts, "kind" | "title">;

export function text<Value, Context>(
  title: string,
  facts: Facts,
  read: Read<Value, Context, string>,
): Property<Value, Context> {
  return { kind: "text", title, ...facts, payload: read };
}

/** A payload that is always a number, or empty. */
export function number<Value, Context>(
  title: string,
  facts: Facts,
  read: Read<Value, Context, number | string | undefined>,
): Property<Value, Context> {
  return { kind: "number", title, ...facts, payload: (...from) => String(read(...from) ?? "") };
}

/** `on`, `off`, or empty where the player does not report it. */
export function flag<Value, Context>(
  title: string,
  facts: Facts,
  read: Read<Value, Context, boolean | undefined>,
): Property<Value, Context> {
  return { kind: "flag", title, ...facts, payload: (...from) => onOff(read(...from)) };
}

/** One of the words, or where there are none one of the options below it. */
export function choice<Value, Context>(
  title: string,
  facts: Facts,
  read: Read<Value, Context, string | undefined>,
): Property<Value, Context> {
  return { kind: "choice", title, ...facts, payload: (...from) => read(...from) ?? "" };
}

export function object<Value, Context>(
  title: string,
  facts: Facts,
  read: Read<Value, Context, string>,
): Property<Value, Context> {
  return { kind: "object", title, ...facts, payload: read };
}

export function list<Value, Context>(
  title: string,
  facts: Facts,
  read: Read<Value, Context, string>,
): Property<Value, Context> {
  return { kind: "list", title, ...facts, payload: read };
}

/** An entry of a list of options, before the player's own fields. */
export interface Option {
  /** What a command says that chooses it, and what the property shows. */
  readonly value: string;
  readonly title: string;
}

/** The values that the property or the action above it takes; a list that does not exist is empty text. */
export function options<Value, Context>(
  facts: Facts & { readonly about: string },
  read: Read<Value, Context, readonly Option[] | undefined>,
): Property<Value, Context> {
  return {
    kind: "options",
    title: "",
    ...facts,
    about: `JSON array: \`value\`, \`title\`${facts.about}`,
    payload: (...from) => {
      const list = read(...from);
      return list === undefined ? "" : JSON.stringify(list);
    },
  };
}

/** Options that are called as they are sent. */
export function wordOptions(words: readonly string[]): readonly Option[] {
  return words.map((word) => ({ value: word, title: word }));
}

/** What belongs to the property above it. */
export function part<Value, Context>(
  kind: PartKind,
  facts: Facts,
  read: Read<Value, Context, Payload>,
): Property<Value, Context> {
  return { kind, title: "", ...facts, payload: read };
}

function onOff(isOn: boolean | undefined): string {
  return isOn === undefined ? "" : isOn ? "on" : "off";
}
