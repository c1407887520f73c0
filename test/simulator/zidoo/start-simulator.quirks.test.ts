import { createSocket } from "node:dgram";
import { describe, expect, it } from "vitest";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../../simulator/zidoo/start-simulator.ts";
import { eventually } from "../../support/eventually.ts";
import { ask, type Json } from "../ask.ts";

async function said(sim: Simulator, path: string): Promise<Json> {
  return (await ask(sim, `/Device${path}`)).json;
}

describe("surprising behavior of real players", () => {
  it("the seek parameter of a video is misspelled, and no other spelling works", async () => {
    await using sim = await startSimulator({ now: () => 0 });
    expect(await said(sim, "VideoPlay/seekTo?position=90000")).toMatchObject({ status: 805 });
    expect(await said(sim, "VideoPlay/seekTo?positon=90000")).toMatchObject({ status: 200 });
    expect(sim.player.video.positionMs).toBe(90_000);
  });

  it("audio tracks are listed under the key of subtitles", async () => {
    await using sim = await startSimulator();
    expect(await said(sim, "VideoPlay/getAudioList")).toEqual({
      status: 200,
      subtitles: [
        { index: 0, title: "English TrueHD 7.1 channel 48,0KHz" },
        { index: 1, title: "Íslenska AC3 5.1 channel 48,0KHz" },
      ],
    });
  });

  it("music has only a toggle, and so has the screen among the power options", async () => {
    await using sim = await startSimulator({ preset: "audio" });
    for (const state of ["paused", "playing"]) {
      await said(sim, "MusicControl/v2/playOrPause");
      expect(sim.player.music.state).toBe(state);
    }
    for (const isOn of [false, true]) {
      await said(sim, "MusicControl/v2/setPowerOption?tag=screen");
      expect(sim.player.isScreenOn).toBe(isOn);
    }
  });
});

describe("a sleeping player", () => {
  const bytesOf = (mac: string): Buffer => Buffer.from(mac.replaceAll(":", ""), "hex");

  async function wake(sim: Simulator, mac: string): Promise<void> {
    const packet = Buffer.concat([Buffer.alloc(6, 255), ...Array.from({ length: 16 }, () => bytesOf(mac))]);
    const socket = createSocket("udp4");
    await new Promise((resolve) => {
      socket.send(packet, sim.wakePort, "127.0.0.1", resolve);
    });
    socket.close();
  }

  /** A player that was switched off at 0, and its clock from then on. */
  async function asleep(options: SimulatorOptions = {}): Promise<{ sim: Simulator; at: { ms: number } }> {
    const at = { ms: 0 };
    const now = (): number => at.ms;
    const sim = await startSimulator({ preset: "audio", wakePort: 0, bootMs: 20, now, ...options });
    await said(sim, "MusicControl/v2/setPowerOption?tag=poweroff");
    await eventually(() => expect(said(sim, "ControlCenter/getModel")).rejects.toThrow("ECONNREFUSED"));
    return { sim, at };
  }

  it("misses a packet within fifteen seconds, and wakes a while after a later one", async () => {
    const { sim, at } = await asleep();
    await using _sim = sim;
    at.ms = 14_999;
    await wake(sim, sim.player.identity.mac);
    await eventually(() => expect(sim.power.lostPackets).toBe(1));
    at.ms = 15_000;
    await wake(sim, sim.player.identity.mac);
    await eventually(async () =>
      expect(await said(sim, "ControlCenter/getModel")).toMatchObject({ status: 200 }),
    );
  });

  it("ignores another player's packet", async () => {
    const { sim, at } = await asleep();
    await using _sim = sim;
    at.ms = 5000;
    await wake(sim, "02:00:00:00:00:99");
    await wake(sim, sim.player.identity.mac);
    await eventually(() => expect(sim.power.lostPackets).toBe(1));
  });
});
