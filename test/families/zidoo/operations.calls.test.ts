import { describe, expect, it } from "vitest";
import type { FamilyCall } from "../../../src/core/controls/call.ts";
import {
  callPath,
  experimentalCalls,
  operations,
  ownCalls,
  type RequestCall,
} from "../../../src/families/zidoo/operations.ts";
import { operations as simulated } from "../../../simulator/zidoo/operations.ts";
import { json, scripted, signal, told } from "./opened.ts";
import { routing } from "./payloads.ts";

const selectInput: FamilyCall = { operation: "selectInput", tag: "EARC" };
const selectOutput: FamilyCall = { operation: "selectOutput", tag: "XLR" };

describe("selecting", () => {
  it("makes the next list be read in full, though it is the same as before", async () => {
    const { client } = await scripted([json(routing)]);
    const kinds = [
      await told(client.read("audio", signal)),
      await told(client.read("audio", signal)),
      await told(client.perform(selectInput, signal)),
      await told(client.read("audio", signal)),
      await told(client.perform({ operation: "nextTrack" }, signal)),
      await told(client.read("audio", signal)),
    ];
    expect(kinds).toEqual(["reading", "unchanged", "reading", "reading", "done", "unchanged"]);
  });

  it("makes the next list be read in full also when it failed", async () => {
    const { client } = await scripted([json(routing), (response) => response.destroy(), json(routing)]);
    await client.read("audio", signal);
    expect(await told(client.perform(selectInput, signal))).toMatch(/^broken/);
    expect(client.answers).toMatchObject([{ body: Buffer.from(json(routing)) }]);
    expect(await told(client.read("audio", signal))).toBe("reading");
  });

  it.each([
    ['{"status":805}', "refused"],
    ['{"status":200}', "refused"],
    [404, "unsupported"],
    [500, "refused: HTTP status 500"],
  ] as const)("answered with %j is %s", async (reply, kind) => {
    const { client } = await scripted([reply]);
    expect(await told(client.perform(selectOutput, signal))).toBe(kind);
  });

  it("answered with body status 405 is a refusal that says nothing of the lists", async () => {
    const { client } = await scripted(['{"status":405}']);
    expect(await client.perform(selectOutput, signal)).toEqual({
      kind: "refused",
      reason: expect.objectContaining({ text: "body status 405" }) as unknown,
    });
  });
});

