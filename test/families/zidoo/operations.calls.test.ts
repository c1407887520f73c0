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
import type { Reply } from "./scripted-player.ts";

const selectInput: FamilyCall = { operation: "selectInput", tag: "EARC" };
const next: FamilyCall = { operation: "nextTrack" };

it("a selection makes the next list be read in full, though it is the same as before, or the selection failed", async () => {
  const list = json(routing);
  const { client } = await scripted([
    list,
    list,
    list,
    list,
    list,
    list,
    (response) => response.destroy(),
    list,
  ]);
  const read = () => told(client.read("audio", signal));
  const select = () => told(client.perform(selectInput, signal));
  const kinds = [await read(), await read(), await select(), await read()];
  kinds.push(await told(client.perform(next, signal)), await read());
  expect(kinds.join()).toBe("reading,unchanged,reading,reading,done,unchanged");
  expect(await select()).toMatch(/^broken/);
  expect(client.answers).toMatchObject([{ body: Buffer.from(list) }]);
  expect(await read()).toBe("reading");
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

  const selectOutput: FamilyCall = { operation: "selectOutput", tag: "XLR" };
  const setSetting: FamilyCall = { operation: "setSetting", handle: "/SystemSettings/setY?a=1&b=", value: 2 };
  const setStyle = (handle: string): FamilyCall => ({ operation: "setMeterStyle", index: 1, handle });

  it.each<[FamilyCall, Reply, string]>([
    [next, '{"status":200}', "done"],
    [next, "{}", "done"],
    [next, '{"status":"200","extra":1}', "done"],
    [next, '{"status":801}', "unsupported"],
    [next, '{"status":405}', "unsupported"],
    [next, 404, "unsupported"],
    [next, 405, "unsupported"],
    [next, '{"status":804}', "confused"],
    [next, '{"status":806}', "absent"],
    [next, '{"status":805}', "refused"],
    [next, 500, "refused: HTTP status 500"],
    [next, "[]", "malformed: the answer is not a JSON object"],
    [next, "<html>", 'malformed: the answer is not JSON: it begins with "<html>"'],
    [selectOutput, '{"status":805}', "refused"],
    [selectOutput, '{"status":200}', "refused"],
    [selectOutput, 404, "unsupported"],
    [selectOutput, 500, "refused: HTTP status 500"],
    // The player may know the lists, other values, or other addresses.
    [selectOutput, '{"status":405}', "refused"],
    [{ operation: "setPower", tag: "timeshutdown" }, '{"status":405}', "refused"],
    [{ operation: "openApp", package: "tv.example" }, '{"status":405}', "refused"],
    [{ operation: "playLibraryFilm", id: "9" }, '{"status":405}', "refused"],
    [setSetting, 404, "refused"],
    [setStyle("/SystemSettings/displaySettings/setOther?index="), 404, "refused"],
    [setStyle(""), 404, "unsupported"],
  ])("%o answered with %j is %s", async (call, reply, kind) => {
    const { client } = await scripted([reply]);
    expect(await told(client.perform(call, signal))).toBe(kind);
  });

  it("goes to the configured address", async () => {
    const { player, client } = await scripted(['{"status":200}'], { paths: { nextTrack: "/{p}/v3/next" } });
    await client.perform(next, signal);
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
