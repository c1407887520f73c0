import { describe, expect, it } from "vitest";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { music, player, powerOptions } from "../sample-player.ts";
import { having, settled, topicsOf } from "../samples.ts";
import { sessionWith } from "../session-with.ts";

const nothing = { title: "", artist: "", album: "", key: "", picture: "", details: {} };
const state = (change: Partial<MusicState> = {}): Record<string, unknown> =>
  topicsOf(
    settled({
      player: { ...player, music: { ...music, ...change } },
      shownMusicPosition: { seconds: 30, at: 0 },
    }),
  );
const song = (change: Partial<MusicState> | undefined): unknown => {
  const { music: _music, ...others } = player;
  return topicsOf(
    settled({ player: change === undefined ? others : { ...others, music: { ...music, ...change } } }),
  )["music/title"];
};

describe("the topics of music and volume", () => {
  it.each<[Partial<MusicState>, string]>([
    [{ deniedActions: ["next", "seek"] }, '["play","pause","previous"]'],
    [{ deniedActions: ["toggle", "next", "previous", "seek"], playing: "unknown" }, "[]"],
    [{ deniedActions: ["next"], playing: "idle" }, ""],
  ])("name the actions that the source allows: %j", (change, expected) => {
    expect(state(change)["music/actions"]).toBe(expected);
  });

  it("are empty if the player reports nothing", () => {
    const told = state({ track: nothing, mode: undefined, volume: undefined, isMuted: undefined });
    for (const leaf of ["music/track", "music/mode", "volume", "volume/level", "volume/range", "mute"]) {
      expect(told[leaf]).toBe("");
    }
    expect(state({ isMuted: true })["mute"]).toBe("on");
  });
});

describe("the facts of a signal without a title", () => {
  const facts = { ...nothing, details: { title: "", sampleRate: "48 kHz" } };

  it.each<[string, Partial<MusicState>, string]>([
    ["another source", { source: "unknown", playing: "unknown" }, '{"title":"","sampleRate":"48 kHz"}'],
    ["another source that is silent", { source: "network", playing: "idle" }, ""],
    ["the internal player", { source: "internal" }, ""],
  ])("of %s", (_source, change, expected) => {
    expect(state({ track: facts, ...change })["music/track"]).toBe(expected);
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
    const lacking = having(settled({ player: {} }), { queue: { support: "unsupported" } });
    expect(topicsOf(lacking)["music/title"]).toBe("");
  });
});

describe("the power", () => {
  it.each([
    ["online", "on"],
    ["unknown", "on"],
    ["offline", "off"],
  ] as const)("of a player that is %s is %s", (availability, power) => {
    expect(topicsOf(settled({ availability, player: { power: powerOptions } }))["power"]).toBe(power);
  });

  it.each([
    ["offline", "off"],
    ["online", "on"],
    ["unknown", undefined],
  ] as const)(
    "of a player with a configured MAC that never answered about it and is %s is %s",
    (availability, power) => {
      const known = sessionWith(newSession(0, { mac: "02:00:5e:00:53:01" }), { availability });
      expect(topicsOf(known)["power"]).toBe(power);
    },
  );

  it("is cleared where the player has no power options, whatever is configured", () => {
    const lacking = having(newSession(0, { mac: "02:00:5e:00:53:01" }), {
      power: { support: "unsupported" },
    });
    expect(topicsOf(sessionWith(lacking, { availability: "offline" }))["power"]).toBe("");
  });

  it("of a player that was never read is unknown", () => {
    expect(topicsOf(sessionWith(newSession(0), { availability: "offline" }))).not.toHaveProperty("power");
  });
});
