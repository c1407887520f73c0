import { describe, expect } from "vitest";
import { startSimulator, type Simulator } from "../../../simulator/zidoo/start-simulator.ts";
import { withSimulator } from "../../support/bridge/with-bridge.ts";
import { ask, type Json } from "../ask.ts";

const it = withSimulator({ now: () => 1_000_000 });

async function press(sim: Simulator, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const { json } = await ask(sim, `/DeviceControlCenter/RemoteControl/sendkey?key=Key.${key}`);
    expect(json["status"]).toBe(200);
  }
}

const state = async (sim: Simulator): Promise<Json> =>
  (await ask(sim, "/DeviceMusicControl/v2/getState")).json;
const film = async (sim: Simulator): Promise<Json> => (await ask(sim, "/DeviceVideoPlay/getPlayStatus")).json;

describe("the keys of the remote control", () => {
  it("step and mute the volume of an audio player, within its range", async () => {
    await using sim = await startSimulator({ preset: "audio" });
    const volume = async () => (await state(sim))["volumeData"];
    const before = Number((await volume())?.["currenttVolume"]);
    await press(sim, "VolumeUp", "VolumeUp", "VolumeDown");
    expect(await volume()).toMatchObject({ currenttVolume: before + 1, isMute: false });
    await press(sim, "Mute");
    expect((await volume())?.["isMute"]).toBe(true);
    await press(sim, "VolumeUp");
    expect((await volume())?.["isMute"]).toBe(false);
    await ask(sim, "/DeviceMusicControl/v2/setDevicesVolume?volume=200");
    await press(sim, "VolumeUp");
    expect((await volume())?.["currenttVolume"]).toBe(200);
  });

  it("step and mute the volume of a video model", async () => {
    await using sim = await startSimulator({ preset: "cinema" });
    const level = async () =>
      (await ask(sim, "/DeviceControlCenter/RemoteControl/changeVolume?type=3")).json["currentVolume"];
    await press(sim, "VolumeUp");
    expect(await level()).toBe(7);
    await press(sim, "VolumeDown", "VolumeDown");
    expect(await level()).toBe(5);
    await press(sim, "Mute");
    expect(await level()).toBe(0);
    await press(sim, "Mute");
    expect(await level()).toBe(5);
  });

  it("do nothing where there is no volume, and move what only the screen shows", async ({ sim }) => {
    const before = await film(sim);
    await press(sim, "VolumeUp", "Up", "Select", "Back", "Home", "Number_1");
    expect(await film(sim)).toEqual(before);
  });

  it("drive the film while there is one, and then the music", async ({ sim }) => {
    const now = async () => [(await film(sim))["video"]?.["status"], (await state(sim))["state"]];
    await press(sim, "MediaPause");
    expect(await now()).toEqual([0, 3]);
    await press(sim, "MediaPlay.Pause");
    expect(await now()).toEqual([1, 3]);
    await press(sim, "MediaPlay.Pause", "MediaPlay", "MediaNext");
    expect((await film(sim))["video"]).toMatchObject({ status: 1, title: "Moss, Slowly — a documentary" });
    await press(sim, "MediaPrev");
    expect((await film(sim))["video"]?.["title"]).toBe("The Lighthouse Ledger");
    await press(sim, "MediaStop");
    expect([(await film(sim))["status"], (await state(sim))["state"]]).toEqual([806, 3]);
    await press(sim, "MediaPause");
    expect((await state(sim))["state"]).toBe(4);
    await press(sim, "MediaPlay.Pause", "MediaNext");
    expect(await state(sim)).toMatchObject({ state: 3, playingMusic: { title: "Hollow Orchard" } });
    await press(sim, "MediaPrev", "MediaStop");
    expect(await state(sim)).toMatchObject({ state: 0, playingMusic: { title: "Amber Ferry" } });
  });

  it("pause and stop another source", async () => {
    await using sim = await startSimulator({ preset: "audio", source: "radio" });
    await press(sim, "MediaPause", "MediaPause");
    expect(await state(sim)).toMatchObject({ state: 4, playType: 6 });
    await press(sim, "MediaPlay", "MediaPlay");
    expect(await state(sim)).toMatchObject({ state: 3, playType: 6 });
    await press(sim, "MediaStop");
    expect((await state(sim))["state"]).toBe(0);
  });

  it("choose the next subtitle, off after the last, and the next audio track", async ({ sim }) => {
    const chosen = async () => {
      const { subtitle, audio } = (await film(sim)) as unknown as Record<string, Json>;
      return [subtitle?.["index"], audio?.["index"]];
    };
    expect(await chosen()).toEqual([1, 0]);
    await press(sim, "Subtitle", "Audio");
    expect(await chosen()).toEqual([2, 1]);
    await press(sim, "Subtitle", "Audio");
    expect(await chosen()).toEqual([0, 0]);
  });

  it("repeat the film, or the music without one", async ({ sim }) => {
    expect((await film(sim))["playMode"]?.["index"]).toBe(4);
    await press(sim, "Repeat");
    expect((await film(sim))["playMode"]).toEqual({ index: 1, information: "Once" });
    await press(sim, "MediaStop", "Repeat");
    expect((await state(sim))["loopModel"]).toBe(1);
  });

  it("select the outputs and inputs that the model has", async ({ sim }) => {
    await press(sim, "OUT.SPDIF", "DAC.BT");
    const list = async () => (await ask(sim, "/DeviceMusicControl/v2/getInputAndOutputList")).json;
    expect(await list()).toMatchObject({ inputIndex: 1, outputIndex: 2 });
    await press(sim, "OUT.XLR", "DAC.COA");
    expect(await list()).toMatchObject({ inputIndex: 1, outputIndex: 2 });
  });
});
