import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hash32, phaseOf } from "../../src/lib/hash.ts";
import { anyText } from "../support/any-text.ts";

describe("a hash of names", () => {
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
