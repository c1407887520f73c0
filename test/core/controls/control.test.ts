import { describe, expect, it } from "vitest";
import { type ControlName, controls } from "../../../src/core/controls/table.ts";
import { defineControl, oneOf, quote, unchanged } from "../../../src/core/controls/control.ts";
import { settled } from "../samples.ts";

const light = defineControl({
  ...oneOf("on", "off"),
  field: "value",
  operations: [],
  decide: () => unchanged,
});

describe("a control", () => {
  it("rejects an invalid request with the expected form", () => {
    expect(light.parse("ON").problem).toBeUndefined();
    expect(light.parse("dim").problem?.text).toBe("malformed: expected on or off");
    expect(light.parse("dim").decide(settled(), 0)).toMatchObject({
      kind: "settle",
      outcome: { kind: "rejected", reason: "malformed: expected on or off" },
    });
    expect(light.parse("off").decide(settled(), 0)).toBe(unchanged);
  });

  it("takes what dashboards send for a switch, but not for other words", () => {
    const { read } = oneOf("on", "off", "toggle");
    expect(["1", "true", "0", "FALSE", "on", "2"].map(read)).toEqual([
      "on",
      "on",
      "off",
      "off",
      "on",
      undefined,
    ]);
    expect(["1", "true", "0"].map(oneOf("off", "one", "all").read)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("takes no step where nothing is one", () => {
    expect([light.parse("on").isStep, light.parse("dim").isStep]).toEqual([false, false]);
  });
});

describe("a request in a reason", () => {
  it("is quoted, and cut where it is long", () => {
    expect(quote('a "b"')).toBe('"a \\"b\\""');
    expect(quote("x".repeat(65))).toBe(`"${"x".repeat(63)}…"`);
  });
});

describe("how long an outcome may take", () => {
  it.each<[ControlName, string, number]>([
    ["volume", "5", 4000],
    ["audio/input", "BT", 2500],
    ["power", "off", 30_000],
    ["power", "on", 110_000],
    ["key", "Home 1500 Down Ok", 1700],
    ["key", "?", 0],
  ])("is known of %s %s", (name, request, ms) => {
    expect(controls[name].parse(request).takesMs).toBe(ms);
  });
});
