import { describe, expect, it } from "vitest";
import { choiceLists } from "../../../src/core/resources/choice-list.ts";
import { offSwitch, player, styles, unlimited } from "../sample-player.ts";
import { settled } from "../samples.ts";
import { decided, effectOf, without } from "./decided.ts";
import { shown } from "./shown.ts";

describe("a setting that the player offers as a list", () => {
  it.each([
    ["0", "unchanged"],
    ["1", "setMeterStyle 1 meters"],
    ["NIGHT BLUE", "setMeterStyle 1 meters"],
    ["Teak", 'rejected: unknown meter style: there is no "Teak", the player has 0 Walnut, 1 Night blue'],
  ])("is set to %s", (request, expected) => {
    expect(decided("display/meters", request)).toBe(expected);
  });

  it("may be one that is not in the list", () => {
    const spectrum = { ...styles, current: 7 };
    const { topics, summary } = choiceLists.spectrumStyles;
    expect(topics["display/spectrum"].payload(spectrum, {}, unlimited)).toBe("");
    expect([summary(spectrum), summary(styles)]).toEqual(["2", "Walnut"]);
    const other = settled({ player: { ...player, spectrumStyles: spectrum } });
    expect(shown(effectOf("display/spectrum", "1"), other)).toBe("another option");
  });

  it("is not set before it was reported", () => {
    expect(decided("display/knob-color", "1", without("knobColors"))).toBe(
      "failed: the player has not reported what it offers as knob color",
    );
  });
});

describe("a setting that is on or off", () => {
  it.each([
    ["off", "unchanged"],
    ["ON", "setCdAutoplay 1 cd"],
    ["0", "unchanged"],
    ["2", "rejected: malformed: expected on or off"],
  ])("is set to %s", (request, expected) => {
    expect(decided("sound/cd-autoplay", request)).toBe(expected);
  });

  it.each([
    [0, "off"],
    [1, "on"],
    [undefined, ""],
  ])("at %s says '%s'", (current, text) => {
    const { "sound/cd-autoplay": topic } = choiceLists.cdAutoplay.topics;
    expect(topic.payload({ ...offSwitch, current }, {}, unlimited)).toBe(text);
  });
});
