import { describe, expect, it } from "vitest";
import { calls } from "../../src/device/operations.ts";
import { type SimulatorOptions, startSimulator } from "../../src/tools/simulator/start-simulator.ts";
import { examined } from "./examined.ts";

/** Examines one player, and makes sure that it is as it was before. */
async function checked(options: SimulatorOptions, controls: object = {}) {
  await using player = await startSimulator({ ...options, prefix: "Zidoo" });
  const players = JSON.stringify([{ id: "den", url: player.url, controls }]);
  const { of, with: having } = await examined({ "broker.port": "9", players });
  const does = new Set(Object.values(calls).map(({ path }) => path.replace("{p}", "Zidoo").toLowerCase()));
  const done = player.traffic.requests.filter(({ path }) => does.has(path.toLowerCase()));
  expect(done).toEqual([]);
  return {
    controls: of("players/den", "controls"),
    paths: of("players/den", "paths"),
    faults: having("fault"),
    asked: player.traffic.requests.map(({ path }) => path),
  };
}

describe("the doctor, of what can be set", () => {
  it("says what is there, what only trying tells, and what is not switched on", async () => {
    const { controls, paths } = await checked({ preset: "audio" });
    expect(controls.map(({ verdict, text }) => `${verdict}: ${text}`)).toEqual([
      "good: can be set: audio/input, audio/output, music/playback, music/position, music/mode, volume, volume/level, mute, power",
      "note: only trying tells, and is not tried here: screen, key",
      "note: switched off, since the player lacks what they need: video/playback, video/position (no video playback); video/audio-track (no choice of audio track); video/subtitle (no choice of subtitle); video/playlist (no video playlist)",
      "note: switched off, since it is not certain how: music/queue",
    ]);
    expect(controls[3]?.advice).toContain("controls.experimental");
    expect(paths).toEqual([]);
  });

  it("says that what is not certain is in use where its owner wants it", async () => {
    const { controls } = await checked({ preset: "audio" }, { experimental: true });
    expect(controls[0]?.text).toContain("music/queue");
    expect(controls.at(-1)).toEqual({
      check: "controls",
      verdict: "note",
      text: "in use although not certain (controls.experimental): playQueueEntry",
    });
  });

  it("says what a video player of old firmware lacks", async () => {
    const { controls } = await checked({ preset: "old" });
    const lacking = controls.find(({ text }) => text.startsWith("switched off, since the player lacks"));
    expect(lacking?.text).toContain(
      "volume, volume/level (no volume); mute (no mute); power (no power control)",
    );
  });
});

describe("the doctor, of paths that are configured to be otherwise", () => {
  it("finds one at which nothing is answered, and knows where it is", async () => {
    const paths = { state: "/{p}MusicControl/v3/getState" };
    const { paths: found, faults, asked } = await checked({ preset: "audio" }, { paths });
    expect(found).toEqual([
      {
        check: "paths",
        verdict: "fault",
        text: "state is configured to be /{p}MusicControl/v3/getState, and the player answers nothing of use there (404, 405 or 801)",
        advice: "take state out of controls.paths: the player answers at /{p}MusicControl/v2/getState",
      },
    ]);
    expect(faults).toContain("players/den paths");
    expect(asked).toContain("/ZidooMusicControl/v3/getState");
  });

  it.each(["body", "http"] as const)(
    "says of one that nobody answers that the player may lack it, when it says so by %s",
    async (refuseWith) => {
      const paths = { subtitles: "/ZidooVideoPlay/getSubtitles" };
      const { paths: found } = await checked({ preset: "audio", refuseWith }, { paths });
      expect(found[0]?.advice).toBe(
        "correct subtitles in controls.paths, or take it out: the player may lack it",
      );
    },
  );

  it("is content with one that is answered, and tries none that does something", async () => {
    const paths = { state: "/{p}MusicControl/v2/getState", nextTrack: "/{p}MusicControl/v2/playLast" };
    const { paths: found } = await checked({ preset: "audio" }, { paths });
    expect(found.map(({ verdict, text }) => `${verdict}: ${text}`)).toEqual([
      "good: state is configured to be /{p}MusicControl/v2/getState, and is answered there",
      "note: configured to be otherwise, and not tried, since to try is to do: nextTrack /{p}MusicControl/v2/playLast",
    ]);
  });

  it.each(["/{p}MusicControl/v2/playNext", "/ZidooMusicControl/v2/PlayNext", "/MusicControl/v2/playNext"])(
    "never asks for something at %s, which does something",
    async (path) => {
      const { paths: found, asked } = await checked({ preset: "audio" }, { paths: { state: path } });
      expect(found).toMatchObject([
        {
          verdict: "fault",
          text: expect.stringContaining("is the path of nextTrack and does something") as unknown,
        },
      ]);
      expect(asked.filter((each) => /playNext/i.test(each))).toEqual([]);
    },
  );
});
