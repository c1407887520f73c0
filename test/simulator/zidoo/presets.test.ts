import { describe, expect, it } from "vitest";
import { operationNames } from "../../../simulator/zidoo/operations.ts";
import type { Preset } from "../../../simulator/zidoo/preset.ts";
import { presets } from "../../../simulator/zidoo/presets.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { ask, type Json, paths } from "../ask.ts";

describe("the preset audio", () => {
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

it("the preset loose writes numbers as text, flags in three ways, playList, and begins with a byte order mark", async () => {
  await using sim = await startSimulator({ preset: "loose" });
  const { json, type, bytes } = await ask(sim, paths.list);
  expect([type, bytes.subarray(0, 3).toString("hex")]).toEqual(["text/plain", "efbbbf"]);
  expect([json["status"], json["outputIndex"]]).toEqual(["200", "1"]);
  const outputs = json["outputData"] as unknown as readonly Json[];
  expect(outputs.map(({ ["enable"]: enable }) => enable)).toEqual([1, "1", 0]);
  const list = (await ask(sim, paths.playlist)).json;
  expect([list["playlist"], list["playList"]?.[0]]).toEqual([undefined, { title: 2031, index: "0" }]);
  expect((await ask(sim, paths.queue)).text).toContain('"hashcode":"9007199254740993"');
});

it("a film and music take turns where the simulator does not let them play at once", async () => {
  await using sim = await startSimulator({ playsTogether: false });
  const { video, music } = sim.player;
  const [film] = video.entries;
  const queueId = async () => (await ask(sim, paths.queue)).json["id"];
  const before = await queueId();
  const steps = [
    ["MusicControl/v2/playOrPause", "music"],
    ["VideoPlay/playVideo?index=1", "film"],
    ["MusicControl/v2/playQueueMusic?index=2", "music"],
    [`Poster/PlayVideo?id=${film?.library?.id}`, "film"],
    [`MusicControl/v2/playMusic?type=4&id=${music.entries[0]?.albumId}`, "music"],
    [`FileControl/openFile?path=${encodeURIComponent(film?.path ?? "")}&videoplaymode=0`, "film"],
  ];
  for (const [path, playing] of steps) {
    await ask(sim, `/Device${path}`);
    const states = playing === "film" ? ["playing", "stopped"] : ["stopped", "playing"];
    expect([path, video.state, music.state]).toEqual([path, ...states]);
  }
  expect(await queueId()).not.toBe(before);
});
