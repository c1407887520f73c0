import { describe, expect, it } from "vitest";
import type { PresetName } from "../../../simulator/zidoo/presets.ts";
import { type Simulator, startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { ask, type Json } from "../ask.ts";

const said = async (sim: Simulator, path: string): Promise<Json> => (await ask(sim, path)).json;
const statuses = (sim: Simulator, ...paths: readonly string[]): Promise<Json[]> =>
  Promise.all(paths.map(async (path) => (await said(sim, path))["status"] as unknown as Json));

const displaySettings = "/SystemSettings/displaySettings";
const image = "/DeviceMusicControl/v2/getImage?id=50000";

describe("operations outside the specification", () => {
  it("art without its types is nothing (806), and a client's other spelling is taken", async () => {
    await using sim = await startSimulator();
    expect(await statuses(sim, `${image}&target=16`, `${image}&musicType=1&target=16`)).toEqual([806, 806]);
    for (const spelling of ["musicType", "music_type"])
      expect((await ask(sim, `${image}&${spelling}=1&type=4&target=16`)).type).toBe("image/png");
  });

  it.each<[PresetName, number, string, string]>([
    ["audio", 115, "setVUMode", "setSpPlayModeList"],
    ["studio", 255, "setVUModeList", "setSpMode"],
  ])("the display of %s has its own range and its own setters", async (preset, most, meters, spectrum) => {
    await using sim = await startSimulator({ preset });
    expect(await said(sim, `${displaySettings}/getScreenBrightness`)).toMatchObject({
      minValue: 0,
      maxValue: most,
    });
    expect((await said(sim, `${displaySettings}/getVUModeList`))["url"]).toContain(`/${meters}?`);
    expect((await said(sim, `${displaySettings}/getSpPlayModeList`))["url"]).toContain(`/${spectrum}?`);
    const setters = ["setVUMode", "setVUModeList", "setSpPlayModeList", "setSpMode"];
    const answered = await statuses(sim, ...setters.map((name) => `${displaySettings}/${name}?index=1`));
    expect(answered).toEqual(setters.map((name) => ([meters, spectrum].includes(name) ? 200 : 405)));
    expect(await statuses(sim, `${displaySettings}/setScreenBrightness?index=${most + 1}`)).toEqual([805]);
  });

  it("music is opened with its type only, and what cannot be played is confirmed, too", async () => {
    await using sim = await startSimulator({ preset: "audio" });
    const path = "/DeviceFileControl/openFile?path=%2Fmusic%2Funplayable.flac";
    expect(await statuses(sim, path, `${path}&type=0`)).toEqual([805, 200]);
  });

  it("what a model lacks is 405, 801 or HTTP 404", async () => {
    await using audio = await startSimulator({ preset: "audio" });
    await using old = await startSimulator({ preset: "old", refuseWith: "http" });
    const apps = "/DeviceControlCenter/Apps/getApps";
    expect(await statuses(audio, apps, "/DeviceVideoPlay/getZoomList")).toEqual([405, 801]);
    expect((await ask(old, apps)).status).toBe(404);
  });

  it("a film that the library does not know has nothing but a type", async () => {
    await using sim = await startSimulator();
    const path = encodeURIComponent(sim.player.video.entries[1]?.path ?? "");
    expect(await said(sim, `/DevicePoster/v2/getAggregationOfFile?path=${path}`)).toEqual({ type: 0 });
  });
});

it("the state of a film player may say nothing of its source", async () => {
  await using sim = await startSimulator({ preset: "video" });
  sim.player.reportsSource = false;
  const state = await said(sim, "/DeviceMusicControl/v2/getState");
  expect(state).toMatchObject({ state: 3, playingMusic: { type: 1 } });
  expect(Object.keys(state)).not.toContain("playType");
  expect(state["everSoloPlayInfo"]).toBeUndefined();
});
