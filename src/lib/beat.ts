import type { Alarm } from "./clock.ts";

export const beatMs = 1000;

interface Beat {
  readonly listeners: Set<() => void>;
  cancel: () => void;
}

const beats = new WeakMap<Alarm, Beat>();

/**
 * Calls back once a second, or at every `nth` second; returns a function that ends it. One timer of the clock serves all
 * callers, since waking an idle process takes more CPU than what is done then.
 */
export function onBeat(clock: Alarm, callback: () => void, nth = 1): () => void {
  const beat = beats.get(clock) ?? startBeat(clock);
  let count = 0;
  const listener = (): void => {
    count += 1;
    if (count % nth === 0) callback();
  };
  beat.listeners.add(listener);
  return () => {
    beat.listeners.delete(listener);
    if (beat.listeners.size > 0) return;
    beat.cancel();
    beats.delete(clock);
  };
}

function startBeat(clock: Alarm): Beat {
  const beat: Beat = { listeners: new Set(), cancel: () => {} };
  const next = (): void => {
    beat.cancel = clock.after(beatMs, () => {
      next();
      for (const listener of beat.listeners) listener();
    });
  };
  next();
  beats.set(clock, beat);
  return beat;
}
