import { expect, it } from "vitest";
import { inTurn } from "../../../src/families/bluos/pace.ts";
import { FakeClock } from "../../support/fake-clock.ts";

const never = new AbortController().signal;
const noAnswer = new Promise<never>(() => {});

/** Makes two requests for one resource; how long after the first the second is made, where that has gone out after these times. */
async function secondAfter(...sentAt: readonly number[]): Promise<number | undefined> {
  const clock = new FakeClock();
  const begunAt = clock.now();
  let laterMs: number | undefined;
  void inTurn("/Status", clock, never, (onSent) => {
    for (const ms of sentAt) clock.after(ms, onSent);
    return noAnswer;
  });
  void inTurn("/Status", clock, never, () => {
    laterMs = clock.now() - begunAt;
    return noAnswer;
  });
  await clock.advance(10_000);
  return laterMs;
}

it("the next request for a resource comes a second after the last one has gone out, and waits for none that never does", async () => {
  expect([await secondAfter(0), await secondAfter(0, 200), await secondAfter(0, 999)]).toEqual([
    1000, 1200, 1999,
  ]);
});

it("a request that is given up while it waits for its turn is not made", async () => {
  const clock = new FakeClock();
  void inTurn("/Status", clock, never, (onSent) => {
    onSent();
    return noAnswer;
  });
  const stop = new AbortController();
  const second = inTurn("/Status", clock, stop.signal, async () => "made");
  stop.abort();
  await expect(second).rejects.toThrow("aborted");
});
