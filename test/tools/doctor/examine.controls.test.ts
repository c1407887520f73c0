import { describe, expect, it } from "vitest";
import { controlNames, controls as table } from "../../../src/core/controls/table.ts";
import { zidoo } from "../../../src/families/zidoo/family.ts";
import { operations } from "../../../src/families/zidoo/operations.ts";
import { type SimulatorOptions, startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { examined } from "./examined.ts";

/** One operation reads or sets the volume of a video model, by its type. */
const readsVolume = "type=3";

/** Examines one player, and asserts that its state is unchanged. */
async function checked(options: SimulatorOptions, controls: object = {}) {
  await using player = await startSimulator({ ...options, prefix: "Zidoo" });
  const players = JSON.stringify([{ id: "den", url: player.url, controls }]);
  const { of, with: having } = await examined({ "broker.port": "9", players });
  const calls = Object.values(operations).filter(({ kind }) => kind === "acts");
  const does = new Set(calls.map(({ path }) => path.replace("{p}", "Zidoo").toLowerCase()));
  const done = player.traffic.requests.filter(
    ({ path, query }) => does.has(path.toLowerCase()) && query !== readsVolume,
  );
  expect(done).toEqual([]);
  return {
    controls: of("players/den", "controls"),
    paths: of("players/den", "paths"),
    presets: of("players/den", "presets"),
    faults: having("fault"),
    asked: player.traffic.requests.map(({ path }) => path),
  };
}

describe("the doctor on controls", () => {
  it("reports supported, unknown, unsupported and disabled controls", async () => {
    const { controls, paths } = await checked({ preset: "audio" });
    const named = controls.map(({ verdict, text }) => {
      const [head = "", names = ""] = text.split(": ");
      return [`${verdict}: ${head}`, names.split(", ")] as const;
    });
    expect(named).toEqual([
      [
        "good: can be set",
        expect.arrayContaining(["audio/input", "music/playback", "display/show", "sound/cd-autoplay"]),
      ],
      ["note: not tested (would change the player)", expect.arrayContaining(["screen", "key", "play"])],
      [
        "note: unsupported by this player",
        expect.arrayContaining(["video/playback", "video/audio-track", "app"]),
      ],
      ["note: disabled because their operations are unverified", ["music/queue"]],
    ]);
    const told = named.flatMap(([, names]) => names);
    const ofFamily = controlNames.filter((name) =>
      table[name].operations.some((operation) => zidoo.calls.includes(operation)),
    );
    // Tags of settings and paths have to be allowed first, and the bridge has a sleep timer of its own.
    const toAllow = new Set<string>(["settings", "raw"]);
    expect(told.toSorted()).toEqual([...ofFamily.filter((name) => !toAllow.has(name)), "sleep"].toSorted());
    expect(controls[3]?.advice).toContain("controls.experimental");
    expect(paths).toEqual([]);
  });

  it("reports unconfirmed operations that are enabled", async () => {
    const { controls } = await checked({ preset: "audio" }, { experimental: true });
    expect(controls[0]?.text).toContain("music/queue");
    expect(controls.at(-1)).toMatchObject({
      check: "controls",
      verdict: "note",
      text: "enabled although not confirmed (controls.experimental): playQueueEntry, openFile, openAddress",
    });
  });

  it("reports presets with steps that the player lacks", async () => {
    const presets = { Fine: ["wake", "volume 30"], Film: ["wake", "video/playback play"] };
    const { presets: found } = await checked({ preset: "audio" }, { presets });
    expect(found.map(({ verdict, text }) => `${verdict}: ${text}`)).toEqual([
      'good: "Fine" has 2 steps, and the player lacks none of their controls',
      'warning: "Film" has steps that this player lacks: video/playback play',
    ]);
  });

  it("reports controls that old firmware of a video player does not support", async () => {
    const { controls } = await checked({ preset: "old" });
    const lacking = controls.find(({ text }) => text.startsWith("unsupported by this player"));
    expect(lacking?.text).toContain("volume, volume/level, mute, app");
  });
});

describe("the doctor on custom paths", () => {
  it("finds a path without an answer, and suggests the usual one", async () => {
    const paths = { state: "/{p}MusicControl/v3/getState" };
    const { paths: found, faults, asked } = await checked({ preset: "audio" }, { paths });
    expect(found).toMatchObject([
      {
        check: "paths",
        verdict: "fault",
        text: "state is configured as /{p}MusicControl/v3/getState, but the player does not support it there (404, 405 or 801)",
        advice: "remove state from controls.paths: the player answers at /{p}MusicControl/v2/getState",
      },
    ]);
    expect(faults).toContain("players/den paths");
    expect(asked).toContain("/ZidooMusicControl/v3/getState");
  });

  it.each(["body", "http"] as const)(
    "suggests that the player may not support an operation that it refuses by %s",
    async (refuseWith) => {
      const paths = { subtitles: "/ZidooVideoPlay/getSubtitles" };
      const { paths: found } = await checked({ preset: "audio", refuseWith }, { paths });
      expect(found[0]?.advice).toBe(
        "correct subtitles in controls.paths, or remove it: the player may not support it",
      );
    },
  );

  it("accepts a path that is answered, and tries none that changes the player", async () => {
    const paths = { state: "/{p}MusicControl/v2/getState", nextTrack: "/{p}MusicControl/v2/playLast" };
    const { paths: found } = await checked({ preset: "audio" }, { paths });
    expect(found.map(({ verdict, text }) => `${verdict}: ${text}`)).toEqual([
      "good: state is configured as /{p}MusicControl/v2/getState, and the player answers there",
      "note: custom paths that were not tried, since a request changes the player: nextTrack /{p}MusicControl/v2/playLast",
    ]);
  });

  it.each(["/{p}MusicControl/v2/playNext", "/ZidooMusicControl/v2/PlayNext", "/MusicControl/v2/playNext"])(
    "never reads at %s, which changes the player",
    async (path) => {
      const { paths: found, asked } = await checked({ preset: "audio" }, { paths: { state: path } });
      expect(found).toMatchObject([
        {
          verdict: "fault",
          text: expect.stringContaining("the path of nextTrack, which changes the player") as unknown,
        },
      ]);
      expect(asked.filter((each) => /playNext/i.test(each))).toEqual([]);
    },
  );
});
