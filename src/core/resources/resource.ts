import { cutText } from "../../lib/cut-text.ts";
import type { Phrase } from "../../lib/phrase.ts";
import type { Payload, PayloadLimits, Property, PropertyFacts } from "./property.ts";

/** Whether the player can be reached; unknown until the first answer or failure. */
export type Availability = "unknown" | "online" | "offline";

/** Whether the model supports a resource; requests find out. */
export type Support = "unknown" | "supported" | "unsupported";

export interface ResourceState {
  /** The moment when the next read is due; infinity when none is planned. */
  readonly dueAt: number;
  /** The moment of a further read, whatever is read before; it has passed if none is planned. */
  readonly againAt: number;
  readonly support: Support;
  /** When it was last requested; minus infinity if never. */
  readonly triedAt: number;
  /** Whether the last request brought no value: no other resource shows whether this one has changed then. */
  readonly hasFailed: boolean;
  /** The pause before the last repetition of a read that brought no value; 0 after a value. */
  readonly retryMs: number;
  /** Reads in a row without an answer, since the first of them; undefined after any answer. Some time later the value is not shown any more. */
  readonly unanswered:
    | { readonly since: number; readonly failures: number; readonly isLost: boolean }
    | undefined;
  /** Consecutive `confused` answers. */
  readonly confusions: number;
  readonly denials: number;
  /** Why it is never read: the owner has not enabled it, or no player of the family has it. */
  readonly unread: "off" | "lacking" | undefined;
  /** Ticks skipped since the last read while the player is idle. */
  readonly skippedTicks: number;
}

/** Whether a resource was requested at all: what is said of a player as a whole waits until everything was. */
export function wasRequested({ triedAt }: ResourceState): boolean {
  return triedAt > Number.NEGATIVE_INFINITY;
}

/** A value that is assumed to be unchanged, because another one is, is still read at this interval. */
export const maxAssumedAgeMs = 600_000;

/**
 * What a value's own setter is called at the player, in the words of its family: the family that reads the value gives
 * it, and gets it back with the call. Nothing else looks inside.
 */
export type Handle = string;

/** A level within a range of the player's own. */
export interface Level {
  /** Undefined while the player reports one outside the range. */
  readonly level: number | undefined;
  readonly min: number;
  readonly max: number;
}

/** The topics of a value by leaf. Later ones may refer to earlier ones: options come before the selection. */
export type Topics<Value, Context = object> = Readonly<Record<string, Property<Value, Context>>>;

/** A resource, one field of it, such as `video.path`, or a field of another part, such as `config.presets`. */
export type PartOf<Context> = {
  [Name in keyof Context & string]: Name extends "player"
    ? ResourcePart<Context[Name]>
    : Name extends "resources"
      ? never
      : Name extends "operations"
        ? Name
        : `${Name}.${keyof Context[Name] & string}`;
}[keyof Context & string];

type ResourcePart<State> = {
  [Name in keyof State & string]: Name | `${Name}.${keyof NonNullable<State[Name]> & string}`;
}[keyof State & string];

/** Facts that a session keeps from one answer to the next, besides the values. */
type MemoryOf<Context> = Context extends { readonly memory: infer Memory } ? Memory : object;

/** Topics that depend on the same parts of the state. While those are identical objects, the payloads are the same. */
export interface TopicGroup<Context> {
  readonly dependsOn: readonly PartOf<Context>[];
  readonly render: (context: Context, limits: PayloadLimits) => ReadonlyMap<string, Payload>;
}

/** Properties that depend on several resources, or on none. */
export interface PropertyGroup<Context> extends TopicGroup<Context> {
  readonly topics: Readonly<Record<string, PropertyFacts>>;
  /** Whether the player has them, as far as is known. */
  readonly isOffered: (context: Context) => boolean;
}

export interface Change<Value> {
  readonly before: Value | undefined;
  readonly after: Value;
  readonly now: number;
  readonly positionIntervalMs: number;
}

interface Consequences<Context, Name extends string> {
  /** Resources to read, each with the earliest time, if the model supports them; infinity cancels the read. */
  readonly due?: readonly (readonly [name: Name, at: number])[];
  /** What is remembered from now on. */
  readonly memory?: Partial<MemoryOf<Context>>;
  /** denials: what the player denied may be supported now. support: what it supported may be denied, too. */
  readonly forgets?: "denials" | "support";
}

