import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { timeLimit } from "../../src/lib/time-limit.ts";
import { FakeClock } from "../support/fake-clock.ts";

describe("a time limit", () => {
  it("aborts its signal when the time is over", async () => {
    const clock = new FakeClock();
    using limit = timeLimit(1000, clock);
    await clock.advance(999);
    expect(limit.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(limit.signal.aborted).toBe(true);
  });

  it("aborts its signal with its parent, and for the same reason", () => {
    const parent = new AbortController();
    using limit = timeLimit(1000, new FakeClock(), parent.signal);
    parent.abort("over");
    expect(limit.signal.reason).toBe("over");
  });

  it("leaves neither timer nor listener when it is disposed", async () => {
    const clock = new FakeClock();
    const parent = new AbortController();
    const limit = timeLimit(1000, clock, parent.signal);
    limit[Symbol.dispose]();
    await clock.advance(1000);
    expect(limit.signal.aborted).toBe(false);
    expect(getEventListeners(parent.signal, "abort")).toEqual([]);
  });
});
