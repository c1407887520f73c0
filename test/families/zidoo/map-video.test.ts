import { describe, expect, it } from "vitest";
import type { Playlist } from "../../../src/core/resources/playlist.ts";
import type { VideoStatus } from "../../../src/core/resources/video.ts";
import { type Fields, playlist, playStatus, valueIn } from "./payloads.ts";

function read(change: Fields, video: Fields = {}): VideoStatus {
  const whole = { ...playStatus, video: { ...(playStatus["video"] as Fields), ...video }, ...change };
  return valueIn("video", whole);
}

function statusOf(change: Fields, video: Fields = {}): unknown {
  return JSON.parse(read(change, video).statusJson);
}

const readList = (fields: Fields) => valueIn("playlist", fields);

describe("a video status", () => {
  it("is mapped to our names", () => {
    const { statusJson: _statusJson, ...status } = read({});
    expect(status).toEqual({
      state: "playing",
      title: "Ein Film",
      positionSeconds: 61,
      durationSeconds: 6905,
      resolution: "3840x2160",
      fps: "23.976",
      codec: "H.265",
      output: "3840x2160P @ 60Hz",
      audioTrack: "Deutsch DTS (2/3)",
      subtitle: "Deutsch SRT (1/5)",
      audioTrackIndex: 0,
      subtitleIndex: 1,
      path: expect.stringContaining("/"),
      key: expect.stringContaining("Ein Film"),
      playMode: "Alle",
      zoom: "Anpassen",
      playModeIndex: 4,
      zoomIndex: 1,
    });
  });

  it("tells a film from another one by its path and its title", () => {
    const films = [{}, { path: "/other.mkv" }, { title: "Other" }].map((video) => read({}, video).key);
    expect(new Set(films).size).toBe(3);
  });

  it("is carried whole but for the position, under the device's own names", () => {
    const { currentPosition: _position, ...video } = playStatus["video"] as Fields;
    expect(statusOf({})).toEqual({ ...playStatus, video });
    expect(statusOf({ news: { a: [1] } }, { extra: "x" })).toMatchObject({
      news: { a: [1] },
      video: { extra: "x", formt: "H.265" },
    });
  });

  it.each<[string, Fields, Partial<VideoStatus>]>([
    ["no size yet", { width: 0, height: 0 }, { resolution: "" }],
    ["only half a size", { width: 1920, height: undefined }, { resolution: "" }],
    [
      "numbers as texts",
      { currentPosition: "5999", width: "1920", height: " 1080" },
      { positionSeconds: 5, resolution: "1920x1080" },
    ],
    ["no fps", { fps: 0 }, { fps: "" }],
    ["a decimal comma", { fps: "23,976" }, { fps: "23.976" }],
    ["another state", { status: 7 }, { state: "unknown" }],
    ["texts as numbers", { title: 1917, formt: true }, { title: "1917", codec: "true" }],
    ["a path with what begins a stream", { path: "/films/x://1.mkv" }, { path: "/films/x://1.mkv" }],
    ["nulls", { title: null, output: null, formt: null }, { title: "", output: "", codec: "" }],
  ])("may have %s", (_name, video, status) => {
    expect(read({}, video)).toMatchObject(status);
  });

  it("has no subtitle when its index is 0, which is off", () => {
    expect(read({ subtitle: { index: "0", information: "Off" } }).subtitle).toBe("");
  });

  it("takes tracks from their own objects if the video lacks them", () => {
    const status = read({}, { subtitleInfo: undefined, audioInfo: undefined });
    expect([status.subtitle, status.audioTrack]).toEqual(["Deutsch", "DTS"]);
  });

  it("of an old firmware misses whole objects", () => {
    const objects = ["video", "subtitle", "audio", "playMode", "zoom", "3D"];
    const texts = ["title", "path", "key", "audioTrack", "subtitle", "playMode", "zoom"];
    for (const nothing of [undefined, null, "none", 5, []]) {
      const old = Object.fromEntries(objects.map((name) => [name, nothing]));
      expect(read(old)).toMatchObject({
        ...Object.fromEntries(texts.map((name) => [name, ""])),
        state: "unknown",
        statusJson: '{"status":200}',
      });
    }
  });

  it("loses the query of addresses, which may contain a key", () => {
    const secret = "https://cdn.example/film.mkv?token=secret";
    const status = read({ news: [secret] }, { path: secret, title: secret });
    expect(JSON.stringify(status)).not.toContain("secret");
    expect(status).toMatchObject({ title: "https://cdn.example/film.mkv", path: "" });
    const list = readList({ playlist: [{ title: secret, index: 0 }], currentIndex: 0 });
    expect(JSON.stringify(list)).not.toContain("secret");
  });

  it("keeps numbers and flags that are texts, as such, among the player's own fields", () => {
    expect(statusOf({}, { fps: "23,976" })).toMatchObject({ video: { fps: 23.976 } });
    expect(statusOf({ "3D": { isMvc3D: "1" } })).toMatchObject({ "3D": { isMvc3D: true } });
  });

  it("may have no status of its own", () => {
    expect(valueIn("video", { video: { status: 0 } }).state).toBe("paused");
  });
});

describe("a video playlist", () => {
  it("is carried with all its entries", () => {
    expect(readList(playlist)).toEqual({
      size: 2,
      currentIndex: 1,
      currentTitle: "Zwei.mkv",
      entries: playlist["playlist"],
    });
  });

  const entries = [{ title: "One", index: "0", more: true }, null, { title: 3, index: 2 }];

  it.each(["playlist", "playList"])("may spell its list %s", (name) => {
    expect(readList({ [name]: entries, currentIndex: "2" })).toEqual({
      size: 3,
      currentIndex: 2,
      currentTitle: "3",
      entries: [{ title: "One", index: 0, more: true }, {}, { title: "3", index: 2 }],
    });
  });

  it.each<[string, Fields, Partial<Playlist>]>([
    ["no current entry", { playlist: entries, currentIndex: -1 }, { currentIndex: -1, currentTitle: "" }],
    ["an index out of range", { playlist: entries, currentIndex: 9 }, { currentIndex: 9, currentTitle: "" }],
    ["no index", { playlist: entries }, { currentIndex: -1, currentTitle: "" }],
    [
      "entries without their own index",
      { playlist: [{ title: "A" }, { title: "B" }], currentIndex: 1 },
      { currentTitle: "B" },
    ],
    [
      "entries that count from elsewhere",
      {
        playlist: [
          { title: "A", index: 5 },
          { title: "B", index: 6 },
        ],
        currentIndex: 5,
      },
      { currentTitle: "A" },
    ],
    ["no entries", { playlist: [] }, { size: 0, entries: [] }],
    ["a size without a list", { size: 7 }, { size: 7, entries: [] }],
    ["a size that is no number", { size: "many", playlist: entries }, { size: 3 }],
    ["a size beyond any number", { size: "9".repeat(400), playlist: entries }, { size: 3 }],
  ])("may have %s", (_name, fields, expected) => {
    expect(readList({ status: 200, ...fields })).toMatchObject(expected);
  });
});