/**
 * A part of a player's state that is read as one. `Context` is the state that it needs besides its own value, `Name`
 * the other resources that it makes due.
 */
export interface Resource<Value, Context = object, Name extends string = never> {
  /**
   * When it is read, besides when the player appears, at its interval, and when another resource shows that it may have
   * changed. refresh: when the owner asks for everything. appearance: at no other time. film: with each film.
   */
  readonly readOn: "refresh" | "appearance" | "film";
  /** The longest time between two reads; `never` for a value that changes only with what `readOn` says. */
  readonly readEveryMs: number | "never";
  /** Whether a setting `poll.<public name>` can replace its interval by a schedule. */
  readonly hasSchedule?: true;
  /** `info` says whether the player supports it. A player that supports no expected resource is not addressed rightly. */
  readonly isExpected?: true;
  /** Readiness and the first announcement to Home Assistant wait until it is known. */
  readonly isEssential?: true;
  /** While it is answered, a player and no other device is at the address. */
  readonly identifiesPlayer?: true;
  /** The name in a sentence, if it is not that of its first property. */
  readonly title?: string;
  /** What a summary says after the title, in words that need no translation, or a sentence of its own. By default, how many there are. */
  readonly summary?: (value: Value) => string | Phrase;
  /** The name in settings, metrics and info, if it differs. */
  readonly publicName?: string;
  /** The value when the player answers that there is nothing. */
  readonly empty?: Value;
  /** A single such answer is no end of what was there. */
  readonly confirmsEmpty?: true;
  /** When its film begins, it may not be there yet. with others: many a film has none, so it is only missing while another one is. */
  readonly trailsFilm?: "alone" | "with others";
  readonly topics: Topics<Value, Context>;
  /** What no topic reads: where nothing else has changed, as in most polls of a film, nothing is rendered. */
  readonly unpublished?: readonly (keyof Value & string)[];
  /** The parts that its topics depend on besides its own value. */
  readonly dependsOn?: readonly PartOf<Context>[];
  /** Payloads where the model does not support it; every other topic is empty then. */
  readonly ifUnsupported?: Readonly<Record<string, string>>;
  /** The value after several `confused` answers in a row. */
  readonly ifConfused?: (value: Value | undefined) => Value;
  /** Corrects a reported value from earlier ones; after an unchanged answer it gets the last value again. */
  readonly inferred?: (reported: Value, context: Context, now: number) => Value;
  /** Whether a change shows that the player is in use. It is then polled at every tick for a while. */
  readonly showsUse?: true;
  /** What any answer leaves in memory, an unchanged one included. */
  readonly answered?: (context: Context) => Partial<MemoryOf<Context>>;
  /** The resource that would show that this one has changed, if one would: this one is then read only after `maxAssumedAgeMs`. */
  readonly impliedBy?: (context: Context) => Name | undefined;
  readonly changed?: (change: Change<Value>, context: Context) => Consequences<Context, Name>;
}

/** How the resources are read that every player of its kind has, and that the owner can poll by a schedule. */
export const polled = {
  readOn: "refresh",
  readEveryMs: maxAssumedAgeMs,
  hasSchedule: true,
  isExpected: true,
  isEssential: true,
  identifiesPlayer: true,
} as const;

/** Rarely changed, and never by the music: read when the player appears, on a refresh, and around a command. */
export const rarelyRead = { readOn: "refresh", readEveryMs: "never" } as const;

/** One that was never read publishes nothing; an unsupported one clears retained values of an earlier run. */
export function renderTopics<Value, Context>(
  topics: Topics<Value, Context>,
  value: Value | undefined,
  support: Support,
  context: Context,
  limits: PayloadLimits,
): Map<string, Payload> {
  const payloads = new Map<string, Payload>();
  if (value === undefined) {
    const leaves = support === "unsupported" ? Object.keys(topics).toReversed() : [];
    for (const leaf of leaves) payloads.set(leaf, "");
    return payloads;
  }
  for (const [leaf, { payload }] of Object.entries(topics))
    payloads.set(leaf, payload(value, context, limits));
  return payloads;
}

/** A title at the end of a summary. */
export function quoted(title: string): string {
  if (title === "") return "";
  return title.length > longestQuote ? ` '${cutText(title, longestQuote - 1)}…'` : ` '${title}'`;
}

const longestQuote = 40;
