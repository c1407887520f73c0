/** Whether the player can be reached; unknown until it answered or failed to. */
export type Availability = "unknown" | "online" | "offline";

/** Whether this model has a resource; requests find it out. */
export type Support = "unknown" | "supported" | "unsupported";

/** The state of reading one resource. */
export interface ResourceState {
  /** The moment from which it is to be read; infinity when no read is wanted. */
  readonly dueAt: number;
  readonly support: Support;
  /** When it was last requested; minus infinity when it never was. */
  readonly triedAt: number;
  /** Answers in a row that said the moment was bad. */
  readonly confusions: number;
  /** Answers in a row that said the model has no such thing. */
  readonly denials: number;
  /** Ticks passed over since the last one that counted, while the player is idle. */
  readonly skippedTicks: number;
}

/** That a value still holds is inferred from another one, so it is read this often all the same. */
export const longestTrustMs = 600_000;

/** Text, or the bytes of a picture. */
export type Payload = string | Uint8Array;

/** How large payloads may be. */
export interface PayloadLimits {
  /** The configured maximum: a longer list is cut to a window. */
  readonly maxPayloadBytes: number;
  /** The maximum of the broker itself, whatever is configured: a larger picture is left out. */
  readonly largestPayloadBytes: number;
}

/** The topics of a value by their leaf. Later ones may refer to earlier ones: options come before the selection. */
export type Topics<Value, Context = object> = Readonly<
  Record<string, (value: Value, context: Context, limits: PayloadLimits) => Payload>
>;

/** Topics that are made of the same inputs: while those are the same by identity, so are the payloads. */
export interface TopicGroup<Context> {
  readonly inputs: (context: Context) => readonly unknown[];
  readonly render: (context: Context, limits: PayloadLimits) => ReadonlyMap<string, Payload>;
}

/** A new value of a resource. */
interface Change<Value> {
  readonly before: Value | undefined;
  readonly after: Value;
  readonly now: number;
  /** A position that plays on is published this often. */
  readonly positionIntervalMs: number;
}

/** What follows from a change besides the topics of the resource. */
interface Consequences<Context, Name extends string> {
  /** Resources that are read from a moment on, as far as the model has them; infinity: no more. */
  readonly due?: readonly (readonly [name: Name, at: number])[];
  /** Other parts of the player's state that change with it. */
  readonly context?: Partial<Context>;
  /** Whatever the player denied may be supported now. */
  readonly forgetsDenials?: boolean;
}

/**
 * One part of a player that one request reads. `Context` is what it needs to know besides its own value, `Name` the
 * other resources that it makes due.
 */
export interface Resource<Value, Context = object, Name extends string = never> {
  /**
   * When it is read. schedule: by its cron expression. refresh: when the player (re)appears, and with a refresh.
   * appearance: when the player (re)appears. film: with each film. A refresh reads what has a schedule as well.
   */
  readonly readWith: "schedule" | "refresh" | "appearance" | "film";
  /** Its name in a sentence. */
  readonly title: string;
  /** Whether the specification promises it; players may lack what it does not name. */
  readonly isSpecified: boolean;
  /** Its name in settings, metrics and info, where that is another one. */
  readonly publicName?: string;
  /** Its value when the player answers that there is nothing. */
  readonly empty?: Value;
  readonly topics: Topics<Value, Context>;
  /** What its topics are made of besides its value. */
  readonly inputs?: (context: Context) => readonly unknown[];
  /** Payloads where the model lacks it; every other topic is empty then. */
  readonly ifUnsupported?: Readonly<Record<string, string>>;
  /** Its value when the player keeps answering that the moment is bad. */
  readonly ifConfused?: (value: Value | undefined) => Value;
  /** What a request for it changes. */
  readonly requested?: (context: Context) => Partial<Context>;
  /** What an answer changes, an unchanged one included. */
  readonly answered?: (context: Context) => Partial<Context>;
  /** Whether a poll cannot bring anything new. */
  readonly isCurrent?: (context: Context, now: number) => boolean;
  readonly changed?: (change: Change<Value>, context: Context) => Consequences<Context, Name>;
}

/**
 * The topics of a value. Of a resource that was never read nothing is published; one that the model lacks has empty
 * topics, which clears what an earlier run may have left in the broker.
 */
export function renderTopics<Value, Context>(
  topics: Topics<Value, Context>,
  value: Value | undefined,
  support: Support,
  context: Context,
  limits: PayloadLimits,
): Map<string, Payload> {
  if (value !== undefined) {
    return new Map(
      Object.entries(topics).map(([leaf, payloadOf]) => [leaf, payloadOf(value, context, limits)]),
    );
  }
  const leaves = support === "unsupported" ? Object.keys(topics).toReversed() : [];
  return new Map(leaves.map((leaf) => [leaf, ""]));
}

/** A number as text, empty where there is none. */
export function numberText(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}
