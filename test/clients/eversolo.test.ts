import { describe, expect } from "vitest";
import { withSimulator } from "../support/bridge/with-bridge.ts";
import { Client } from "./client.ts";

// What the integration hchris1/Eversolo sends to an audio model.

const it = withSimulator({ preset: "audio", prefix: "Zidoo", bootMs: 400 }).extend<{
  readonly client: Client;
}>({ client: async ({ sim }, use) => use(new Client(sim)) });

const music = (name: string): string => `/ZidooMusicControl/v2/${name}`;
const display = "/SystemSettings/displaySettings";

describe("hchris1/Eversolo", () => {
  it("connects, and reads all", async ({ client, sim }) => {
    expect((await client.readGood("/ControlCenter/getModel"))["net_mac"]).toBe(sim.player.identity.mac);
    const state = await client.read(music("getState"));
    expect(state).toMatchObject({
      playingMusic: { title: "Amber Ferry", sampleRate: "44.1 kHz", bits: "16" },
      everSoloPlayInfo: { playStatus: 1, playTypeSubtitle: "LOCAL" },
      volumeData: { intputTag: "XMOS-XMOS", volumeTag: "XLRRCA", isMute: false },
      deviceInfo: { model: "SIM-A4", net_mac: sim.player.identity.mac },
    });
    await client.readGood(music("getInputAndOutputList"));
    await client.readGood(`${display}/getVUModeList`);
    for (const name of ["getScreenBrightness", "getKnobBrightness"])
      expect(Number((await client.readGood(`${display}/${name}`))["currentValue"])).toBeGreaterThan(0);
  });

  it("selects by tag and index", async ({ client }) => {
    expect(await client.readGood(music("setInputList"), { tag: "EARC", index: 3 })).toMatchObject({
      inputIndex: 3,
    });
    expect(await client.readGood(music("setOutInputList"), { tag: "IIS", index: 3 })).toMatchObject({
      outputIndex: 3,
    });
    expect((await client.read(music("getState")))["volumeData"]).toMatchObject({
      intputTag: "EARC-EARC",
      volumeTag: "IIS",
    });
  });

  it("plays, and steps the volume by keys", async ({ client }) => {
    const volume = async () =>
      Number((await client.read(music("getState")))["volumeData"]?.["currenttVolume"]);
    await client.readGood(music("setDevicesVolume"), { volume: 100 });
    for (const [key, isRight] of [
      ["Key.VolumeDown", (level: number) => level < 100],
      ["Key.VolumeUp", (level: number) => level === 100],
    ] as const) {
      await client.readGood("/ZidooControlCenter/RemoteControl/sendkey", { key });
      expect(await volume()).toSatisfy(isRight);
    }
    await client.readGood(music("playOrPause"));
    await client.readGood(music("seekTo"), { time: 9000 });
    expect(await client.read(music("getState"))).toMatchObject({ state: 4, position: 9000 });
    await client.readGood(music("playNext"));
    await client.readGood(music("playLast"));
    for (const isMute of [1, 0]) await client.readGood(music("setMuteVolume"), { isMute });
    const { id } = (await client.read(music("getState")))["playingMusic"] as unknown as { id: number };
    await client.picture(music("getImage"), { id, target: 16 });
  });

  it("sets its display", async ({ client, sim }) => {
    for (const [setter, getter, field] of [
      ["setScreenBrightness", "getScreenBrightness", "currentValue"],
      ["setKnobBrightness", "getKnobBrightness", "currentValue"],
      ["setVUMode", "getVUModeList", "currentIndex"],
      ["setSpPlayModeList", "getSpPlayModeList", "currentIndex"],
      ["setKnobLightColor", "getKnobLightColorList", "currentIndex"],
    ] as const) {
      await client.readGood(`${display}/${setter}`, { index: 1 });
      expect(await client.readGood(`${display}/${getter}`)).toMatchObject({ [field]: 1 });
    }
    await client.tryList(`${display}/getVUModeList`);
    for (const [state, isOn] of [
      ["OFF", false],
      ["ON", true],
    ] as const) {
      await client.readGood("/ZidooControlCenter/RemoteControl/sendkey", { key: `Key.Screen.${state}` });
      expect(sim.player.isScreenOn).toBe(isOn);
    }
    await client.readGood(music("setPowerOption"), { tag: "screen" });
    expect(sim.player.isScreenOn).toBe(false);
    for (const openType of [0, 0, 1])
      expect(await client.read(music("changVUDisplay"), { openType })).toHaveProperty("vuDisplayMode");
  });

  it("reboots the player, which is back afterwards", async ({ client }) => {
    await client.readGood(music("setPowerOption"), { tag: "reboot" });
    const isOn = () => client.answers();
    await expect.poll(isOn, { interval: 20 }).toBe(false);
    await expect.poll(isOn, { interval: 20, timeout: 10_000 }).toBe(true);
    await client.readGood("/ControlCenter/getModel");
  });
});
