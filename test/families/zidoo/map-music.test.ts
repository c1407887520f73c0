import { describe, expect, it } from "vitest";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { mapMusic } from "../../../src/families/zidoo/map-music.ts";
import { mapPlainFacts } from "../../../src/families/zidoo/music-answer.ts";
import { type Fields, origin, payloads, valueIn } from "./payloads.ts";

const permissions = ["isCanChangePlayStatus", "isCanNextPlay", "isCanLastPlay", "isCanSeek"];
const allowing = (isAllowed: boolean): Fields =>
  Object.fromEntries(permissions.map((name) => [name, isAllowed]));

/** The state of a player that plays its own track; `info` is what it says of the audible source. */
function read(change: Fields, info?: Fields): MusicState {
  const whole = { ...payloads.music, ...change, ...(info !== undefined && { everSoloPlayInfo: info }) };
  return valueIn("music", whole);
}

describe("the playback of the internal player", () => {
  it.each([
    [0, "idle"],
    [3, "playing"],
    [4, "paused"],
    [7, "unknown"],
    [undefined, "unknown"],
  ])("is that of the top-level state: %j is %s", (state, playing) => {
    for (const info of [undefined, {}, { ...allowing(true), playStatus: 0 }])
      expect(read({ state }, info)).toMatchObject({ playing, isPassThrough: false, uncertain: undefined });
  });

  it("is idle when everything is denied because nothing plays", () => {
    const stopped = read({ state: 0, position: 0, duration: 0 }, { ...allowing(false), playStatus: 0 });
    expect(stopped).toMatchObject({ playing: "idle", source: "internal", isPassThrough: false });
    expect(read({ state: 0 })).toMatchObject({ positionSeconds: undefined, durationSeconds: undefined });
  });
});

describe("the playback of another source", () => {
  const first = (state: number, playStatus: unknown) =>
    read({ state, playType: 6 }, { ...allowing(true), playStatus });

  it.each([
    [3, 1, "playing", undefined],
    [4, 1, "playing", undefined],
    [3, 0, "idle", "idle"],
    [4, 2, "paused", "paused"],
    [3, 2, "unknown", "paused"],
    [4, undefined, "paused", "paused"],
    [3, "1", "playing", undefined],
  ])(
    "with state %j and playStatus %j is %s, and without movement %j",
    (state, status, playing, ifPositionUnchanged) => {
      expect(first(state, status)).toMatchObject({ playing, source: "network" });
      expect(first(state, status).uncertain?.ifPositionUnchanged).toBe(ifPositionUnchanged);
    },
  );
});

const level = { currentVolume: 7, minVolume: 2, maxVolume: 9 };
const known = { level: 7, min: 2, max: 9, restriction: undefined };

