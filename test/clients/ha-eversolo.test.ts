import { describe, expect } from "vitest";
import { withSimulator } from "../support/bridge/with-bridge.ts";
import type { Json } from "../simulator/ask.ts";
import { Client, entryWith } from "./client.ts";

// What the integration tmeynell/ha-eversolo sends to an audio model.

const it = withSimulator({ preset: "audio", prefix: "Zidoo" }).extend<{ readonly client: Client }>({
  client: async ({ sim }, use) => use(new Client(sim)),
});

const music = (name: string): string => `/ZidooMusicControl/v2/${name}`;
const key = (client: Client, name: string): Promise<Json> =>
  client.readGood("/ZidooControlCenter/RemoteControl/sendkey", { key: `Key.${name}` });
const display = "/SystemSettings/displaySettings";
const audio = "/SystemSettings/audioSettings";

async function volumeOf(client: Client): Promise<Json> {
  return (await client.read(music("getState")))["volumeData"] as unknown as Json;
}

describe("tmeynell/ha-eversolo", () => {
  it("connects, and reads all", async ({ client, sim }) => {
    expect(await client.readGood("/ControlCenter/getModel")).toMatchObject({
      model: "SIM-A4",
      net_mac: sim.player.identity.mac,
    });
    const state = await client.read(music("getState"));
    expect(state["status"]).toBeUndefined();
    expect(state["volumeData"]?.["intputTag"]).toMatch(/^XMOS-/);
    expect(state["deviceInfo"]).toMatchObject({ model: "SIM-A4" });
    expect(state).toMatchObject({ hasDspSetting: true, hasEQSetting: true });
    const { data } = (await client.readGood(music("getPowerOption"))) as unknown as {
      data: { tag: string }[];
    };
    expect(data.map(({ tag }) => tag)).toEqual(expect.arrayContaining(["poweroff", "reboot", "screen"]));
    expect((await client.readGood(`${display}/getKnobSettingOption`))["items"]).not.toEqual([]);
    expect(await client.readGood("/SystemSettings/getSystemSettings")).toHaveProperty("settings");
  });

  it("selects inputs and outputs by tag and index, and finds them in the state", async ({ client }) => {
    const list = await client.readGood(music("getInputAndOutputList"));
    for (const { index, tag } of list["inputData"] as unknown as { index: number; tag: string }[]) {
      const answer = await client.readGood(music("setInputList"), { tag, index });
      expect(answer["inputIndex"]).toBe(index);
      expect(String((await volumeOf(client))["intputTag"]).split("-")[0]).toBe(tag);
    }
    const outputs = list["outputData"] as unknown as { tag: string; enable: boolean }[];
    for (const [index, { tag, enable }] of outputs.entries()) {
      if (!enable) continue;
      await client.readGood(music("setOutInputList"), { tag, index });
      expect((await volumeOf(client))["volumeTag"]).toBe(tag);
    }
  });

  it("plays, seeks, and has the volume step and mute", async ({ client }) => {
    const state = () => client.read(music("getState"));
    await client.readGood(music("playOrPause"));
    expect((await state())["everSoloPlayInfo"]?.["playStatus"]).toBe(2);
    await client.readGood(music("seekTo"), { time: 42_000 });
    expect((await state())["everSoloPlayInfo"]?.["currentPosition"]).toBe(42_000);
    const title = (await state())["playingMusic"]?.["title"];
    await client.readGood(music("playNext"));
    expect((await state())["playingMusic"]?.["title"]).not.toBe(title);
    await client.readGood(music("playLast"));
    expect((await state())["playingMusic"]?.["title"]).toBe(title);
    await client.readGood(music("setDevicesVolume"), { volume: 40 });
    const { display: text } = (await volumeOf(client)) as unknown as { display: string };
    expect(text).toMatch(/ dB$/);
    await key(client, "VolumeUp");
    expect(Number((await volumeOf(client))["currenttVolume"])).toBeGreaterThan(40);
    expect((await volumeOf(client))["display"]).not.toBe(text);
    await key(client, "VolumeDown");
    expect((await volumeOf(client))["currenttVolume"]).toBe(40);
    for (const isMute of [1, 0]) {
      await client.readGood(music("setMuteVolume"), { isMute });
      expect((await volumeOf(client))["isMute"]).toBe(isMute === 1);
    }
  });

  it("sets what the display shows, and how bright it is", async ({ client }) => {
    for (const name of ["getScreenBrightness", "getKnobBrightness"]) {
      const { url, maxValue } = await client.readGood(`${display}/${name}`);
      for (const value of [0, Number(maxValue)]) {
        await client.readGood(`${String(url)}${value}`);
        expect((await client.readGood(`${display}/${name}`))["currentValue"]).toBe(value);
      }
    }
    await client.readGood(`${display}/setKnobBrightness?index=12`);
    expect((await client.readGood(`${display}/getKnobBrightness`))["currentValue"]).toBe(12);
    for (const name of ["getVUModeList", "getSpPlayModeList", "getKnobLightColorList"])
      await client.tryList(`${display}/${name}`);
    await client.readGood(`${display}/setKnobLightColor?index=2`);
    expect((await client.readGood(`${display}/getKnobLightColorList`))["currentIndex"]).toBe(2);
    const shown = await client.read(music("changVUDisplay"), { openType: 1 });
    expect(await client.read(music("getState"))).toMatchObject(shown);
    const options = async () => JSON.stringify(await client.readGood(music("getPowerOption")));
    const before = await options();
    await client.readGood(music("setPowerOption"), { tag: "screen" });
    expect(await options()).not.toBe(before);
  });

  it("sets filter, upsampling and clock at the addresses that their lists tell", async ({ client }) => {
    await client.tryList(`${audio}/xlrOutputOption/getXlrOutputPcmFilterList`);
    await client.tryList(`${audio}/xlrOutputOption/getXlrOutputUpSamplingList`);
    await client.tryList(`${audio}/getMasterClockList`);
  });

  it("switches the subwoofer, gapless playback, the engine and the CD", async ({ client }) => {
    const switches = [
      [`${audio}/subOutputOption/setSubSwitchEnable`, "SubSwitchEnable", `${audio}/getSubOutputOption`],
      ...["GallessnewPlay", "EOSEngine", "CDAutoPlay"].map((name) => [
        `/SystemSettings/playSettings/set${name}`,
        name,
        "/SystemSettings/getSystemSettings",
      ]),
    ] as const;
    for (const [setter = "", name, page = ""] of switches) {
      for (const value of [1, 0]) {
        await client.readGood(setter, { switch: value });
        const entry = entryWith(await client.readGood(page), `SettingsItemTag${name}`);
        expect([setter, entry?.["switchStatus"]]).toEqual([setter, value === 1]);
      }
    }
  });

  it("shows the cover of the playing song, and switches the player off", async ({ client }) => {
    const { id, type } = (await client.read(music("getState")))["playingMusic"] as unknown as {
      id: number;
      type: number;
    };
    await client.picture(music("getImage"), { id, musicType: type });
    await client.readGood(music("setPowerOption"), { tag: "poweroff" });
    await expect.poll(() => client.answers()).toBe(false);
  });
});
