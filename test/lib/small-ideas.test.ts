import * as fc from "fast-check";
import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { backoffMs } from "../../src/lib/backoff.ts";
import { GraceSignal } from "../../src/bridge/run-session.ts";
import { hash32, phaseOf } from "../../src/lib/hash.ts";
import { once } from "../../src/lib/once.ts";
import { anyText } from "../support/any-text.ts";
import { FakeClock } from "../support/fake-clock.ts";

describe("what is made once", () => {
  it("is made when it is first asked for, and never again, even if it is nothing", () => {
    let made = 0;
    const nothing = once(() => {
      made += 1;
    });
    expect(made).toBe(0);
    expect([nothing(), nothing(), made]).toEqual([undefined, undefined, 1]);
  });
});

describe("a back-off", () => {
  const policy = { firstMs: 1000, maxMs: 30_000 };

  it.each([
    [0, 1000],
    [1, 1000],
    [2, 2000],
    [5, 16_000],
    [6, 30_000],
    [1e9, 30_000],
  ])("before attempt %i is at most %i ms, and at least three quarters of it", (attempt, ms) => {
    expect([backoffMs(policy, attempt, 0), backoffMs(policy, attempt, 1)]).toEqual([ms * 0.75, ms]);
  });

  it("is a whole number of milliseconds between its bounds, for any attempt and any dice", () => {
    const dice = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat(), dice, (attempt, random) => {
        const ms = backoffMs(policy, attempt, random);
        expect(Number.isInteger(ms) && ms >= 750 && ms <= 30_000).toBe(true);
      }),
    );
  });
});

describe("a hash of names", () => {
  it("is the same for the same name in every run", () => {
    const hashes = ["", "player", "living-room"].map(hash32);
    expect(hashes).toEqual([1572119809, 2312933429, 4067268893]);
  });

  it("is a 32 bit number, and a phase from 0 up to 1, for any name", () => {
    fc.assert(
      fc.property(anyText(), (name) => {
        const phase = phaseOf(name);
        expect(Number.isInteger(hash32(name)) && phase >= 0 && phase < 1).toBe(true);
      }),
    );
  });

  it.each([
    ["player-", 200],
    ["p", 1000],
    ["room_0", 50],
  ])("spreads players named %s1 and so on evenly over the interval", (name, count) => {
    const slots = Array.from({ length: 10 }, () => 0);
    for (let index = 1; index <= count; index++) {
      const slot = Math.floor(phaseOf(`${name}${index}`) * 10);
      slots[slot] = (slots[slot] ?? 0) + 1;
    }
    expect(Math.max(...slots)).toBeLessThan((count / 10) * 2.2);
    expect(Math.min(...slots)).toBeGreaterThan(0);
  });
});

describe("a grace signal", () => {
  it("aborts a while after its parent", async () => {
    const clock = new FakeClock();
    const parent = new AbortController();
    using grace = new GraceSignal(parent.signal, 1000, clock);
    parent.abort();
    await clock.advance(999);
    expect(grace.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(grace.signal.aborted).toBe(true);
  });

  it("begins at once where its parent has aborted", async () => {
    const clock = new FakeClock();
    using grace = new GraceSignal(AbortSignal.abort(), 1000, clock);
    await clock.advance(1000);
    expect(grace.signal.aborted).toBe(true);
  });

  it("leaves neither timer nor listener behind", () => {
    const clock = new FakeClock();
    const parent = new AbortController();
    new GraceSignal(parent.signal, 1000, clock)[Symbol.dispose]();
    new GraceSignal(AbortSignal.abort(), 1000, clock)[Symbol.dispose]();
    expect([clock.pending, getEventListeners(parent.signal, "abort").length]).toEqual([0, 0]);
  });
});
