import { type Clock, systemClock } from "../../lib/clock.ts";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Between two turns of the event loop, no more real time than this counts. */
const mostMsPerTurn = 2;
/** As if the machine had run for hours: what has never happened must not look like what has just happened. */
const startMs = 3 * 3_600_000;

/**
 * A clock that is `speed` times as fast as real time as long as the event loop keeps up. On a busy machine it slows down with
 * everything else in this process, so a deadline that is met on a quiet machine is met there, too. Each look at it takes a
 * moment: what is done first is earlier.
 */
export function fastClock(speed: number, lookMs = 0.001): Clock {
  const startedOn = Date.now() - startMs;
  const timers = new Set<Timer>();
  let now = startMs;
  let isRunning = false;

  /** The earliest timer up to `until`; of several at one moment, the one that was set first. */
  const nextTimer = (until: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at <= until && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  };

  const move = (realMs: number): void => {
    const until = now + Math.min(realMs, mostMsPerTurn) * speed;
    for (let timer = nextTimer(until); timer !== undefined; timer = nextTimer(until)) {
      now = Math.max(now, timer.at);
      timers.delete(timer);
      timer.callback();
    }
    now = until;
  };

  const run = (since: number): void => {
    isRunning = true;
    setTimeout(() => {
      const until = systemClock.now();
      move(until - since);
      if (timers.size > 0) run(until);
      else isRunning = false;
    }, 1);
  };

  /** Without a timer, it moves while somebody looks at it. */
  const goOn = (): void => {
    if (!isRunning) run(systemClock.now());
  };

  const after = (ms: number, callback: () => void): (() => void) => {
    const timer: Timer = { at: now + Math.max(0, ms), callback };
    timers.add(timer);
    goOn();
    return () => {
      timers.delete(timer);
    };
  };

  return {
    now: () => {
      goOn();
      return (now += lookMs);
    },
    worked: () => systemClock.now(),
    date: () => new Date(startedOn + now),
    after,
    async sleep(ms, signal) {
      if (signal.aborted) return;
      await new Promise<void>((resolve) => {
        const finish = (): void => {
          cancel();
          signal.removeEventListener("abort", finish);
          resolve();
        };
        const cancel = after(ms, finish);
        signal.addEventListener("abort", finish);
      });
    },
  };
}
