import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { GraceSignal } from "../../src/bridge/run-session.ts";
import { FakeClock } from "../support/fake-clock.ts";

it("a grace signal begins at once where its parent has aborted, and leaves neither timer nor listener", async () => {
  const clock = new FakeClock();
  using grace = new GraceSignal(AbortSignal.abort(), () => 1000, clock);
  await clock.advance(1000);
  expect(grace.signal.aborted).toBe(true);
  const parent = new AbortController();
  for (const { signal } of [parent, { signal: AbortSignal.abort() }])
    new GraceSignal(signal, () => 1000, clock)[Symbol.dispose]();
  expect([clock.pending, getEventListeners(parent.signal, "abort").length]).toEqual([0, 0]);
});