const plainFacts: readonly (readonly [Fields, Partial<MusicState>])[] = [
  [{ playQueueChangedTime: 5, updateQueue: 2 }, { queueStamp: "5/2" }],
  [{ playType: undefined }, { source: "unknown" }],
  [{ playType: undefined, playingMusic: { title: "Song", fileSize: "6.96 MB" } }, { source: "internal" }],
  [{ playQueueChangedTime: 5, updateQueue: undefined }, { queueStamp: "5/" }],
  [{ playQueueChangedTime: undefined, updateQueue: 2 }, { queueStamp: undefined }],
  [{ loopModel: 0 }, { mode: "list" }],
  [{ loopModel: 1 }, { mode: "single" }],
  [{ loopModel: "2" }, { mode: "shuffle" }],
  [{ loopModel: 7 }, { mode: "other" }],
  [{ loopModel: undefined }, { mode: undefined, display: undefined }],
  [{ vuDisplayMode: 1, spDisplayMode: 0 }, { display: "meters" }],
  [{ vuDisplayMode: 0, spDisplayMode: 2 }, { display: "spectrum" }],
  [{ vuDisplayMode: -1 }, { display: "off" }],
  [{ spDisplayMode: 0 }, { display: "off" }],
  [{ spDisplayMode: 1 }, { display: "spectrum" }],
  [{ volumeData: { intputTag: "XMOS", volumeTag: "RCA" } }, { routingMark: "XMOS/RCA", volume: undefined }],
  [{ volumeData: { intputTag: "", volumeTag: "RCA" } }, { routingMark: undefined }],
  [{ volumeData: { intputTag: "XMOS-BT", volumeTag: "" } }, { inputTag: "XMOS", routingMark: undefined }],
  [{ volumeData: { volumeTag: "RCA" } }, { outputTag: "RCA", routingMark: undefined }],
  [{ volumeData: { isMute: 1 } }, { isMuted: true }],
  [{ volumeData: { maxVolume: 9 } }, { volume: undefined }],
  [{ volumeData: { currentVolume: 7 } }, { volume: undefined }],
  [{ volumeData: level }, { volume: known }],
  [{ volumeData: { maxVolume: 9, currenttVolume: 9 } }, { volume: { level: 9, min: 0, max: 9 } }],
  ...[{ isLock: true }, { isLock: 1, isVolumeEnable: false }].map(
    (told) =>
      [{ volumeData: { ...level, ...told } }, { volume: { ...known, restriction: "locked" } }] as const,
  ),
  [{ volumeData: { ...level, isVolumeEnable: false } }, { volume: { ...known, restriction: "disabled" } }],
  [{ volumeData: { ...level, isLock: false, isVolumeEnable: true } }, { volume: known }],
  ...[-1, 1, 10, 65_535].map(
    (currentVolume) =>
      [{ volumeData: { ...level, currentVolume } }, { volume: { ...known, level: undefined } }] as const,
  ),
];

it.each(plainFacts)("what means the same whatever plays is mapped: %j", (answer, state) => {
  expect(read(answer)).toMatchObject(state);
});

it("everything that means the same whatever plays is tried", () => {
  const tried = new Set(plainFacts.flatMap(([, state]) => Object.keys(state)));
  expect(Object.keys(mapPlainFacts({})).filter((name) => !tried.has(name))).toEqual([]);
});

it.each([
  [469, "469"],
  [0, undefined],
  [-1, undefined],
])("a track of the id %s has %s in the library", (id, expected) => {
  const playingMusic = { ...(payloads.music["playingMusic"] as Fields), id };
  expect(read({ playingMusic }).track.id).toBe(expected);
});

it.each([
  [{ title: "Song", albumArt: "" }, ""],
  [{ title: "Song", albumArt: "file:///1.png" }, ""],
  [{ title: "Song", albumArt: "https://me:my@cdn.example/1.png?key=secret" }, "https://cdn.example/1.png"],
  [{ artist: "Band", albumArt: "/1.png" }, "http://10.0.0.9:9529/1.png"],
  [{ id: 7, albumArt: "/1.png" }, "http://10.0.0.9:9529/1.png"],
  // Nothing plays.
  [{ id: 0, albumArt: "/1.png" }, ""],
])("the picture of %j is %j", (playingMusic, picture) => {
  expect(read({ playingMusic }).track.picture).toBe(picture);
});

describe("an input that the player only passes on", () => {
  it.each([
    [11, 1],
    [11, 0],
    [0, 0],
    [5, 0],
    [undefined, 1],
  ])("with playType %j and playStatus %j is not known to play, and has no track", (playType, playStatus) => {
    const info = { ...allowing(false), playStatus, currentPosition: 0, duration: 0 };
    const state = read({ state: 3, playType, position: 0, duration: 0 }, info);
    expect(state).toMatchObject({
      playing: "unknown",
      uncertain: { first: "unknown", ifPositionUnchanged: "unknown" },
      isPassThrough: true,
      deniedActions: ["toggle", "next", "previous", "seek"],
      source: "unknown",
      positionSeconds: undefined,
      durationSeconds: undefined,
    });
    expect(state.track).toMatchObject({ title: "", key: "", picture: "" });
  });

  it("is known by its number, and plays if it says so and allows something", () => {
    const told = read({ playType: 8 }, { playStatus: 1, currentPosition: 0, duration: 0 });
    expect(told).toMatchObject({ playing: "playing", isPassThrough: true, source: "unknown" });
    expect(told.positionSeconds).toBeUndefined();
  });

  it("keeps the name of a source that has one", () => {
    const radio = { ...allowing(false), playStatus: 1, everSoloPlayAudioInfo: { songName: "Tide" } };
    const told = read({ playType: 6 }, { ...radio, currentPosition: 5000 });
    expect(told).toMatchObject({ source: "network", positionSeconds: 5 });
    expect(read({ playType: 4 }, allowing(false)).source).toBe("bluetooth");
  });
});

