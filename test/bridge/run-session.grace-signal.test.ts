import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { GraceSignal } from "../../src/bridge/run-session.ts";
import { FakeClock } from "../support/fake-clock.ts";

describe("a grace signal", () => {
  it("begins at once where its parent has aborted", async () => {
    const clock = new FakeClock();
    using grace = new GraceSignal(AbortSignal.abort(), () => 1000, clock);
    await clock.advance(1000);
    expect(grace.signal.aborted).toBe(true);
  });

  it("takes no time where there is nothing to finish", () => {
    const parent = new AbortController();
    using grace = new GraceSignal(parent.signal, () => 0, new FakeClock());
    parent.abort();
    expect(grace.signal.aborted).toBe(true);
  });

  it("leaves neither timer nor listener behind", () => {
    const clock = new FakeClock();
    const parent = new AbortController();
    new GraceSignal(parent.signal, () => 1000, clock)[Symbol.dispose]();
    new GraceSignal(AbortSignal.abort(), () => 1000, clock)[Symbol.dispose]();
    expect([clock.pending, getEventListeners(parent.signal, "abort").length]).toEqual([0, 0]);
  });
});
