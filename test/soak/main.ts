import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Log } from "../../src/core/ports.ts";
import { roundMs, startChurningPlayers } from "./churning-players.ts";
import { grows, trendOf } from "./slope.ts";

/*
 * The soak: many players under churn for a bounded time. Heap, handles, listeners and sockets are sampled after each
 * round, and none of them may grow: a line is fitted through all samples, since two points prove nothing. The players
 * live in a thread of their own, so that what is measured is the bridge alone.
 */

/** The first rounds fill caches and let the engine optimise; they say nothing about leaks. */
const warmUpRounds = 15;
const descriptorFolder = "/proc/self/fd";
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields, message) => {
    console.log(message, fields);
  },
};

interface Load {
  readonly players: number;
  readonly seconds: number;
  readonly seed: number;
}

interface Sample {
  readonly heapMb: number;
  readonly externalMb: number;
  /** Open files and sockets of the process, the players' ends included; 0 where the system does not tell. */
  readonly descriptors: number;
  readonly timers: number;
  readonly listeners: number;
  readonly others: number;
}

if (isMainThread) process.exitCode = (await soak(readArguments())) ? 0 : 1;
else await playInThread(workerData as Load);

function readArguments(): Load {
  const { values } = parseArgs({
    options: {
      players: { type: "string", default: "200" },
      seconds: { type: "string", default: "420" },
      seed: { type: "string", default: "1" },
    },
  });
  return { players: Number(values.players), seconds: Number(values.seconds), seed: Number(values.seed) };
}

async function playInThread({ players, seed }: Load): Promise<void> {
  parentPort?.postMessage(await startChurningPlayers(players, seed));
}

async function soak(load: Load): Promise<boolean> {
  const thread = new Worker(new URL(import.meta.url), { workerData: load });
  const [urls] = (await once(thread, "message")) as [string[]];
  const config = loadConfig({
    args: { "broker.port": "0", "http.port": "0", "device.gapMs": "10", "device.timeoutMs": "500" },
    env: { PLAYERS: JSON.stringify(urls.map((url, index) => ({ id: `p${index}`, url }))) },
    cwd: tmpdir(),
  });
  const taken: Sample[] = [];
  {
    await using _bridge = await startBridge(config, log);
    const until = performance.now() + load.seconds * 1000;
    for (let round = 0; performance.now() < until; round++) {
      await sleep(roundMs);
      if (round >= warmUpRounds) taken.push(sample());
    }
  }
  await thread.terminate();
  return judge(load, taken);
}

function sample(): Sample {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const timers = resources.filter((name) => name === "Timeout").length;
  return {
    heapMb: heapUsed / 2 ** 20,
    externalMb: external / 2 ** 20,
    descriptors: existsSync(descriptorFolder) ? readdirSync(descriptorFolder).length : 0,
    timers,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    others: resources.length - timers,
  };
}

function judge({ players }: Load, taken: readonly Sample[]): boolean {
  const first = taken[0];
  if (first === undefined || taken.length < 10) {
    console.log("too few samples to tell: give it more --seconds");
    return false;
  }
  let isFlat = true;
  console.log(`soak: ${players} players, ${taken.length} samples`);
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