describe("the permissions", () => {
  it("are denied if the player says so, and allowed by default", () => {
    expect(read({ playType: 6 }).deniedActions).toEqual([]);
    expect(read({}, { isCanNextPlay: 0, isCanSeek: "false" }).deniedActions).toEqual(["next", "seek"]);
    expect(read({}, { ...allowing(true), isCanLastPlay: false }).deniedActions).toEqual(["previous"]);
  });
});

describe("the facts of a track", () => {
  it.each(["<unknown>", "null", " null "])("have no name where the device writes %j", (artist) => {
    const { track } = read({ playingMusic: { title: "Nullarbor", artist, album: "null and void" } });
    expect(track).toMatchObject({ title: "Nullarbor", artist: "", album: "null and void" });
  });

  it("are those of the internal player, whose service is not the player itself, with its codec", () => {
    const playingMusic = {
      ...(payloads.music["playingMusic"] as Fields),
      channels: 2,
      sampleRate: "44.1 kHz",
      sampleRateNumber: "44100",
      bitrate: "1.00 Mbps",
      audioDecodec: "FLAC",
    };
    expect(read({ playingMusic }, { playTypeSubtitle: "LOCAL" }).track.details).toEqual({
      source: "internal",
      title: "Song",
      artist: "Band",
      album: "",
      extension: "flac",
      codec: "FLAC",
      channels: 2,
      bits: 24,
      sampleRate: "44.1 kHz",
      sampleRateHz: 44_100,
      bitrate: "1.00 Mbps",
      picture: expect.stringContaining("getImage?id=1228") as unknown,
    });
    const streamed = { ...playingMusic, streamId: "TIDAL" };
    expect(read({ playingMusic: streamed }, { playTypeSubtitle: "LOCAL" }).track.details).toMatchObject({
      service: "TIDAL",
    });
  });

  it("of Bluetooth have their own fields, and zero means unknown", () => {
    const { track } = read(
      { playType: 4 },
      {
        ...allowing(true),
        playStatus: 1,
        playTypeSubtitle: "Phone()",
        everSoloPlayAudioInfo: { audioBitsPerSample: 0, audioChannels: 0, audioSampleRate: 0, songName: "" },
        everSoloBtInInfo: {
          audioTitle: "Tide",
          audioArtist: "Harbour",
          audioAlbum: "Sea",
          audioDecodec: "AAC",
          audioSampleRate: 44_100,
        },
      },
    );
    expect(track.details).toEqual({
      source: "bluetooth",
      title: "Tide",
      artist: "Harbour",
      album: "Sea",
      codec: "AAC",
      service: "Phone",
      sampleRate: "44.1 kHz",
      sampleRateHz: 44_100,
      picture: "",
    });
    expect(track.key).toBe('["bluetooth",null,"Tide","Harbour","Sea"]');
  });

  it("of a service are those of its stream", () => {
    const { track } = read(
      { playType: 6 },
      {
        playStatus: 1,
        playTypeSubtitle: "Spotify connect",
        everSoloPlayAudioInfo: {
          songName: "Tide",
          audioBitsPerSample: 16,
          audioChannels: 2,
          audioDecodec: "FLAC",
          audioSampleRate: "44100",
        },
        everSoloBtInInfo: { audioArtist: "Harbour" },
        icon: "/icon.png",
      },
    );
    expect(track.details).toMatchObject({
      artist: "",
      picture: "http://10.0.0.9:9529/icon.png",
      codec: "FLAC",
      service: "Spotify connect",
      channels: 2,
      bits: 16,
      sampleRate: "44.1 kHz",
      sampleRateHz: 44_100,
    });
  });

  it.each(["LOCAL", "Eversolo()", "", undefined])("name no service where the player names %j", (named) => {
    const { details } = read({ playType: 6 }, { playStatus: 1, playTypeSubtitle: named }).track;
    expect(details).not.toHaveProperty("service");
  });

  it("have the area of an SACD, and not what the player tells of its own track for an input under its number", () => {
    const volumeData = { ...(payloads.music["volumeData"] as Fields), sacdArea: 2 };
    expect(read({ volumeData }).track.details).toMatchObject({ sacdArea: 2 });
    const passed = read({ playType: 5, volumeData }, { ...allowing(false), playTypeSubtitle: "LOCAL" });
    expect(Object.keys(passed.track.details)).toEqual(["source", "title", "artist", "album", "picture"]);
  });

  it("are unknown where they are told as zero", () => {
    const playingMusic = { title: "Song", bits: 0, bitrate: "00", channels: "0" };
    const { details } = read({ playingMusic }).track;
    expect(Object.keys(details)).toEqual(["source", "title", "artist", "album", "picture"]);
  });

  it("lose the query of addresses", () => {
    const playingMusic = { title: "Song", streamId: "https://cdn.example/a?token=secret" };
    expect(JSON.stringify(read({ playingMusic }).track.details)).not.toContain("secret");
  });
});

