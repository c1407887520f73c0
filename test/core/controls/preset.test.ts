import { describe, expect, it } from "vitest";
import { findPreset, parseStep, presetsOf } from "../../../src/core/controls/preset.ts";

describe("a step of a preset", () => {
  it.each([
    ["wake", { target: "power", request: "on" }],
    [" Wake ", { target: "power", request: "on" }],
    ["input TV", { target: "audio/input", request: "TV" }],
    ["audio/output  HDMI main", { target: "audio/output", request: "HDMI main" }],
    ["volume +5", { target: "volume", request: "+5" }],
    ["position 30", { target: "video/position", request: "30", called: "position" }],
    ["key Home 500 Down", { target: "key", request: "Home 500 Down" }],
  ])("%j is a control and a value", (text, expected) => {
    expect(parseStep(text)).toEqual(expected);
  });

  it.each([
    ["volume loud", "volume: malformed: expected 0 to 100, or a step such as +5"],
    ["volume", "volume needs a value: expected 0 to 100, or a step such as +5"],
    ["volum 30", 'there is no control "volum"'],
    ["", 'there is no control ""'],
  ])("%j is none", (text, problem) => {
    expect(parseStep(text)).toMatchObject({ problem });
  });
});

describe("presets of a configuration", () => {
  const settings = {
    "Film night": ["wake", "volume 30"],
    Radio: { steps: ["input XMOS", "nonsense"], onFailure: "continue" },
    Quiet: { steps: ["mute on"] },
  } as const;

  it("stop at the first failure, or go on", () => {
    expect(presetsOf(settings).map(({ name, goesOn, steps }) => [name, goesOn, steps.length])).toEqual([
      ["Film night", false, 2],
      ["Radio", true, 1],
      ["Quiet", false, 1],
    ]);
  });

  it("are found by name, in any case", () => {
    const presets = presetsOf(settings);
    expect(findPreset(presets, "Radio")?.name).toBe("Radio");
    expect(findPreset(presets, "film NIGHT")?.name).toBe("Film night");
    expect(findPreset(presets, "film")).toBeUndefined();
    const [cafe] = presetsOf({ Cafe\u0301: ["wake"] });
    expect(findPreset(cafe === undefined ? [] : [cafe], "CAFÉ")).toBe(cafe);
  });
});
