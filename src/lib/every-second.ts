import type { Alarm } from "./clock.ts";

export const secondMs = 1000;

interface Ticker {
  readonly listeners: Set<() => void>;
  cancel: () => void;
}

const tickers = new WeakMap<Alarm, Ticker>();

/** At every `nth` second. All share one timer, since waking an idle process takes more CPU than what is done then. */
export function everySecond(clock: Alarm, callback: () => void, nth = 1): () => void {
  const ticker = tickers.get(clock) ?? startTicker(clock);
  let count = 0;
  const listener = (): void => {
    count += 1;
    if (count % nth === 0) callback();
  };
  ticker.listeners.add(listener);
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size > 0) return;
    ticker.cancel();
    tickers.delete(clock);
  };
}

function startTicker(clock: Alarm): Ticker {
  const ticker: Ticker = { listeners: new Set(), cancel: () => {} };
  const next = (): void => {
    ticker.cancel = clock.after(secondMs, () => {
      next();
      for (const listener of ticker.listeners) listener();
    });
  };
  next();
  tickers.set(clock, ticker);
  return ticker;
}
