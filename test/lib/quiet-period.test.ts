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

/** When waits for a silence were over, after acts such as `noise 900 5`: five times something is heard, every 900 ms. */
async function endsAfter(acts: string): Promise<{ ends: number[]; pending: number }> {
  const clock = new LateClock();
  const silence = new QuietPeriod(clock);
  const begunAt = clock.now();
  const ends: number[] = [];
  for (const act of acts.split(", ")) {
    const [name, value = "1000", times = "1"] = act.split(" ");
    const ms = Number(value);
    if (name === "wait") silence.wait(ms, () => ends.push(clock.now() - begunAt));
    if (name === "pass") await clock.advance(ms);
    if (name === "late") clock.lateByMs = ms;
    if (name === "cancel") silence.cancel();
    const noises = name === "noise" ? Number(times) : 0;
    for (let noise = 0; noise < noises; noise += 1) {
      await clock.advance(ms);
      silence.restart();
    }
  }
  return { ends, pending: clock.pending };
}

it.each<[string, number[], string]>([
  ["when nothing was heard for the time", [1000], "wait"],
  ["later, when something was heard", [5500], "wait, noise 900 5"],
  ["after ten times at most where it never comes", [10_000], "wait, noise 500 30"],
  ["once more later for who was too busy to hear anything", [2400], "late 400, wait, pass 1399, late 0"],
  ["after ten times at most for who is always too busy", [10_400], "late 400, wait, pass 11000"],
  [
    "for the last who waits, and for nobody who said so",
    [2000],
    "wait, wait 2000, pass 2000, wait, cancel, noise 0",
  ],
])("a silence is over %s", async (_when, ends, acts) => {
  expect(await endsAfter(`${acts}, noise 5000 2`)).toEqual({ ends, pending: 0 });
});
