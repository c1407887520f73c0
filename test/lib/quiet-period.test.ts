import { expect, it } from "vitest";
import { QuietPeriod } from "../../src/lib/quiet-period.ts";
import { FakeClock } from "../support/fake-clock.ts";

/** A clock whose timers come late, as those of a process that was busy. */
class LateClock extends FakeClock {
  lateByMs = 0;

  override after(ms: number, callback: () => void): () => void {
    return super.after(ms + this.lateByMs, callback);
  }
}

/** Waits for a second of silence; notes when it is over. */
function startBench() {
  const clock = new LateClock();
  const silence = new QuietPeriod(clock);
  const begunAt = clock.now();
  const ends: number[] = [];
  const wait = (ms = 1000): void => silence.wait(ms, () => ends.push(clock.now() - begunAt));
  const noise = async (everyMs: number, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await clock.advance(everyMs);
      silence.restart();
    }
  };
  return { clock, silence, ends, wait, noise };
}

type Bench = ReturnType<typeof startBench>;

it.each<[string, number[], (bench: Bench) => Promise<void> | void]>([
  ["when nothing was heard for the time", [1000], ({ wait }) => wait()],
  [
    "later, when something was heard",
    [5500],
    ({ wait, noise }) => {
      wait();
      return noise(900, 5);
    },
  ],
  [
    "after ten times at most where it never comes",
    [10_000],
    ({ wait, noise }) => {
      wait();
      return noise(500, 30);
    },
  ],
  [
    "once more later for who was too busy to hear anything",
    [2400],
    async ({ clock, wait }) => {
      clock.lateByMs = 400;
      wait();
      await clock.advance(1399);
      clock.lateByMs = 0;
    },
  ],
  [
    "after ten times at most for who is always too busy",
    [10_400],
    async ({ clock, wait }) => {
      clock.lateByMs = 400;
      wait();
      await clock.advance(11_000);
    },
  ],
  [
    "for the last who waits, and for nobody who said so",
    [2000],
    async ({ clock, silence, wait }) => {
      wait();
      wait(2000);
      await clock.advance(2000);
      wait();
      silence.cancel();
      silence.restart();
    },
  ],
])("a silence is over %s", async (_when, expected, live) => {
  const bench = startBench();
  await live(bench);
  await bench.clock.advance(5000);
  bench.silence.restart();
  await bench.clock.advance(5000);
  expect([bench.ends, bench.clock.pending]).toEqual([expected, 0]);
});
