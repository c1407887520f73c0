import type { Fields } from "../polled/fields.ts";
import type { Player } from "../polled/make.ts";

/** No track is longer: what is, is told in microseconds. */
const longestMs = 36_000_000;
const perSecond = { ms: 1000, us: 1_000_000 } as const;

/** No track that is told in microseconds is shorter: a seek in a long one must not look like a fast advance. */
const shortestUs = 20_000_000;

type Unit = keyof typeof perSecond;

interface Seen {
  readonly mode: string;
  readonly position: number;
  readonly at: number;
  /** As the positions advance; undefined before they did. */
  readonly unit: Unit | undefined;
}

const seen = new WeakMap<Player, Seen>();

/**
 * The position and the duration. Most sources tell milliseconds, some microseconds, and some both: how fast the position
 * advances shows it, and before that its size.
 */
export function timesOf(answer: Fields, player: Player) {
  const [position, duration, mode] = [answer.number("curpos"), answer.number("totlen"), answer.text("mode")];
  const before = seen.get(player);
  const known = before?.mode === mode ? before : undefined;
  const advance = advanceOf(known, position, player.now());
  const isSeek = advance === "us" && (duration ?? 0) > 0 && (duration ?? 0) < shortestUs;
  const unit = (isSeek ? undefined : advance) ?? known?.unit;
  if (known === undefined || position !== known.position || unit !== known.unit)
    seen.set(player, { mode, position: position ?? 0, at: player.now(), unit });
  const inUs = secondsIn(duration, "us");
  const isInUs = unit === "us" || ((duration ?? 0) > longestMs && isWithin(position, unit ?? "us", inUs));
  const durationSeconds = isInUs ? inUs : secondsIn(duration, "ms");
  const isLong = (position ?? 0) > longestMs;
  const likely = (durationSeconds ?? 0) > 0 ? !isWithin(position, "ms", durationSeconds) : isLong;
  return { positionSeconds: secondsIn(position, unit ?? (likely ? "us" : "ms")), durationSeconds };
}

function isWithin(position: number | undefined, unit: Unit, seconds = 0): boolean {
  return (secondsIn(position, unit) ?? 0) <= seconds;
}

/** The unit by which the position has advanced, if it has, by about as much as the time. */
function advanceOf(before: Seen | undefined, position: number | undefined, now: number): Unit | undefined {
  const seconds = before === undefined ? 0 : (now - before.at) / 1000;
  if (before === undefined || position === undefined || seconds < 0.5) return undefined;
  const speed = (position - before.position) / seconds;
  return (["ms", "us"] as const).find((unit) => speed > perSecond[unit] / 4 && speed < perSecond[unit] * 4);
}

function secondsIn(value: number | undefined, unit: Unit): number | undefined {
  return value === undefined ? undefined : value / perSecond[unit];
}
