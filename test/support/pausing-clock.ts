import { type Clock, systemClock } from "../../src/lib/clock.ts";

const pauseMs = 10;

/** The machine's clock, but time in which the process could not run does not count as waited. */
export const pausingClock: Clock = {
  ...systemClock,
  sleep: async (ms, signal) => {
    for (let leftMs = ms; leftMs > 0 && !signal.aborted; leftMs -= pauseMs)
      await systemClock.sleep(pauseMs, signal);
  },
  after: (ms, callback) => {
    let leftMs = ms;
    const timer = setInterval(() => {
      leftMs -= pauseMs;
      if (leftMs > 0) return;
      clearInterval(timer);
      callback();
    }, pauseMs);
    return () => {
      clearInterval(timer);
    };
  },
};
