import { describe, expect } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { rejected } from "../support/bridge/outcomes.ts";

const now = (): number => performance.now();
const topic = "player2mqtt/den/preset/set";

function having(presets: object): { readonly args: Readonly<Record<string, string>> } {
  return { args: { "controls.presets": JSON.stringify(presets) } };
}

const it = withBridge({ preset: "audio", now }, having({ One: ["mute on"], Two: ["volume/level 9"] }));

describe("a preset", () => {
  it("carries out its steps in order, and lists them in one outcome", async ({ sim }) => {
    const film = { "Film night": ["wake", "input EARC", "output RCA", "volume/level 30"] };
    await using bridged = await Bridged.settled(sim, having(film));
    expect(bridged.json("preset/options")).toEqual([{ value: "Film night", title: "Film night" }]);
    expect(bridged.json("info")).toMatchObject({ controls: { preset: "supported" } });
    const before = bridged.subscriber.results.length;
    const result = await bridged.subscriber.ask(topic, '{"value": "film night", "transaction": 7}');
    expect(result).toMatchObject({
      command: "preset",
      request: "film night",
      outcome: "applied",
      transaction: 7,
      steps: [
        { command: "power", request: "on", outcome: "unchanged" },
        { command: "audio/input", request: "EARC", outcome: "applied", tag: "EARC" },
        { command: "audio/output", request: "RCA", outcome: "applied", tag: "RCA" },
        { command: "volume/level", request: "30", outcome: "applied" },
      ],
    });
    expect(bridged.subscriber.results).toHaveLength(before + 1);
    expect([sim.player.audio.input?.tag, sim.player.volume?.level]).toEqual(["EARC", 30]);
  });

  it("stops at the first failure, or goes on, as configured", async ({ sim }) => {
    const steps = ["volume/level 31", "input Nowhere", "mute on"];
    await using bridged = await Bridged.settled(
      sim,
      having({ Stops: steps, Goes: { steps, onFailure: "continue" } }),
    );
    expect(await bridged.subscriber.ask(topic, "Stops")).toMatchObject({
      outcome: "failed",
      reason: expect.stringMatching(/^step 2 of 3 \(audio\/input Nowhere\): unknown input/),
      steps: [{ outcome: "applied" }, { outcome: "rejected" }, { command: "mute", outcome: "skipped" }],
    });
    expect(sim.player.isMuted).toBe(false);
    expect(await bridged.subscriber.ask(topic, "Goes")).toMatchObject({
      outcome: "failed",
      steps: [{ outcome: "unchanged" }, { outcome: "rejected" }, { outcome: "applied" }],
    });
    expect(sim.player.isMuted).toBe(true);
    expect(await bridged.subscriber.ask(topic, "Other")).toMatchObject(
      rejected('unknown preset: the player has "Stops", "Goes"'),
    );
  });

  it("wakes the player, however long that takes: each step has its own deadline", async () => {
    const clock = fastClock(40);
    await using sim = await startSimulator({
      preset: "audio",
      wakePort: 0,
      bootMs: 7000,
      deafMs: 0,
      ...clock,
    });
    const { args } = having({ Morning: ["wake", "volume/level 12"] });
    await using bridged = await Bridged.settled(sim, {
      args: {
        ...args,
        "controls.wakeAddress": `127.0.0.1:${sim.wakePort}`,
        "commands.deadlineMs": "5000",
        "device.offlineAfter": "1",
      },
      clock,
    });
    expect(await bridged.set("power", "off")).toMatchObject({ outcome: "applied" });
    const result = await bridged.subscriber.ask(topic, "Morning");
    expect(result).toMatchObject({
      outcome: "applied",
      steps: [{ outcome: "applied" }, { outcome: "applied" }],
    });
    expect(result.durationMs).toBeGreaterThan(5000);
  });

  it("supersedes the one before, which ends with its current step", async ({ sim }) => {
    await using bridged = await Bridged.settled(
      sim,
      having({ Long: ["key Up 3000 Down", "volume/level 50"], Short: ["volume/level 9"] }),
    );
    const before = bridged.subscriber.results.length;
    await bridged.subscriber.send(topic, "Long");
    await until(() => sim.player.keys.length === 1);
    await bridged.subscriber.send(topic, "Short");
    await until(() => bridged.subscriber.results.length === before + 2);
    expect(bridged.subscriber.results.slice(before)).toMatchObject([
      {
        request: "Long",
        outcome: "superseded",
        steps: [{ outcome: "applied" }, { command: "volume/level", outcome: "skipped" }],
      },
      { request: "Short", outcome: "applied" },
    ]);
    expect(sim.player.volume?.level).toBe(9);
  });

  it("that waits behind a command is superseded before its first step", async ({ sim, bridged }) => {
    const before = bridged.subscriber.results.length;
    await bridged.subscriber.send("player2mqtt/den/key/set", "Up 3000 Down");
    await until(() => sim.player.keys.length === 1);
    await bridged.subscriber.send(topic, "One");
    await bridged.subscriber.send(topic, "Two");
    await until(() => bridged.subscriber.results.length === before + 3);
    expect(bridged.subscriber.results.slice(before)).toMatchObject([
      { request: "One", outcome: "superseded", steps: [{ outcome: "superseded" }] },
      { command: "key", outcome: "applied" },
      { request: "Two", outcome: "applied" },
    ]);
    expect(sim.player.isMuted).toBe(false);
  });

  it("has its outcome when the bridge stops in the middle", async ({ sim }) => {
    await using bridged = await Bridged.settled(
      sim,
      having({ Long: { steps: ["key Up 9000 Down", "mute on"], onFailure: "continue" } }),
    );
    const before = bridged.subscriber.results.length;
    await bridged.subscriber.send(topic, "Long");
    await until(() => sim.player.keys.length === 1);
    await bridged.bridge[Symbol.asyncDispose]();
    expect(bridged.subscriber.results.slice(before)).toMatchObject([
      { request: "Long", outcome: "failed", steps: [{ outcome: "failed" }, { outcome: "failed" }] },
    ]);
  });

  it("is added and removed by a reload, after which commands still arrive", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, having({ One: ["mute on"] }));
    expect(await bridged.reconfigured(having({ Two: ["mute off"] }).args)).toEqual(["player-changed"]);
    await bridged.waitFor("preset/options", '[{"value":"Two","title":"Two"}]');
    expect(await bridged.subscriber.ask(topic, "One")).toMatchObject({ outcome: "rejected" });
    expect(await bridged.subscriber.ask(topic, "Two")).toMatchObject({ outcome: "unchanged" });
  });
});
