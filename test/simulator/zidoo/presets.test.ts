import { describe, expect, it } from "vitest";
import { operationNames } from "../../../simulator/zidoo/operations.ts";
import type { Preset } from "../../../simulator/zidoo/preset.ts";
import { type PresetName, presets } from "../../../simulator/zidoo/presets.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { ask, type Json, paths } from "../ask.ts";

const presetNames = Object.keys(presets) as PresetName[];

describe("every preset", () => {
  it.each(presetNames)("%s answers its routing, its queue and its model", async (preset) => {
    await using sim = await startSimulator({ preset });
    for (const path of [paths.list, paths.queue, paths.model]) {
      expect((await ask(sim, path)).json["status"] ?? 200).toSatisfy((status) => Number(status) === 200);
    }
  });

  it.each(presetNames)("%s has tags that are unique in their own list", (preset) => {
    for (const list of [presets[preset].routing.inputs, presets[preset].routing.outputs]) {
      expect(new Set(list.map(({ tag }) => tag)).size).toBe(list.length);
    }
  });

  it("has a MAC of its own", () => {
    expect(new Set(presetNames.map((name) => presets[name].identity.mac)).size).toBe(presetNames.length);
  });

  it.each(presetNames.filter((name) => name !== "idle"))("%s starts with playback", async (preset) => {
    await using sim = await startSimulator({ preset });
    expect(sim.player.music.state).toBe("playing");
    for (const track of sim.player.music.entries) expect(track.durationMs).toBeLessThanOrEqual(240_000);
  });

  it("is not changed by players created from it", async () => {
    await using sim = await startSimulator();
    sim.player.audio.renameInput("BT", "Phone");
    await using other = await startSimulator();
    expect(other.player.audio.inputs[1]?.name).toBe("Bluetooth");
  });
});

it.each(["video", "audio"] as const)(
  "%s can play the radio or pass on a television instead of its own",
  async (preset) => {
    for (const [source, playType] of [
      ["radio", 6],
      ["television", 8],
    ] as const) {
      await using sim = await startSimulator({ preset, source });
      expect((await ask(sim, "/DeviceMusicControl/v2/getState")).json).toMatchObject({ playType, state: 3 });
      expect([sim.player.video.state, sim.player.music.state]).toEqual(["stopped", "stopped"]);
    }
  },
);

describe("the preset audio", () => {
  it("passes on a television at the input for its sound", async () => {
    await using sim = await startSimulator({ preset: "audio", source: "television" });
    expect(sim.player.audio.input?.name).toBe("Television");
  });

  it("has no video family and reports that by body status 801", async () => {
    await using sim = await startSimulator({ preset: "audio" });
    for (const path of [paths.status, paths.playlist]) {
      const { status, json } = await ask(sim, path);
      expect([status, json["status"]]).toEqual([200, 801]);
    }
  });

  it("reports it by HTTP 404 if configured", async () => {
    await using sim = await startSimulator({ preset: "audio", refuseWith: "http" });
    expect((await ask(sim, paths.status)).status).toBe(404);
    expect((await ask(sim, paths.list)).status).toBe(200);
  });

  it("has a name with a slash, a disabled USB output and fields of newer firmware", async () => {
    await using sim = await startSimulator({ preset: "audio" });
    const { json } = await ask(sim, paths.list);
    expect(json["outputData"]?.[2]).toMatchObject({ name: "XLR/RCA", tag: "XLRRCA", enable: true });
    expect(json["outputData"]?.[5]).toMatchObject({ tag: "USB", enable: false });
    expect(json).toMatchObject({ isSupportHideInput: true, hideInputTag: '["XLR_A"]' });
    expect(json["subwooferSetting"]?.["status"]).toBe(1);
  });
});

it.each(Object.entries<Preset>(presets))(
  "the preset %s lacks only operations that exist",
  (_name, preset) => {
    expect(operationNames).toEqual(expect.arrayContaining([...(preset.lacks ?? [])]));
  },
);

describe("the preset old", () => {
  it("lacks the fields of later firmware", async () => {
    await using sim = await startSimulator({ preset: "old" });
    const list = await ask(sim, paths.list);
    const status = await ask(sim, paths.status);
    for (const field of ["historyName", "isEdit", "infolist", "option"])
      expect(list.text).not.toContain(`"${field}"`);
    for (const field of ["3D", "audio", "subtitle", "output"])
      expect(status.text).not.toContain(`"${field}"`);
  });

  it("answers under its maker's prefix only, and writes numbers as numbers", async () => {
    await using sim = await startSimulator({ preset: "old" });
    expect((await ask(sim, "/ControlCenter/getModel")).json["status"]).toBe(804);
    const { type, text, json } = await ask(sim, paths.playlist);
    expect([type, text[0]]).toEqual(["text/plain", "{"]);
    expect(json["playList"]?.[0]).toEqual({ title: "2031", index: 0 });
  });
});

