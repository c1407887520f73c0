import { describe, expect, it } from "vitest";
import { allows, can, filmOf, isUnsupported, musicOf } from "../../page/player.ts";

const queued = { "music/queue/total": "12", "audio/input/name": "Bluetooth" };

describe("what a page shows of a player", () => {
  it.each([
    ["the track", { "music/state": "playing", "music/title": "Reef" }, "Reef"],
    ["the input of a source without a title", { "music/state": "playing", "music/title": "" }, "Bluetooth"],
    ["the input that is passed on", { "music/state": "unknown", "music/pass-through": "on" }, "Bluetooth"],
    ["nothing where nothing plays", { "music/state": "idle", "music/title": "" }, undefined],
    ["the entry that comes next", { "music/state": "idle", "music/title": "Reef" }, "Reef"],
    [
      "no music that comes next beside a film",
      { "music/state": "idle", "music/title": "Reef", "video/state": "paused", "video/title": "Tides" },
      undefined,
    ],
  ])("is %s", (_, topics, title) => {
    expect(musicOf({ topics: { ...queued, ...topics } })?.title).toBe(title);
  });

  it.each([
    [{ "video/state": "playing", "video/title": "Tides" }, "Tides"],
    [{ "video/state": "idle", "video/title": "Tides" }, undefined],
    [{ "video/state": "unsupported", "video/title": "" }, undefined],
    [{ "video/state": "resting", "video/title": "Tides" }, undefined],
    [{}, undefined],
  ])("is a film, or none: %j", (topics, title) => {
    expect(filmOf({ topics })?.title).toBe(title);
  });

  it("follows what the player supports, as far as that is known", () => {
    const info = (families: object, controls: object) => ({
      topics: { info: JSON.stringify({ families, controls }) },
    });
    const found = info({ audio: "unsupported" }, { mute: "unknown", key: "off", screen: "unsupported" });
    expect(["mute", "key", "screen", "from/tomorrow"].map((name) => can(found, name))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(isUnsupported(found)).toBe(true);
    expect(isUnsupported(info({ audio: "unknown" }, {}))).toBe(false);
    expect([can({ topics: {} }, "mute"), isUnsupported({ topics: {} })]).toEqual([false, false]);
  });

  it("offers what the source allows", () => {
    const radio = { topics: { "music/actions": '["play","stop"]' } };
    expect([allows(radio, "play"), allows(radio, "next"), allows({ topics: {} }, "next")]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
