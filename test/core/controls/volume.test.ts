import { describe, expect, it } from "vitest";
import { controls } from "../../../src/core/controls/table.ts";
import { percentOf } from "../../../src/core/resources/music.ts";
import { settled } from "../samples.ts";
import { decided, effectOf, without, withMusic } from "./decided.ts";

const level = (value: number): object[] => [{ operation: "setVolume", level: value }];
const coarse = withMusic({ volume: { level: 5, least: -10, most: 10 } });

describe("volume", () => {
  it.each([
    ["0", level(0)],
    ["50", level(100)],
    ["33.4", level(67)],
    ["20", "unchanged"],
    ["+0", "unchanged"],
    ["+10", level(60)],
    ["-99", level(0)],
    ["+99", level(200)],
    ["101", "rejected: out of range: 101 is not within 0 to 100"],
    ["=-1", "rejected: out of range: -1 is not within 0 to 100"],
  ])("%s of 40 in 0 to 200", (request, expected) => {
    expect(decided("volume", request)).toEqual(expected);
  });

  it("moves by one at least, however coarse the player counts", () => {
    expect(decided("volume", "+1", coarse)).toEqual(level(6));
    expect(decided("volume", "-1", coarse)).toEqual(level(4));
  });

  it("is shown by the player's level", () => {
    const effect = effectOf("volume", "50");
    expect(effect.isShown(withMusic({ volume: { level: 100, least: 0, most: 200 } }))).toBe(true);
    expect(effect.isShown(without("music"))).toBe(false);
    expect([effect.shown(settled()), effect.shown(without("music"))]).toEqual([
      "volume 40",
      "volume unknown",
    ]);
  });

  it("is set, but not stepped, while the player reports a level outside its range", () => {
    const unknown = withMusic({ volume: { level: undefined, least: 0, most: 200 } });
    expect(decided("volume", "50", unknown)).toEqual(level(100));
    expect(decided("volume/level", "50", unknown)).toEqual(level(50));
    expect(decided("volume", "+5", unknown)).toBe("failed: the player has not reported its volume");
    expect(decided("volume/level", "-5", unknown)).toBe("failed: the player has not reported its volume");
    expect(percentOf({ level: undefined, least: 0, most: 200 })).toBeUndefined();
  });

  it("of a player with no range is none", () => {
    expect(percentOf({ level: 5, least: 5, most: 5 })).toBe(0);
  });
});

describe("volume/level", () => {
  it.each([
    ["=-10", level(-10)],
    ["-10", level(-5)],
    ["+1", level(6)],
    ["+99", level(10)],
    ["11", "rejected: out of range: 11 is not within -10 to 10"],
    ["=-11", "rejected: out of range: -11 is not within -10 to 10"],
  ])("%s of 5 in -10 to 10", (request, expected) => {
    expect(decided("volume/level", request, coarse)).toEqual(expected);
  });

  it.each(["", "loud", "--5", "+-5", "1e3", "5 dB"])("cannot be %j", (request) => {
    expect(controls["volume/level"].problemOf(request)).toMatch(/^malformed/);
  });
});

describe("mute", () => {
  it("is set where it is not so", () => {
    expect(decided("mute", "off")).toBe("unchanged");
    expect(decided("mute", "ON")).toEqual([{ operation: "setMute", isMuted: true }]);
    const effect = effectOf("mute", "on");
    expect(effect.isShown(withMusic({ isMuted: true }))).toBe(true);
    expect(effect.isShown(without("music"))).toBe(false);
    expect([effect.shown(withMusic({ isMuted: true })), effect.shown(settled())]).toEqual([
      "mute on",
      "mute off",
    ]);
  });
});
