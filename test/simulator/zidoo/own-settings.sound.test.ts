import { describe, expect, it } from "vitest";
import type { PresetName } from "../../../simulator/zidoo/presets.ts";
import { type Simulator, startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { ask, type Json } from "../ask.ts";
import { entryWith } from "../../clients/client.ts";

const said = async (sim: Simulator, path: string): Promise<Json> => (await ask(sim, path)).json;
const music = (name: string): string => `/ZidooMusicControl/v2/${name}`;
const start = (preset: PresetName): Promise<Simulator> => startSimulator({ preset, prefix: "Zidoo" });

const folder = "/SystemSettings/audioSettings";

describe("the state of an audio player", () => {
  it("names the present input and output, the volume as text, and the model", async () => {
    await using sim = await start("audio");
    await said(sim, music("setInputList?tag=SPDIF&index=2"));
    await said(sim, music("setOutInputList?tag=RCA&index=1"));
    await said(sim, music("setDevicesVolume?volume=127"));
    expect(await said(sim, music("getState"))).toMatchObject({
      volumeData: { intputTag: "SPDIF-SPDIF", volumeTag: "RCA", display: "-36.5 dB" },
      deviceInfo: {
        deviceName: "Study Streamer",
        model: "SIM-A4",
        version: "v1.7.3",
        net_mac: sim.player.identity.mac,
      },
    });
  });

  it.each(["video", "twins", "loose"] as const)("has neither on %s", async (preset) => {
    await using sim = await start(preset);
    const state = await said(sim, music("getState"));
    expect(state["volumeData"]).toBeUndefined();
    expect(state["deviceInfo"]).toBeUndefined();
  });
});

it("the state of a film player may say nothing of its source", async () => {
  await using sim = await start("video");
  sim.player.reportsSource = false;
  const state = await said(sim, music("getState"));
  expect(state).toMatchObject({ state: 3, playingMusic: { type: 1, fileSize: "12.11 MB" } });
  expect(Object.keys(state)).not.toEqual(expect.arrayContaining(["playType"]));
  expect(state["everSoloPlayInfo"]).toBeUndefined();
});

describe("setters", () => {
  it.each([
    ["/SystemSettings/displaySettings/getScreenBrightness", "currentValue", 17],
    ["/SystemSettings/displaySettings/getKnobBrightness", "currentValue", 17],
    ["/SystemSettings/displaySettings/getKnobLightColorList", "currentIndex", 2],
    ["/SystemSettings/displaySettings/getVUModeList", "currentIndex", 2],
    ["/SystemSettings/displaySettings/getSpPlayModeList", "currentIndex", 1],
    [`${folder}/getMasterClockList`, "currentIndex", 2],
    [`${folder}/xlrOutputOption/getXlrOutputPcmFilterList`, "currentIndex", 1],
    [`${folder}/xlrOutputOption/getXlrOutputUpSamplingList`, "currentIndex", 1],
  ])("of %s is the address that it tells, with the value appended", async (path, field, value) => {
    for (const preset of ["audio", "studio"] as const) {
      await using sim = await start(preset);
      const { url, ...before } = (await said(sim, path)) as unknown as Record<string, unknown>;
      expect(url).toMatch(/\?index=$/);
      expect(before[field]).not.toBe(value);
      expect((await said(sim, `${String(url)}${value}`))["status"]).toBe(200);
      expect((await said(sim, path))[field]).toBe(value);
    }
  });

  it.each(["setGallessnewPlay", "setEOSEngine", "setCDAutoPlay"])(
    "%s is a switch whose state the tree has",
    async (name) => {
      await using sim = await start("audio");
      const path = `/SystemSettings/playSettings/${name}?switch=`;
      const isOn = async (): Promise<boolean> => {
        const tree = await said(sim, "/SystemSettings/getSystemSettings");
        return entryWith(tree, `SettingsItemTag${name.replace(/^set/, "")}`)?.["switchStatus"] === true;
      };
      const before = await isOn();
      expect((await said(sim, `${path}${before ? 0 : 1}`))["status"]).toBe(200);
      expect(await isOn()).toBe(!before);
      expect((await said(sim, `${path}true`))["status"]).toBe(805);
    },
  );

  it("of the subwoofer are on a page that the tree points to", async () => {
    await using sim = await start("audio");
    const page = async () => (await said(sim, `${folder}/getSubOutputOption`))["items"];
    expect((await page())?.[0]?.["switchStatus"]).toBe(false);
    await said(sim, `${folder}/subOutputOption/setSubSwitchEnable?switch=1`);
    expect((await page())?.[0]?.["switchStatus"]).toBe(true);
    expect((await ask(sim, "/SystemSettings/getSystemSettings")).text).toContain(
      `"url":"${folder}/getSubOutputOption"`,
    );
  });
});

describe("lists for reading", () => {
  it("tell the settings of the knob, and refuse where there is none", async () => {
    await using sim = await start("audio");
    await using video = await start("video");
    const path = "/SystemSettings/displaySettings/getKnobSettingOption";
    expect((await said(sim, path))["items"]).toHaveLength(2);
    expect((await said(video, path))["status"]).toBe(405);
  });

  it("tell the profiles of DSP, with a status that is a text", async () => {
    await using sim = await start("audio");
    const list = await said(sim, music("getDSPConfigList"));
    expect(list["status"]).toBe("200");
    const [, second] = list["dspConfig"] as unknown as readonly Json[];
    expect((await said(sim, music(`getDSPConfig?id=${String(second?.["id"])}`)))["dspConfig"]).toEqual(
      second,
    );
    expect((await said(sim, music("getDSPConfig?id=99")))["status"]).toBe(805);
    const used = (await said(sim, music("getDSPSourceInList")))["eqSourceList"]?.[1];
    expect(used).toMatchObject({ configName: second?.["name"], eqId: second?.["id"] });
    expect((await said(sim, music("getDSPPresetList")))["list"]?.[0]).toEqual({ id: 0, name: "Flat" });
    await using video = await start("video");
    expect((await said(video, music("getDSPConfigList")))["status"]).toBe(405);
  });
});

describe("the first version of the music operations", () => {
  it("answers on film players of today", async () => {
    await using sim = await start("video");
    const first = (name: string): Promise<Json> => said(sim, `/ZidooMusicControl/${name}`);
    expect(await first("getPlayStatus")).toMatchObject({ status: 200, isPlay: true });
    await first("pause");
    expect((await first("getPlayStatus"))["isPlay"]).toBe(false);
    await first("seekTo?time=33000");
    expect((await first("getPlayStatus"))["state"]).toMatchObject({ position: 33_000, playing: false });
    expect(await said(sim, music("getState"))).toMatchObject({ state: 4, position: 33_000 });
  });

  it("does not answer on audio models", async () => {
    await using sim = await start("audio");
    expect((await said(sim, "/ZidooMusicControl/getPlayStatus"))["status"]).toBe(801);
  });
});

describe("the cover of a track", () => {
  it("is found by its id alone on audio models", async () => {
    await using sim = await start("audio");
    for (const query of ["id=50000&target=16", "id=50000&musicType=1"])
      expect((await ask(sim, music(`getImage?${query}`))).type).toBe("image/png");
  });
});
