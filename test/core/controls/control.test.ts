import { expect, it } from "vitest";
import { type ControlName, controls } from "../../../src/core/controls/table.ts";
import { oneOf } from "../../../src/core/controls/control.ts";

it("a control takes what dashboards send for a switch, but not for other words", () => {
  const { read } = oneOf("on", "off", "toggle");
  expect(["1", "true", "0", "FALSE", "on", "2"].map(read)).toEqual([
    "on",
    "on",
    "off",
    "off",
    "on",
    undefined,
  ]);
  expect(["1", "true", "0"].map(oneOf("off", "one", "all").read)).toEqual([undefined, undefined, undefined]);
});

it.each<[ControlName, string, number]>([
  ["volume", "5", 4000],
  ["audio/input", "BT", 2500],
  ["power", "off", 30_000],
  ["power", "on", 110_000],
  ["key", "Home 1500 Down Ok", 1700],
  ["key", "?", 0],
])("how long an outcome may take is known of %s %s", (name, request, ms) => {
  expect(controls[name].parse(request).takesMs).toBe(ms);
});
