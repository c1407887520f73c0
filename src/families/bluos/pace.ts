import type { Clock } from "../../lib/clock.ts";
import { keepNewest } from "../../lib/keep-newest.ts";
import { pause } from "../http/pause.ts";

/** The maker's rule: never two requests for the same resource within a second, even if the first was answered at once. */
const gapMs = 1000;
/** Far more than all players of a bridge read within a second. */
const maxKept = 10_000;

interface Turns {
  sentAt: number;
  /** Resolves when the last request was sent, or never will be. */
  last: Promise<void>;
}

/**
 * Whoever asks, the rule is about the player, so the turns are not those of a connection. Times of one clock say nothing on
 * another.
 */
const turnsByClock = new WeakMap<object, Map<string, Turns>>();

function turnsOf(resource: string, clock: object): Turns {
  const all = turnsByClock.get(clock) ?? new Map<string, Turns>();
  turnsByClock.set(clock, all);
  const turns = all.get(resource) ?? { sentAt: Number.NEGATIVE_INFINITY, last: Promise.resolve() };
  keepNewest(all, resource, turns, maxKept);
  return turns;
}

/**
 * Makes a request for a resource when that may be requested again. `ask` calls `onSent` when the request is made, and again when
 * it has gone out: it may wait for the connection, or never get one.
 */
export async function inTurn<T>(
  resource: string,
  clock: Pick<Clock, "now" | "after">,
  signal: AbortSignal,
  ask: (onSent: () => void) => Promise<T>,
): Promise<T> {
  const turns = turnsOf(resource, clock);
  const { last } = turns;
  let pass = (): void => {};
  turns.last = new Promise((resolve) => {
    pass = resolve;
  });
  try {
    await last;
    // The last request may go out meanwhile.
    while (!signal.aborted && turns.sentAt + gapMs > clock.now())
      await pause(turns.sentAt + gapMs - clock.now(), clock, signal);
    signal.throwIfAborted();
    return await ask(() => {
      turns.sentAt = clock.now();
      pass();
    });
  } finally {
    pass();
  }
}
