import { expect, it } from "vitest";
import { LatestValues, ownCopy } from "../../src/mqtt/embedded-broker.ts";

it("gives the last value, and an empty one for a topic that was cleared lately", () => {
  const latest = new LatestValues();
  latest.set("a", "1");
  latest.set("a", "2");
  expect([latest.get("a"), latest.get("b")]).toEqual(["2", undefined]);
  latest.set("a", "");
  expect(latest.get("a")).toBe("");
  latest.set("a", "3");
  expect(latest.get("a")).toBe("3");
});

it("forgets topics that were cleared long ago, and keeps all others", () => {
  const latest = new LatestValues();
  latest.set("kept", "yes");
  for (let number = 0; number < 30_000; number += 1) {
    latest.set(`${number}`, "x");
    latest.set(`${number}`, "");
  }
  expect([latest.get("0"), latest.get("29999"), latest.get("kept")]).toEqual([undefined, "", "yes"]);
});

it("keeps no more memory than a value has bytes", () => {
  const chunk = Buffer.alloc(65_536, "on");
  const kept = ownCopy(chunk.subarray(0, 2));
  expect([kept.toString(), kept.buffer.byteLength]).toEqual(["on", 2]);
});

it("remembers what was cleared lately also once it has forgotten long names, again and again", () => {
  const latest = new LatestValues();
  for (let number = 0; number < 30; number += 1) latest.set(`${number}`.padEnd(60_000, "x"), "");
  const lately = ["a", "b", "c"];
  for (const topic of lately) latest.set(topic, "");
  expect(lately.map((topic) => latest.get(topic))).toEqual(["", "", ""]);
});
