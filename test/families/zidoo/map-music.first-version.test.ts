import { describe, expect, it } from "vitest";
import { mapMusic } from "../../../src/families/zidoo/map-music.ts";

const context = { origin: "http://player", pathPrefix: "Zidoo" };
const music = { id: 7, title: "Tide", artist: "The Keepers", album: "Harbour", bits: 24, SampleRate: 96_000 };

const read = (json: object) => mapMusic(json, context);

describe("the music of an old film player", () => {
  it.each([
    [{ isPlay: true, music, state: { position: 0, duration: 90_000 } }, "playing"],
    [{ isPlay: false, music, state: { position: 5000, duration: 90_000 } }, "paused"],
    [{ isPlay: false, music, state: { position: 0, duration: 90_000 } }, "idle"],
    // Newer firmware says it beside the position, old firmware as text.
    [{ isPlay: true, music, state: { position: "5000", playing: "0" } }, "paused"],
    [{ music, state: { position: 0, playing: 1 } }, "playing"],
    [{ isPlay: false, music: null, state: null }, "idle"],
    [{ isPlay: "false", state: { position: 5000 } }, "idle"],
  ])("%j is %s", (json, playing) => {
    expect(read(json)).toMatchObject({ playing, canStop: true, source: "internal", mode: undefined });
  });

  it("has a track, which no library plays by its id", () => {
    const state = read({ isPlay: true, music, state: { position: 61_000, duration: 90_000 } });
    expect(state).toMatchObject({
      positionSeconds: 61,
      durationSeconds: 90,
      track: {
        title: "Tide",
        artist: "The Keepers",
        album: "Harbour",
        details: { bits: 24, sampleRateHz: 96_000, sampleRate: "96 kHz" },
      },
    });
    expect(state?.track).not.toHaveProperty("id");
  });

  it.each([{ music }, { isPlay: {} }, { state: {} }, { state: { playing: [] } }])(
    "%j says nothing",
    (json) => {
      expect(read(json)).toBeUndefined();
    },
  );
});
