import { describe, expect } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { anyPort } from "../support/any-port.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed } from "../support/bridge/outcomes.ts";

const clock = fastClock(40);
const quick = { ...clock, preset: "audio", wakePort: 0, bootMs: 2000, deafMs: 6000 } as const;
const soonOffline = { "device.offlineAfter": "1" };

const it = withBridge();

describe("power", () => {
  it("is off where the player is when the bridge starts, and wakes it by what an earlier run knew", async () => {
    await using broker = await startEmbeddedBroker(anyPort);
    await using sim = await startSimulator({ ...quick, deafMs: 0 });
    const args = {
      ...soonOffline,
      "mqtt.url": `mqtt://127.0.0.1:${broker.port}`,
      "controls.wakeAddress": `127.0.0.1:${sim.wakePort}`,
    };
    const first = await Bridged.settled(sim, { args, clock });
    await first.waitFor("power", "on");
    await first.identified();
    const { families: _, controls: __, identity, ...known } = first.json("info") as Record<string, unknown>;
    await first[Symbol.asyncDispose]();
    await sim.sleep();
    sim.power.perform("standby");
    await using second = await Bridged.start(sim, { args, clock });
    await second.waitFor("power", "off");
    expect(second.json("info")).toMatchObject(known);
    expect(await second.set("power", "on")).toMatchObject({ outcome: "applied" });
    // An address that an earlier run knew wakes a player; only an answer identifies it.
    await second.identified();
    expect(second.json("info")).toMatchObject({ ...known, identity });
  });

  it("is off at once after the command, tells that it is being woken, and does not report that it is already on", async () => {
    await using sim = await startSimulator({ ...quick, deafMs: 0, bootMs: 6000 });
    const args = { "device.offlineAfter": "1000", "controls.wakeAddress": `127.0.0.1:${sim.wakePort}` };
    await using bridged = await Bridged.settled(sim, { args, clock });
    expect(await bridged.set("power", "off")).toMatchObject({ outcome: "applied" });
    expect([bridged.payload("availability"), bridged.payload("power")]).toEqual(["offline", "off"]);
    expect(bridged.payload("power/waking") ?? "").toBe("");
    const woken = bridged.set("power", "on");
    await bridged.waitFor("power/waking", "on");
    expect(await woken).toMatchObject({ outcome: "applied" });
    await until(() => (bridged.payload("power/waking") ?? "") === "");
    // The player is switched off at the device: no poll has noticed yet.
    await sim.sleep();
    sim.power.perform("standby");
    expect(await bridged.set("power", "on")).toMatchObject({ outcome: "applied" });
    await bridged.waitFor("availability", "online");
  });

  it("fails if the packet has no effect, as do the waiting commands", async () => {
    await using sim = await startSimulator({ ...clock, preset: "audio" });
    const args = { ...soonOffline, "controls.wakeAddress": "127.0.0.1:9", "commands.deadlineMs": "5000" };
    await using bridged = await Bridged.settled(sim, { args, clock });
    await sim.sleep();
    await bridged.waitFor("availability", "offline");
    const before = bridged.subscriber.results.length;
    await bridged.subscriber.send("player2mqtt/den/power/set", "on");
    await bridged.subscriber.send("player2mqtt/den/volume/set", "10");
    await until(() => bridged.subscriber.results.length === before + 2);
    expect(bridged.subscriber.results.slice(before)).toMatchObject([
      { command: "power", outcome: "failed", reason: expect.stringContaining("not applied") },
      { command: "volume", outcome: "failed", reason: expect.stringContaining("unreachable") },
    ]);
  });

  it("is switched by a smart plug: off after the player is silent, and on again", async () => {
    await using sim = await startSimulator({ ...quick, preset: "old" });
    const args = {
      ...soonOffline,
      "controls.plugTopic": "player2mqtt/cmnd/plug",
      "controls.plugOff": "0",
      "controls.wakeAddress": "127.0.0.1:9",
    };
    await using bridged = await Bridged.settled(sim, { args, clock });
    await bridged.waitFor("power", "on");
    const switched = (): readonly string[] => bridged.subscriber.said("player2mqtt/cmnd/plug");
    const off = bridged.set("power", "off");
    await until(() => switched().length === 1);
    await sim.sleep();
    expect(await off).toMatchObject({ outcome: "applied" });
    await bridged.waitFor("power", "off");
    const on = bridged.set("power", "on");
    await until(() => switched().length === 2);
    await sim.wake();
    expect(await on).toMatchObject({ outcome: "applied" });
    expect(switched()).toEqual(["0", "ON"]);
  });

  it("keeps the plug on when the player refuses to go off", async () => {
    await using sim = await startSimulator(quick);
    const args = { ...soonOffline, "controls.plugTopic": "player2mqtt/cmnd/plug" };
    await using bridged = await Bridged.settled(sim, { args, clock });
    sim.behaviors.add("status:805@setPowerOption");
    expect(await bridged.set("power", "off")).toMatchObject(failed("body status 805"));
    expect(bridged.subscriber.said("player2mqtt/cmnd/plug")).toEqual([]);
  });
});

describe("keys", () => {
  it("are pressed one after another, with the requested pauses", async ({ sim, bridged }) => {
    expect(await bridged.set("key", "Up")).toMatchObject({ outcome: "applied" });
    const result = await bridged.set("key", '["Key.Home", 1500, "Down", "Ok"]');
    expect(result).toMatchObject({ outcome: "applied" });
    expect(result.durationMs).toBeGreaterThanOrEqual(1700);
    expect(sim.player.keys).toEqual(["Key.Up", "Key.Home", "Key.Down", "Key.Ok"]);
    expect(bridged.json("info")).toMatchObject({ controls: { key: "supported", screen: "supported" } });
  });
});
