import { describe, expect, it } from "vitest";
import type { FamilyCall } from "../../../src/core/controls/call.ts";
import { experimentalCalls, operations } from "../../../src/families/zidoo/operations.ts";
import { operations as simulated } from "../../../simulator/zidoo/operations.ts";
import { json, open, signal, told } from "./opened.ts";
import { routing } from "./payloads.ts";
import { startScripted } from "./scripted-player.ts";

const selectionOf = (selector: "input" | "output", tag: string): FamilyCall => ({
  operation: selector === "input" ? "selectInput" : "selectOutput",
  tag,
});

describe("selecting", () => {
  const selected = async (selector: "input" | "output", tag: string): Promise<string | undefined> => {
    await using player = await startScripted([json(routing)]);
    await using client = open(player.url);
    expect(await client.perform(selectionOf(selector, tag), signal)).toHaveProperty("reading");
    return player.asked[0]?.path;
  };

  it.each([
    ["input", "EARC", "/ZidooMusicControl/v2/setInputList?tag=EARC"],
    ["output", "XLR", "/ZidooMusicControl/v2/setOutInputList?tag=XLR"],
    [
      "output",
      "XLR/RCA & more=1#x",
      "/ZidooMusicControl/v2/setOutInputList?tag=XLR%2FRCA%20%26%20more%3D1%23x",
    ],
    ["input", "客厅", "/ZidooMusicControl/v2/setInputList?tag=%E5%AE%A2%E5%8E%85"],
    ["input", "\ud83dTV", "/ZidooMusicControl/v2/setInputList?tag=%EF%BF%BDTV"],
  ] as const)("the %s %j asks for %s", async (selector, tag, path) => {
    expect(await selected(selector, tag)).toBe(path);
  });

  it("makes the next list be read in full, though it is the same as before", async () => {
    await using player = await startScripted([json(routing)]);
    await using client = open(player.url);
    const kinds = [
      await told(client.read("audio", signal)),
      await told(client.read("audio", signal)),
      await told(client.perform(selectionOf("input", "EARC"), signal)),
      await told(client.read("audio", signal)),
      await told(client.perform({ operation: "nextTrack" }, signal)),
      await told(client.read("audio", signal)),
    ];
    expect(kinds).toEqual(["reading", "unchanged", "reading", "reading", "done", "unchanged"]);
  });

  it("makes the next list be read in full also when it failed", async () => {
    await using player = await startScripted([
      json(routing),
      (response) => response.destroy(),
      json(routing),
    ]);
    await using client = open(player.url);
    await client.read("audio", signal);
    expect(await told(client.perform(selectionOf("input", "EARC"), signal))).toMatch(/^broken/);
    expect(client.answers).toMatchObject([{ body: Buffer.from(json(routing)) }]);
    expect(await told(client.read("audio", signal))).toBe("reading");
  });

  it.each([
    ['{"status":805}', "refused"],
    ['{"status":200}', "refused"],
    [404, "unsupported"],
    [500, "refused: HTTP status 500"],
  ] as const)("answered with %j is %s", async (reply, kind) => {
    await using player = await startScripted([reply]);
    await using client = open(player.url);
    expect(await told(client.perform(selectionOf("output", "XLR"), signal))).toBe(kind);
  });

  it("answered with body status 405 is a refusal that says nothing of the lists", async () => {
    await using player = await startScripted(['{"status":405}']);
    await using client = open(player.url);
    expect(await client.perform(selectionOf("output", "XLR"), signal)).toEqual({
      kind: "refused",
      reason: expect.objectContaining({ text: "body status 405" }) as unknown,
    });
  });
});

describe("a call", () => {
  it.each<[FamilyCall, string]>([
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
    [{ operation: "toggleMusic", to: "playing" }, "MusicControl/v2/playOrPause"],
    [{ operation: "nextTrack" }, "MusicControl/v2/playNext"],
    [{ operation: "previousTrack" }, "MusicControl/v2/playLast"],
    [{ operation: "seekMusic", seconds: 90 }, "MusicControl/v2/seekTo?time=90000"],
    [{ operation: "setMusicMode", mode: "shuffle" }, "MusicControl/v2/setLoopMode?loop=2"],
    [{ operation: "playQueueEntry", index: 3 }, "MusicControl/v2/playQueueMusic?index=3"],
    [{ operation: "setVolume", level: -12 }, "MusicControl/v2/setDevicesVolume?volume=-12"],
    [{ operation: "setMute", isMuted: true }, "MusicControl/v2/setMuteVolume?isMute=1"],
    [{ operation: "setPower", tag: "standby" }, "MusicControl/v2/setPowerOption?tag=standby"],
    [{ operation: "sendKey", key: "Key.Up" }, "ControlCenter/RemoteControl/sendkey?key=Key.Up"],
  ])("%o asks for %s", async (call, path) => {
    await using player = await startScripted(['{"status":200}']);
    await using client = open(player.url);
    expect(await client.perform(call, signal)).toEqual({ kind: "done" });
    expect(player.asked.map((one) => one.path)).toEqual([`/Zidoo${path}`]);
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
    await using player = await startScripted([reply]);
    await using client = open(player.url);
    expect(await told(client.perform({ operation: "toggleMusic", to: "playing" }, signal))).toEqual(kind);
  });

  it.each([
    { operation: "setPower", tag: "timeshutdown" },
    { operation: "openApp", package: "tv.example" },
    { operation: "playLibraryFilm", id: "9" },
  ] as const)("%o that the player does not know is refused: it may know the others", async (call) => {
    await using player = await startScripted(['{"status":405}']);
    await using client = open(player.url);
    expect(await told(client.perform(call, signal))).toBe("refused");
  });

  it("by an address that the player gave is refused if that does not exist", async () => {
    await using player = await startScripted([404, 404]);
    await using client = open(player.url);
    const handle = "/SystemSettings/displaySettings/setOther?index=";
    const call = { operation: "setMeterStyle", index: 1 } as const;
    expect(await told(client.perform({ ...call, handle }, signal))).toBe("refused");
    expect(await told(client.perform({ ...call, handle: "" }, signal))).toBe("unsupported");
  });

  it("to a setting is refused where the player denies its address: it may have the others", async () => {
    await using player = await startScripted([404, '{"status":200}']);
    await using client = open(player.url);
    const call = { operation: "setSetting", handle: "/SystemSettings/setY?a=1&b=", value: 2 } as const;
    expect(await told(client.perform(call, signal))).toBe("refused");
    expect(await told(client.perform(call, signal))).toBe("done");
    expect(player.asked[0]?.path).toBe("/SystemSettings/setY?a=1&b=2");
  });

  it("goes to the configured address", async () => {
    await using player = await startScripted(['{"status":200}']);
    await using client = open(player.url, { paths: { nextTrack: "/{p}/v3/next" } });
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