describe("the preset loose", () => {
  it("writes numbers as text and the enable flag in three ways", async () => {
    await using sim = await startSimulator({ preset: "loose" });
    const { json } = await ask(sim, paths.list);
    expect([json["status"], json["outputIndex"]]).toEqual(["200", "1"]);
    const outputs = json["outputData"] as unknown as readonly Json[];
    expect(outputs.map(({ ["enable"]: enable }) => enable)).toEqual([1, "1", 0]);
  });

  it("sends text/plain and begins with a byte order mark", async () => {
    await using sim = await startSimulator({ preset: "loose" });
    const { type, bytes } = await ask(sim, paths.list);
    expect([type, bytes.subarray(0, 3).toString("hex")]).toEqual(["text/plain", "efbbbf"]);
  });

  it("spells the playlist playList and writes a numeric title as a number", async () => {
    await using sim = await startSimulator({ preset: "loose" });
    const { json } = await ask(sim, paths.playlist);
    expect(json["playlist"]).toBeUndefined();
    expect(json["playList"]?.[0]).toEqual({ title: 2031, index: "0" });
  });

  it("keeps every digit of a large integer, as text", async () => {
    await using sim = await startSimulator({ preset: "loose" });
    expect((await ask(sim, paths.queue)).text).toContain('"hashcode":"9007199254740993"');
  });
});

describe("the preset twins", () => {
  it("has names that occur twice, a renamed entry and no current input", async () => {
    await using sim = await startSimulator({ preset: "twins" });
    const { json } = await ask(sim, paths.list);
    const names = (list: string) =>
      (json[list] as unknown as readonly Json[]).map(({ ["name"]: name }) => name);
    expect(names("inputData")).toEqual(["Built-in player", "Digital in", "Digital in", "Cassette deck"]);
    expect(names("outputData")).toEqual(["Line out", "Line out", "Optical"]);
    expect(json["inputIndex"]).toBe(-1);
    expect(sim.player.audio.input).toBeUndefined();
  });

  it("distinguishes its twins by their tags", async () => {
    await using sim = await startSimulator({ preset: "twins" });
    expect((await ask(sim, paths.input("SPDIF1"))).json["inputIndex"]).toBe(2);
    expect((await ask(sim, paths.output("RCA"))).json["outputIndex"]).toBe(0);
  });
});

describe("the preset idle", () => {
  it("has nothing to play and nothing playing", async () => {
    await using sim = await startSimulator({ preset: "idle" });
    expect((await ask(sim, paths.status)).json["status"]).toBe(806);
    expect((await ask(sim, paths.playlist)).json).toEqual({
      status: 200,
      size: 0,
      currentIndex: -1,
      playlist: [],
    });
    expect((await ask(sim, paths.queue)).json).toMatchObject({ total: 0, array: [] });
  });
});

describe("a film and music", () => {
  it("take turns where the simulator does not let them play at once", async () => {
    await using sim = await startSimulator({ playsTogether: false });
    const { video, music } = sim.player;
    expect([video.state, music.state]).toEqual(["playing", "stopped"]);
    await ask(sim, "/DeviceMusicControl/v2/playOrPause");
    expect([video.state, music.state]).toEqual(["stopped", "playing"]);
    await ask(sim, "/DeviceVideoPlay/playVideo?index=1");
    expect([video.state, music.state]).toEqual(["playing", "stopped"]);
    await ask(sim, "/DeviceMusicControl/v2/playQueueMusic?index=2");
    expect([video.state, music.state]).toEqual(["stopped", "playing"]);
    const [film] = video.entries;
    await ask(sim, `/DevicePoster/PlayVideo?id=${film?.library?.id}`);
    expect([video.state, music.state]).toEqual(["playing", "stopped"]);
    const before = (await ask(sim, paths.queue)).json["id"];
    const { albumId } = music.entries[0] ?? {};
    await ask(sim, `/DeviceMusicControl/v2/playMusic?type=4&id=${albumId}`);
    expect([video.state, music.state]).toEqual(["stopped", "playing"]);
    expect((await ask(sim, paths.queue)).json["id"]).not.toBe(before);
    await ask(
      sim,
      `/DeviceFileControl/openFile?path=${encodeURIComponent(film?.path ?? "")}&videoplaymode=0`,
    );
    expect([video.state, music.state]).toEqual(["playing", "stopped"]);
  });
});
