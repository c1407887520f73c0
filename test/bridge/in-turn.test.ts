import { expect, it } from "vitest";
import { inTurn } from "../../src/extensions/home-assistant/in-turn.ts";
import type { WriteLater } from "../../src/core/ports.ts";

it("each has its turn when it comes, and who has left or was replaced by then has none", () => {
  const later: WriteLater[] = [];
  const broker = {
    maxPayloadBytes: 0,
    largestPayloadBytes: 0,
    publish: () => {},
    publishLater: (write: WriteLater) => later.push(write),
  };
  const all = new Map([
    ["a", { name: "a" }],
    ["b", { name: "b" }],
    ["c", { name: "c" }],
  ]);
  const done: string[] = [];
  inTurn(broker, all, ({ name }) => done.push(name));
  expect([later.length, done]).toEqual([3, []]);
  all.delete("a");
  all.set("b", { name: "another b" });
  expect(later.flatMap((write) => write())).toEqual([]);
  expect(done).toEqual(["c"]);
});
