import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Log } from "../../src/core/ports.ts";
import { type Simulator, startSimulator } from "../../src/simulator/start-simulator.ts";
import { Random } from "../chaos/random.ts";
import { grows, trendOf } from "./slope.ts";

/*
 * The soak: many players under churn for a bounded time. Heap, handles, listeners and sockets are sampled after each
 * round, and none of them may grow: a line is fitted through all samples, since two points prove nothing.
 */

const { values } = parseArgs({
  options: {
    players: { type: "string", default: "200" },
    seconds: { type: "string", default: "240" },
    seed: { type: "string", default: "1" },
  },
});
const presets = ["video", "audio", "old", "twins", "idle"] as const;
const roundMs = 2000;
/** The first rounds fill caches and let the engine optimise; they say nothing about leaks. */
const warmUpRounds = 10;
const silent: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields, message) => console.log(message, fields),
};

interface Sample {
  readonly heapMb: number;
  readonly externalMb: number;
  readonly sockets: number;
  readonly timers: number;
  readonly listeners: number;
  readonly others: number;
}

const players = await Promise.all(
  Array.from({ length: Number(values.players) }, (_, index) =>
    startSimulator({ preset: presets[index % presets.length] ?? "video", queueSize: 50 }),
  ),
);
const samples = await soak(players);
process.exitCode = judge(samples) ? 0 : 1;
for (const player of players) await player[Symbol.asyncDispose]();

async function soak(simulators: readonly Simulator[]): Promise<Sample[]> {
  const config = loadConfig({
    args: { "broker.port": "0", "device.gapMs": "10", "device.timeoutMs": "500" },
    env: { PLAYERS: JSON.stringify(simulators.map(({ url }, index) => ({ id: `p${index}`, url }))) },
    cwd: tmpdir(),
  });
  await using _bridge = await startBridge(config, silent);
  const random = new Random(Number(values.seed));
  const taken: Sample[] = [];
  const until = performance.now() + Number(values.seconds) * 1000;
  for (let round = 0; performance.now() < until; round++) {
    await churn(simulators, random);
    if (round >= warmUpRounds) taken.push(sample());
  }
  return taken;
}

/** Players fall asleep, wake, misbehave and are used, while the bridge goes on. */
async function churn(simulators: readonly Simulator[], random: Random): Promise<void> {
  const chosen = Array.from({ length: Math.ceil(simulators.length / 10) }, () => random.pick(simulators));
  for (const simulator of new Set(chosen)) {
    simulator.behaviours.add(random.pick(["reset*2", "hang*1", "html*1", "truncated*1", "status:804*2"]));
    if (random.next() < 0.3) await simulator.sleep();
    simulator.player.music.skip(1);
    simulator.player.video.skip(1);
  }
  await sleep(roundMs);
  for (const simulator of new Set(chosen)) {
    simulator.behaviours.clear();
    await simulator.wake();
  }
}

function sample(): Sample {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const sockets = resources.filter((name) => name.startsWith("TCP")).length;
  const timers = resources.filter((name) => name === "Timeout").length;
  return {
    heapMb: heapUsed / 2 ** 20,
    externalMb: external / 2 ** 20,
    sockets,
    timers,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    others: resources.length - sockets - timers,
  };
}

function judge(taken: readonly Sample[]): boolean {
  const first = taken[0];
  if (first === undefined || taken.length < 10) {
    console.log("too few samples to tell: give it more --seconds");
    return false;
  }
  let isFlat = true;
  console.log(`soak: ${players.length} players, ${taken.length} samples`);
  for (const name of Object.keys(first) as (keyof Sample)[]) {
    const series = taken.map((one) => one[name]);
    const { perStep, mean } = trendOf(series);
    const isGrowing = grows(series, 0.05);
    isFlat &&= !isGrowing;
    const trend = `${perStep >= 0 ? "+" : ""}${((perStep * (series.length - 1) * 100) / Math.max(1, mean)).toFixed(2)} % over the run`;
    console.log(
      `  ${name.padEnd(10)} mean ${mean.toFixed(1).padStart(8)}   ${trend}   ${isGrowing ? "GROWS" : "flat"}`,
    );
  }
  console.log(isFlat ? "everything is flat" : "something grows");
  return isFlat;
}
