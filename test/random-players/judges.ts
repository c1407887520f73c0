import type { Outcome } from "./listener.ts";
import type { Manner } from "./served-player.ts";
import { type Order, orderTopics } from "./topic-rules.ts";
import { inCircle } from "./words.ts";

/** A command as it is sent, and what is wrong with its outcome and its effect. */
export interface Sent {
  readonly control: string;
  readonly payload: string;
  readonly problemWith: (outcome: Outcome) => string | undefined;
}

/** A value that was to become another one. */
interface Change<T> {
  readonly was: T;
  readonly wanted: T;
  readonly is: T;
}

export type Judges = ReturnType<typeof judgesOf>;

/**
 * How the outcome of a command to a player is judged by the manner in which it took it; to be made before it is sent.
 * `exact`: there is one right outcome, as players of this make refuse nothing and tell all that is set.
 */
export function judgesOf(
  { calls }: { readonly calls: readonly string[] },
  manner: Manner,
  accuracy: "loose" | "exact" = "loose",
) {
  const isObeyed = manner !== "ignores" && manner !== "refuses";
  const before = calls.length;
  const made = (): readonly string[] => calls.slice(before);

  /** No request is repeated, whatever becomes of it. */
  const sent = (control: string, payload: string, problemWith: Sent["problemWith"]): Sent => ({
    control,
    payload,
    problemWith: (told) =>
      new Set(made()).size < made().length ? `was sent as ${made().join(", ")}` : problemWith(told),
  });

  /** A refusal is never an effect. */
  function judged<T>({ outcome, reason }: Outcome, { was, wanted, is }: Change<T>): string | undefined {
    const isExact = accuracy === "exact";
    const changed = isObeyed ? ["applied"] : isExact ? ["failed"] : ["failed", "rejected"];
    const outcomes = was === wanted ? ["unchanged", ...(isExact ? [] : changed)] : changed;
    return outcomes.includes(outcome)
      ? differs("the value", is, isObeyed ? wanted : was)
      : `is ${outcome} (${String(reason)}), wanted ${outcomes.join(" or ")}`;
  }

  /** A value that becomes another one, if it can. */
  function becomes<T>(control: string, payload: string, value: () => T, wanted: T, can = true): Sent {
    const was = value();
    return sent(control, payload, (told) =>
      can ? judged(told, { was, wanted, is: value() }) : noEffect(told, was, value()),
    );
  }

  /** The volume of a player whose levels are percents. */
  function volume(
    {
      what,
      value,
      isStep,
    }: { readonly what: "percent" | "level"; readonly value: number; readonly isStep: boolean },
    zone: { readonly level: number | undefined },
  ): Sent {
    const wish = isStep ? (zone.level ?? 0) + value : value;
    const can = zone.level !== undefined && (isStep || (wish >= 0 && wish <= 100));
    const payload = isStep ? step(value) : value < 0 ? `=${value}` : String(value);
    const wanted = Math.min(100, Math.max(0, wish));
    return becomes<number | undefined>(
      what === "percent" ? "volume" : "volume/level",
      payload,
      () => zone.level,
      wanted,
      can,
    );
  }

  /** A command for the order in which entries are played. */
  function ordered(
    { what, word }: { readonly what: "mode" | "shuffle" | "repeat"; readonly word: string },
    order: () => Order,
    can: boolean,
  ): Sent {
    const control = `music/${what}` as const;
    return becomes(control, word, () => orderTopics(order())[control], word, can);
  }

  /** Whether what is only passed through plays, nobody can tell unless it was paused. */
  function playback(
    word: "play" | "pause" | "stop",
    zone: { readonly state: string },
    { can, isPassedThrough }: { readonly can: boolean; readonly isPassedThrough: boolean },
  ): Sent {
    const { state: was } = zone;
    return sent("music/playback", word, (told) => {
      const { outcome } = told;
      if (isPassedThrough && word !== "stop")
        return outcome === "applied" && word === "play" && was !== "pause" ? "is applied" : undefined;
      if (!can)
        return outcome === "applied" ? `is applied from ${was}` : differs("the state", zone.state, was);
      return judged(told, { was, wanted: word, is: zone.state });
    });
  }

  /** Seeks by a request of this kind, if it can. What was paused stays paused. */
  function position(
    wish: number,
    zone: { readonly state: string },
    {
      can,
      call,
      unsent,
    }: { readonly can: boolean; readonly call: string; readonly unsent: readonly string[] },
  ): Sent {
    const { state: was } = zone;
    return sent("music/position", String(wish), ({ outcome, reason }) => {
      const isSent = made().some((one) => one.startsWith(call));
      if (!can) return isSent || outcome === "applied" ? `is ${outcome}, and sent: ${isSent}` : undefined;
      if (!isObeyed) return undefined;
      if (!isSent)
        return unsent.includes(outcome) ? undefined : `is ${outcome} (${String(reason)}), not sent`;
      const isKept = outcome === "applied" && (was === "play" || was === "pause");
      return isKept ? differs("the state", zone.state, was) : undefined;
    });
  }

  /** Something that is played by its address; nothing if there is no such thing. */
  function plays(control: string, payload: string, address: () => string, wanted: string | undefined): Sent {
    const was = address();
    return sent(control, payload, (told) => {
      if (wanted === undefined) return noEffect(told, was, address());
      // The same again looks as it did, unless its position is an earlier one.
      return was === wanted ? undefined : judged(told, { was, wanted, is: address() });
    });
  }

  return { isObeyed, sent, judged, becomes, volume, ordered, playback, position, plays };
}

/** A selection from a list: the entry that is meant, if any, and how it is named. */
export function selectionOf<Entry>(
  { by, place }: { readonly by: "tag" | "name" | "json" | "nothing"; readonly place: number },
  entries: readonly Entry[],
  tagOf: (entry: Entry) => string,
  names: readonly string[],
): { readonly entry: Entry | undefined; readonly payload: string } {
  const at = inCircle(place, entries.length);
  const entry = by === "nothing" ? undefined : entries[at];
  const wish = (by === "name" ? names[at] : entry && tagOf(entry)) ?? "no such ⊘";
  return { entry, payload: by === "json" ? JSON.stringify({ tag: wish, transaction: "t" }) : wish };
}

/** A step as a payload. */
export function step(by: number): string {
  return `${by < 0 ? "" : "+"}${by}`;
}

export function noEffect<T>(told: Outcome, was: T, is: T): string | undefined {
  if (told.outcome === "applied" || told.outcome === "superseded")
    return `is ${told.outcome} though it cannot be`;
  return differs("the value", is, was);
}

export function differs(what: string, found: unknown, wanted: unknown): string | undefined {
  return Object.is(found, wanted) ? undefined : `${what} is ${String(found)}, wanted ${String(wanted)}`;
}
