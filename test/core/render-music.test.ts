import { describe, expect, it } from "vitest";
import { renderPower, renderSong, renderState } from "../../src/core/topics/render-music.ts";
import type { MusicState } from "../../src/core/resources/player.ts";
import { music, powerOptions, queue } from "./sample-player.ts";

const nothing = { title: "", artist: "", album: "", key: "", picture: "", details: {} };
const state = (change: Partial<MusicState> = {}): Record<string, unknown> =>
  Object.fromEntries(renderState({ ...music, ...change }, "supported", { seconds: 30, at: 0 }));
const song = (change: Partial<MusicState> | undefined, support: "supported" | "unsupported" = "supported") =>
  renderSong(change && { ...music, ...change }, support === "supported" ? queue : undefined, support).get(
    "music/title",
  );

describe("the topics of what can be heard", () => {
  it("say in plain text what an automation reads", () => {
    expect(state()).toEqual({
      "music/state": "playing",
      "music/source": "internal",
      "music/position": "30",
      "music/duration": "200",
      "music/mode": "list",
      "music/track": '{"title":"Song"}',
      "music/picture": "http://player/cover",
      volume: "20",
      "volume/level": "40",
      "volume/range": '{"min":0,"max":200}',
      mute: "off",
    });
  });

  it("are empty where the player says nothing", () => {
    const told = state({ track: nothing, mode: undefined, volume: undefined, isMuted: undefined });
    for (const leaf of ["music/track", "music/mode", "volume", "volume/level", "volume/range", "mute"]) {
      expect(told[leaf]).toBe("");
    }
    expect(state({ isMuted: true })["mute"]).toBe("on");
  });
});

describe("the title", () => {
  it.each<[string, Partial<MusicState> | undefined, string]>([
    ["is the queue's where nothing else is known", undefined, "Song"],
    ["is that of the source that can be heard", { track: { ...music.track, title: "Radio" } }, "Radio"],
    ["is none where another source says nothing of it", { source: "bluetooth", track: nothing }, ""],
    [
      "is the queue's once that source is silent",
      { source: "network", playing: "idle", track: nothing },
      "Song",
    ],
    ["is the queue's where the internal player says nothing", { track: nothing }, "Song"],
    [
      "is the queue's when the music has stopped, whatever was heard last",
      { playing: "idle", track: { ...music.track, title: "The last one" } },
      "Song",
    ],
  ])("%s", (_case, change, title) => {
    expect(song(change)).toBe(title);
  });

  it("is cleared where the player has neither", () => {
    expect(song(undefined, "unsupported")).toBe("");
  });
});

describe("the power", () => {
  it.each([
    ["online", "on"],
    ["unknown", "on"],
    ["offline", "off"],
  ] as const)("of a player that is %s is %s", (availability, power) => {
    expect(renderPower(powerOptions, "supported", availability).get("power")).toBe(power);
  });

  it("of a player that was never asked is not known", () => {
    expect(renderPower(undefined, "unknown", "offline").size).toBe(0);
  });
});