describe("a call", () => {
  const listOf = (type: number) =>
    `MusicControl/v2/playMusic?type=${type}&id=7&musicId=-1&music_type=0&trackIndex=1&sort=0`;
  const handle = "";
  const stream = { address: "http://a/b?c", title: "Röd & blå", picture: undefined };
  const address = (type: number) =>
    `FileControl/v2/openFile?url=${encodeURIComponent(`upnp://player2mqtt/1?type=${type}&res=http%3A%2F%2Fa%2Fb%3Fc&name=R%C3%B6d%20%26%20bl%C3%A5`)}`;
  const settings = "/SystemSettings";
  const [display, audio] = [`${settings}/displaySettings`, `${settings}/audioSettings`];
  /** Each call with its request, also by the first version of the music operations where it has one. */
  type CallRequest = [call: RequestCall, path: string, first?: string];
  const requests: readonly CallRequest[] = [
    [{ operation: "selectInput", tag: "客厅" }, "MusicControl/v2/setInputList?tag=%E5%AE%A2%E5%8E%85"],
    [{ operation: "selectInput", tag: "\ud83dTV" }, "MusicControl/v2/setInputList?tag=%EF%BF%BDTV"],
    [
      { operation: "selectOutput", tag: "XLR/RCA & 1#x" },
      "MusicControl/v2/setOutInputList?tag=XLR%2FRCA%20%26%201%23x",
    ],
    [{ operation: "setVideoState", state: "playing" }, "VideoPlay/changeStatus?status=1"],
    [{ operation: "setVideoState", state: "paused" }, "VideoPlay/changeStatus?status=0"],
    [{ operation: "setVideoState", state: "stopped" }, "VideoPlay/changeStatus?status=-1"],
    [{ operation: "switchVideo", to: "next" }, "VideoPlay/changevideo?type=0&tag=1"],
    [{ operation: "switchVideo", to: "previous" }, "VideoPlay/changevideo?type=0&tag=0"],
    [{ operation: "switchChapter", to: "next" }, "VideoPlay/changevideo?type=1&tag=1"],
    [{ operation: "switchChapter", to: "previous" }, "VideoPlay/changevideo?type=1&tag=0"],
    [{ operation: "seekVideo", seconds: 61.5 }, "VideoPlay/seekTo?positon=61500"],
    [{ operation: "setSubtitle", index: 0 }, "VideoPlay/setSubtitle?index=0"],
    [{ operation: "setAudioTrack", index: 1 }, "VideoPlay/setAudio?index=1"],
    [{ operation: "playPlaylistEntry", index: 2 }, "VideoPlay/playVideo?index=2"],
    [{ operation: "setZoom", index: 3 }, "VideoPlay/setZoom?index=3"],
    [{ operation: "setVideoPlayMode", index: 4 }, "VideoPlay/setPlayMode?index=4"],
    [{ operation: "toggleMusic", to: "playing" }, "MusicControl/v2/playOrPause", "MusicControl/start"],
    [{ operation: "toggleMusic", to: "paused" }, "MusicControl/v2/playOrPause", "MusicControl/pause"],
    [{ operation: "stopMusic" }, "MusicControl/stop"],
    [{ operation: "nextTrack" }, "MusicControl/v2/playNext", "MusicControl/playNext"],
    [{ operation: "previousTrack" }, "MusicControl/v2/playLast", "MusicControl/playPrevious"],
    [
      { operation: "seekMusic", seconds: 90 },
      "MusicControl/v2/seekTo?time=90000",
      "MusicControl/seekTo?time=90000",
    ],
    ...(["list", "single", "shuffle"] as const).map((mode, loop): CallRequest => {
      const path = `setLoopMode?loop=${loop}`;
      return [{ operation: "setMusicMode", mode }, `MusicControl/v2/${path}`, `MusicControl/${path}`];
    }),
    [{ operation: "playQueueEntry", index: 3 }, "MusicControl/v2/playQueueMusic?index=3"],
    [{ operation: "setVolume", level: -12 }, "MusicControl/v2/setDevicesVolume?volume=-12"],
    [{ operation: "setVideoVolume", level: 7 }, "ControlCenter/RemoteControl/changeVolume?type=2&value=7"],
    [{ operation: "setMute", isMuted: true }, "MusicControl/v2/setMuteVolume?isMute=1"],
    [{ operation: "setMute", isMuted: false }, "MusicControl/v2/setMuteVolume?isMute=0"],
    [{ operation: "setPower", tag: "standby" }, "MusicControl/v2/setPowerOption?tag=standby"],
    [{ operation: "sendKey", key: "Key.Up" }, "ControlCenter/RemoteControl/sendkey?key=Key.Up"],
    [{ operation: "setScreenBrightness", level: 5, handle }, `${display}/setScreenBrightness?index=5`],
    [{ operation: "setKnobBrightness", level: 5, handle }, `${display}/setKnobBrightness?index=5`],
    [{ operation: "setKnobColor", index: 1, handle }, `${display}/setKnobLightColor?index=1`],
    [{ operation: "setMeterStyle", index: 1, handle }, `${display}/setVUMode?index=1`],
    [
      { operation: "setMeterStyle", index: 2, handle: `${settings}/x/setY?kind=1&index=` },
      `${settings}/x/setY?kind=1&index=2`,
    ],
    [{ operation: "setSpectrumStyle", index: 1, handle }, `${display}/setSpPlayModeList?index=1`],
    [{ operation: "setDacFilter", index: 1, handle }, `${audio}/xlrOutputOption/setPcmFilter?index=1`],
    [
      { operation: "setUpsampling", index: 1, handle },
      `${audio}/xlrOutputOption/setXlrOutputUpsampling?index=1`,
    ],
    [{ operation: "setMasterClock", index: 1, handle }, `${audio}/setInputMasterClock?index=1`],
    [{ operation: "setCdAutoplay", index: 1, handle }, `${settings}/playSettings/setCDAutoPlay?switch=1`],
    [{ operation: "showOnDisplay", side: "meters" }, "MusicControl/v2/changVUDisplay?openType=0"],
    [{ operation: "showOnDisplay", side: "spectrum" }, "MusicControl/v2/changVUDisplay?openType=1"],
    [{ operation: "setSetting", value: 2, handle: `${settings}/setY?a=1&b=` }, `${settings}/setY?a=1&b=2`],
    [{ operation: "openApp", package: "tv.a b" }, "ControlCenter/Apps/openApp?packageName=tv.a%20b"],
    [{ operation: "openFile", path: "/a b", isMusic: true }, "FileControl/openFile?path=%2Fa%20b&type=0"],
    [
      { operation: "openFile", path: "/a b", isMusic: false },
      "FileControl/openFile?path=%2Fa%20b&videoplaymode=0",
    ],
    [{ operation: "openAddress", stream, isMusic: true }, address(1)],
    [{ operation: "openAddress", stream, isMusic: false }, address(2)],
    [{ operation: "playLibraryList", list: "artist", id: "7" }, listOf(3)],
    [{ operation: "playLibraryList", list: "album", id: "7" }, listOf(4)],
    [{ operation: "playLibraryList", list: "playlist", id: "7" }, listOf(5)],
    [
      { operation: "playLibraryTracks", ids: ["7", "8"] },
      "MusicControl/v2/playMusics?ids=7%2C8&musicId=7&trackIndex=-1",
    ],
    [{ operation: "playLibraryFilm", id: "7" }, "Poster/PlayVideo?id=7"],
  ];

  it.each(requests)("%o asks for %s", (call, path, first = path) => {
    const made = [false, true].map((isFirst) => callPath("{p}", call, {}, isFirst));
    expect(made.map((one) => one.replace(/^\/\{p\}/, ""))).toEqual([path, first]);
  });

  it("is written here, whichever it is", () => {
    expect(new Set(requests.map(([{ operation }]) => operation))).toEqual(new Set(ownCalls));
  });

  it.each([
    ['{"status":200}', "done"],
    ["{}", "done"],
    ['{"status":"200","extra":1}', "done"],
    ['{"status":801}', "unsupported"],
    ['{"status":405}', "unsupported"],
    [404, "unsupported"],
    [405, "unsupported"],
    ['{"status":804}', "confused"],
    ['{"status":806}', "absent"],
    ['{"status":805}', "refused"],
    [500, "refused: HTTP status 500"],
    ["[]", "malformed: the answer is not a JSON object"],
    ["<html>", expect.stringMatching(/^malformed/)],
  ] as const)("answered with %j is %s", async (reply, kind) => {
    const { client } = await scripted([reply]);
    expect(await told(client.perform({ operation: "toggleMusic", to: "playing" }, signal))).toEqual(kind);
  });

  it.each([
    { operation: "setPower", tag: "timeshutdown" },
    { operation: "openApp", package: "tv.example" },
    { operation: "playLibraryFilm", id: "9" },
  ] as const)("%o that the player does not know is refused: it may know the others", async (call) => {
    const { client } = await scripted(['{"status":405}']);
    expect(await told(client.perform(call, signal))).toBe("refused");
  });

  it("by an address that the player gave is refused if that does not exist", async () => {
    const { client } = await scripted([404, 404]);
    const handle = "/SystemSettings/displaySettings/setOther?index=";
    const call = { operation: "setMeterStyle", index: 1 } as const;
    expect(await told(client.perform({ ...call, handle }, signal))).toBe("refused");
    expect(await told(client.perform({ ...call, handle: "" }, signal))).toBe("unsupported");
  });

  it("to a setting is refused where the player denies its address: it may have the others", async () => {
    const { player, client } = await scripted([404, '{"status":200}']);
    const call = { operation: "setSetting", handle: "/SystemSettings/setY?a=1&b=", value: 2 } as const;
    expect(await told(client.perform(call, signal))).toBe("refused");
    expect(await told(client.perform(call, signal))).toBe("done");
    expect(player.asked[0]?.path).toBe("/SystemSettings/setY?a=1&b=2");
  });

  it("goes to the configured address", async () => {
    const { player, client } = await scripted(['{"status":200}'], { paths: { nextTrack: "/{p}/v3/next" } });
    await client.perform({ operation: "nextTrack" }, signal);
    expect(player.asked[0]?.path).toBe("/Zidoo/v3/next");
  });
});

describe("the table of operations", () => {
  it("keeps calls out of use that only one source mentions", () => {
    expect(experimentalCalls.toSorted()).toEqual(["openAddress", "openFile", "playQueueEntry"]);
  });

  it("has the paths that the simulated player answers at", () => {
    const answered = new Set<string>(Object.values(simulated).flatMap(({ paths }) => paths));
    // Each setting has the address that the settings tree gives.
    const { setSetting: _given, ...others } = operations;
    const asked = Object.values(others).map(({ path }) => path);
    expect(asked.filter((path) => !answered.has(path))).toEqual([]);
  });
});
