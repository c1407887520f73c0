import { describe, expect } from "vitest";
import type { Json } from "../simulator/ask.ts";
import { type Client, withClient } from "./client.ts";

// What the integration tmeynell/ha-eversolo sends to an audio model.

const it = withClient({ preset: "audio", prefix: "Zidoo" });

const music = (name: string): string => `/ZidooMusicControl/v2/${name}`;
const key = (client: Client, name: string): Promise<Json> =>
  client.readGood("/ZidooControlCenter/RemoteControl/sendkey", { key: `Key.${name}` });
const display = "/SystemSettings/displaySettings";

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
