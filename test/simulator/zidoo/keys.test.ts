import { describe, expect } from "vitest";
import { type Simulator } from "../../../simulator/zidoo/start-simulator.ts";
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

  it("select the outputs and inputs that the model has", async ({ sim }) => {
    await press(sim, "OUT.SPDIF", "DAC.BT");
    const list = async () => (await ask(sim, "/DeviceMusicControl/v2/getInputAndOutputList")).json;
    expect(await list()).toMatchObject({ inputIndex: 1, outputIndex: 2 });
    await press(sim, "OUT.XLR", "DAC.COA");
    expect(await list()).toMatchObject({ inputIndex: 1, outputIndex: 2 });
  });
});
