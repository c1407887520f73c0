import type { Outcome } from "./listener.ts";
import { differs, noEffect, type Sent } from "./request.ts";
import { type Order, orderTopics } from "./topic-rules.ts";

/** What a player does with a request that changes it. */
type Manner = "obeys" | "ignores" | "refuses" | "trails";

interface VolumeRequest {
  readonly what: "percent" | "level";
  readonly value: number;
  readonly isStep: boolean;
}

export type Once = (judge: (told: Outcome) => string | undefined) => (told: Outcome) => string | undefined;

/** How the outcome of a command to a player is judged; to be made before it is sent. */
export function judgesOf({ calls }: { readonly calls: readonly string[] }, manner: Manner) {
  const before = calls.length;
  /** No request is repeated, whatever becomes of it. */
  const once: Once = (judge) => (told) => {
    const made = calls.slice(before);
    return new Set(made).size < made.length ? `was sent as ${made.join(", ")}` : judge(told);
  };
  /** A value that becomes another one, if it can. */
  const becomes = <T>(control: string, payload: string, value: () => T, wanted: T, can = true): Sent => {
    const was = value();
    return {
      control,
      payload,
      problemWith: once((told) =>
        can ? judged(told, manner, { was, wanted, is: value() }) : noEffect(told, was, value()),
      ),
    };
  };
  return { once, becomes };
}

/** A command for the order in which entries are played. */
export function ordered(
  { what, word }: { readonly what: "mode" | "shuffle" | "repeat"; readonly word: string },
  becomes: ReturnType<typeof judgesOf>["becomes"],
  order: () => Order,
  can: boolean,
): Sent {
  const control = `music/${what}` as const;
  return becomes(control, word, () => orderTopics(order())[control], word, can);
}

/** A value was to become another one, in the manner in which the player took it. A refusal is never an effect. */
export function judged<T>(
  told: Outcome,
  manner: Manner,
  { was, wanted, is }: { was: T; wanted: T; is: T },
): string | undefined {
  const isObeyed = manner === "obeys" || manner === "trails";
  if (was === wanted) {
    const outcomes = isObeyed ? ["unchanged", "applied"] : ["unchanged", "failed", "rejected"];
    return (
      (outcomes.includes(told.outcome) ? undefined : `is ${told.outcome} (${String(told.reason)})`) ??
      differs("the value", is, was)
    );
  }
  const outcomes = isObeyed ? ["applied"] : ["failed", "rejected"];
  return outcomes.includes(told.outcome)
    ? differs("the value", is, isObeyed ? wanted : was)
    : `is ${told.outcome} (${String(told.reason)}), wanted ${outcomes.join(" or ")}`;
}

export function volume(
  { what, value, isStep }: VolumeRequest,
  manner: Manner,
  zone: { readonly level: number | undefined },
  once: Once,
): Sent {
  const was = zone.level;
  const wish = isStep ? (was ?? 0) + value : value;
  const can = was !== undefined && (isStep || (wish >= 0 && wish <= 100));
  const wanted = Math.min(100, Math.max(0, wish));
  const sign = value < 0 ? "" : "+";
  return {
    control: what === "percent" ? "volume" : "volume/level",
    payload: isStep ? `${sign}${value}` : value < 0 ? `=${value}` : String(value),
    problemWith: once((told) =>
      can ? judged(told, manner, { was, wanted, is: zone.level }) : noEffect(told, was, zone.level),
    ),
  };
}
