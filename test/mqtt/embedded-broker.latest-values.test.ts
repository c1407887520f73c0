import * as fc from "fast-check";
import { expect, it } from "vitest";
import { LatestValues, ownCopy } from "../../src/mqtt/embedded-broker.ts";

it("gives the last value of each topic, and an empty one for those that were cleared lately", () => {
  const topics = fc.constantFrom("a", "bb", "ccc", "dddd", "eeeee", "f".repeat(20));
  const steps = fc.array(fc.tuple(topics, fc.constantFrom("", "", "1", "2")), { maxLength: 60 });
  const limits = fc.record({
    count: fc.integer({ min: 1, max: 4 }),
    length: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(steps, limits, (all, { count, length }) => {
      const latest = new LatestValues({ count, length });
      const known = new Map<string, string>();
      let cleared: string[] = [];
      for (const [topic, value] of all) {
        latest.set(topic, value);
        known.set(topic, value);
        if (value === "") cleared = [topic, ...cleared];
        // What the limits have room for is remembered, at most twice as much is, and the rest is as if it never was.
        const fitting = new Set(
          cleared.filter((_, at) => at < count && cleared.slice(0, at).join("").length < length),
        );
        for (const [name, last] of known) {
          const given = latest.get(name);
          expect(last === "" && !fitting.has(name) ? (given ?? "") : given).toBe(last);
        }
        const remembered = [...known.keys()].filter((name) => latest.get(name) === "");
        expect(remembered.length).toBeLessThanOrEqual(2 * count);
        expect(remembered.join("").length).toBeLessThanOrEqual(2 * (length + 20));
      }
    }),
  );
});

it("keeps no more memory than a value has bytes", () => {
  const chunk = Buffer.alloc(65_536, "on");
  const kept = ownCopy(chunk.subarray(0, 2));
  expect([kept.toString(), kept.buffer.byteLength]).toEqual(["on", 2]);
});