describe("a number that cannot be true", () => {
  it.each([
    [-1, 200_000],
    [-90_000, 0],
    [201_000, 200_400],
    ["9999999", 200_400],
  ])("a position of %j within %j is not known", (position, duration) => {
    expect(read({ position, duration }).positionSeconds).toBeUndefined();
    const info = { ...allowing(true), playStatus: 1, currentPosition: position, duration };
    expect(read({ playType: 6 }, info).positionSeconds).toBeUndefined();
  });

  it("keeps a position at the very end, and one without a known duration", () => {
    expect(read({ position: 200_300, duration: 199_600 }).positionSeconds).toBe(200);
    expect(read({ position: 0 }).positionSeconds).toBe(0);
    expect(read({ position: 900_000, duration: 0 }).positionSeconds).toBe(900);
  });
});

const oldTrack = {
  id: 7,
  title: "Tide",
  artist: "The Keepers",
  album: "Harbour",
  bits: 24,
  SampleRate: 96_000,
};

const readOld = (json: object) => mapMusic(json, { origin, pathPrefix: "Zidoo" });

describe("the music of an old film player", () => {
  it.each([
    [{ isPlay: true, music: oldTrack, state: { position: 0, duration: 90_000 } }, "playing"],
    [{ isPlay: false, music: oldTrack, state: { position: 5000, duration: 90_000 } }, "paused"],
    [{ isPlay: false, music: oldTrack, state: { position: 0, duration: 90_000 } }, "idle"],
    // Newer firmware says it beside the position, old firmware as text.
    [{ isPlay: true, music: oldTrack, state: { position: "5000", playing: "0" } }, "paused"],
    [{ music: oldTrack, state: { position: 0, playing: 1 } }, "playing"],
    [{ isPlay: false, music: null, state: null }, "idle"],
    [{ isPlay: "false", state: { position: 5000 } }, "idle"],
  ])("%j is %s", (json, playing) => {
    expect(readOld(json)).toMatchObject({ playing, canStop: true, source: "internal", mode: undefined });
  });

  it("has a track, which no library plays by its id", () => {
    const state = readOld({ isPlay: true, music: oldTrack, state: { position: 61_000, duration: 90_000 } });
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

  it.each([{ music: oldTrack }, { isPlay: {} }, { state: {} }, { state: { playing: [] } }])(
    "%j says nothing",
    (json) => {
      expect(readOld(json)).toBeUndefined();
    },
  );
});
