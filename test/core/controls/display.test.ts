import { describe, expect, it } from "vitest";
import { shown } from "./shown.ts";
import { controls, controlSupport } from "../../../src/core/controls/table.ts";
import type { ResourceState } from "../../../src/core/resources/resource.ts";
import { brightness, player, styles } from "../sample-player.ts";
import { having, settled } from "../samples.ts";
import { decided, effectOf, without } from "./decided.ts";

const level = (value: number): object[] => [{ operation: "setScreenBrightness", level: value, handle: "" }];
const withoutLevel = settled({
  player: { ...player, screenBrightness: { ...brightness, level: undefined } },
});

describe("a brightness", () => {
  it.each([
    ["0", level(0)],
    ["20.4", level(20)],
    ["80", "unchanged"],
    ["+10", level(90)],
    ["-99", level(0)],
    ["+99", level(115)],
    ["116", "rejected: out of range: 116 is not within 0 to 115"],
    ["=-1", "rejected: out of range: -1 is not within 0 to 115"],
  ])("%s of 80 in 0 to 115", (request, expected) => {
    expect(decided("display/brightness", request)).toEqual(expected);
  });

  it("is set, but not stepped, while the player reports a level outside its range", () => {
    expect(decided("display/brightness", "5", withoutLevel)).toEqual(level(5));
    expect(decided("display/brightness", "+5", withoutLevel)).toBe(
      "failed: the player has not reported the brightness of the screen",
    );
  });

  it("is shown by the level that is read back", () => {
    const effect = effectOf("display/brightness", "115");
    expect([effect.isShown(settled()), shown(effect, settled())]).toEqual([false, "brightness 80"]);
    expect([effect.isShown(withoutLevel), shown(effect, withoutLevel)]).toEqual([
      false,
      "brightness unknown",
    ]);
    expect(effectOf("display/brightness", "80", withoutLevel).isShown(settled())).toBe(true);
  });

  it("is a step where it is relative, so that no later command supersedes it", () => {
    const { isStep } = controls["display/brightness"];
    expect(["+10", "10", "bright"].map(isStep)).toEqual([true, false, false]);
  });

  it("is not set before it was reported", () => {
    expect(decided("display/knob", "5", without("knobBrightness"))).toBe(
      "failed: the player has not reported the brightness of the knob",
    );
  });
});

describe("a style", () => {
  it.each([
    ["0", "unchanged"],
    ["1", [{ operation: "setMeterStyle", index: 1, handle: styles.handle }]],
    ["NIGHT BLUE", [{ operation: "setMeterStyle", index: 1, handle: styles.handle }]],
    [
      "Teak",
      'rejected: unknown style of the meters: there is no "Teak", the player has 0 Walnut, 1 Night blue',
    ],
  ])("%s", (request, expected) => {
    expect(decided("display/meters", request)).toEqual(expected);
  });

  it("is shown by the list that is read back", () => {
    const effect = effectOf("display/spectrum", "1");
    expect([effect.isShown(settled()), shown(effect, settled())]).toEqual([false, "Walnut"]);
    const gone = without("spectrumStyles");
    expect([effect.isShown(gone), shown(effect, gone)]).toEqual([false, "another option"]);
    const other = settled({ player: { ...player, spectrumStyles: { ...styles, current: 7 } } });
    expect(shown(effect, other)).toBe("another option");
  });

  it("is not set before it was reported", () => {
    expect(decided("display/knob-color", "1", without("knobColors"))).toBe(
      "failed: the player has not reported what it offers as colour of the knob",
    );
  });
});

describe("what a display shows", () => {
  const lacking = (...names: readonly ("meterStyles" | "spectrumStyles")[]) =>
    having(
      settled(),
      Object.fromEntries(
        names.map((name): [string, Partial<ResourceState>] => [name, { support: "unsupported" }]),
      ),
    );

  it("is offered where the player has meters or a spectrum", () => {
    expect(decided("display/show", "meters")).toEqual([{ operation: "showOnDisplay", what: "meters" }]);
    expect(decided("display/show", "spectrum", lacking("spectrumStyles"))).toBe(
      "rejected: the player has no spectrum",
    );
    expect(decided("display/show", "meters", lacking("meterStyles"))).toBe(
      "rejected: the player has no meters",
    );
    expect(controlSupport(lacking("meterStyles"), "display/show")).toBe("supported");
    expect(controlSupport(lacking("meterStyles", "spectrumStyles"), "display/show")).toBe("unsupported");
  });
});
