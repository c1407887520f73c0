import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Log } from "../../src/core/ports.ts";
import { type Report, startChurningPlayers } from "./churning-players.ts";
import { countHandles } from "../support/handles.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { type Listening, watchListening } from "./live-objects.ts";
import { mannerOf, manners, timeoutMs } from "./misbehaving.ts";
import { inBlocks, trendOf, verdictOn } from "./slope.ts";

/*
 * The soak: many players under churn for a bounded time; some of them close each connection, answer later than the
 * timeout, or send answers that are large once parsed. Memory, handles, listeners and sockets are sampled after each
 * round, and none of them may grow: a line is fitted through all samples, since two points prove nothing. The players
 * run in a process of their own, so the figures are those of the bridge alone, with its embedded broker.
 */

/** The warm-up fills caches and lets the engine optimise; it says nothing about leaks. */
const warmUpShare = 1 / 3;
const sampleEveryMs = 2000;
const samplesInBlock = 5;
const fewestBlocks = 10;
/** The availability is read with one sample in this many. */
const availabilityEvery = 15;
const longestWaits = 15;
/** Churn takes its share. */
const leastOnline = 0.8;
/** A certain hourly growth above this share of the value is a leak, unless it is negligible. */
const toleratedPerHour = 0.1;
const descriptorFolder = "/proc/self/fd";
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields, message) => {
    console.log(message, fields);
  },
};

/** The figures of a sample, each with a negligible hourly growth. */
const negligible = {
  heapMb: 1,
  buffersMb: 1,
  otherExternalMb: 1,
  residentMb: 10,
  descriptors: 5,
  sockets: 5,
  playerSockets: 5,
  timers: 5,
  emitters: 10,
  emitterListeners: 20,
  signals: 5,
  signalListeners: 10,
} as const;
type Sample = Record<keyof typeof negligible, number>;
type Three = [number, number, number];

const { values } = parseArgs({
  options: {
    players: { type: "string", default: "200" },
    seconds: { type: "string", default: "900" },
    seed: { type: "string", default: "1" },
    // A leak grows with each event: ten times the churn makes it ten times as steep, but the noise stays the same.
    round: { type: "string", default: "2000" },
    play: { type: "boolean", default: false },
  },
});
const [players, seconds, seed] = [Number(values.players), Number(values.seconds), Number(values.seed)];
const roundMs = Number(values.round);

if (values.play) await startChurningPlayers(players, seed, roundMs, (report) => process.send?.(report));
else process.exitCode = (await soak()) ? 0 : 1;

async function soak(): Promise<boolean> {
  const listening = watchListening();
  const same = ["--players", values.players, "--seed", values.seed, "--round", values.round];
  const house = fork(process.argv[1] ?? "", ["--play", ...same]);
  const [{ urls }] = (await once(house, "message")) as [Report];
  let playerSockets = 0;
  house.on("message", (report) => {
    playerSockets = (report as Report).sockets;
  });
  const config = loadConfig({
    args: {
      "broker.port": "0",
      "http.port": "0",
      "device.gapMs": "10",
      "device.timeoutMs": String(timeoutMs),
    },
    env: { PLAYERS: JSON.stringify(urls.map((url, index) => ({ id: `p${index}`, url }))) },
    cwd: tmpdir(),
  });
  const taken: Sample[] = [];
  const online = new Map<string, number>();
  let readings = 0;
  {
    await using bridge = await startBridge(config, log);
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until) {
      await sleep(sampleEveryMs);
      taken.push(sample(listening, playerSockets));
      if (taken.length % availabilityEvery !== 0) continue;
      readings += 1;
      for (const id of await onlinePlayers(bridge.brokerUrl)) online.set(id, (online.get(id) ?? 0) + 1);
    }
  }
  house.disconnect();
  await once(house, "exit");
  const isFlat = judge(taken);
  return tellAvailability(online, readings) && isFlat;
}

async function onlinePlayers(url: string): Promise<string[]> {
  await using client = await TestClient.connect(url, ["player2mqtt/+/availability"], { protocolVersion: 4 });
  // The embedded broker may send retained messages after its answer, and a busy machine much later.
  for (let waits = 0; client.state.size < players && waits < longestWaits; waits++) await sleep(1000);
  return [...client.state]
    .filter(([, state]) => state === "online")
    .map(([topic]) => topic.split("/")[1] ?? "");
}

/** Players that misbehave are players all the same: each kind has to be online most of the time. */
function tellAvailability(online: ReadonlyMap<string, number>, readings: number): boolean {
  let isGood = true;
  for (const manner of manners) {
    const ids = Array.from({ length: players }, (_, index) => index).filter(
      (one) => mannerOf(one) === manner,
    );
    const times = ids.reduce((sum, one) => sum + (online.get(`p${one}`) ?? 0), 0);
    const share = times / Math.max(1, ids.length * readings);
    if (share < leastOnline) isGood = false;
    console.log(
      `  ${manner.padEnd(17)} ${ids.length} players, online ${(100 * share).toFixed(0)} % of the time`,
    );
  }
  return isGood;
}

function sample(listening: () => Listening, playerSockets: number): Sample {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  const { TCPSocketWrap: sockets = 0, Timeout: timers = 0 } = countHandles();
  return {
    heapMb: heapUsed / 2 ** 20,
    buffersMb: arrayBuffers / 2 ** 20,
    otherExternalMb: (external - arrayBuffers) / 2 ** 20,
    residentMb: rss / 2 ** 20,
    descriptors: existsSync(descriptorFolder) ? readdirSync(descriptorFolder).length : 0,
    sockets,
    playerSockets,
    timers,
    ...listening(),
  };
}

function judge(all: readonly Sample[]): boolean {
  const taken = all.slice(Math.floor(all.length * warmUpShare));
  if (taken.length < fewestBlocks * samplesInBlock) {
    console.log("too few samples to tell: give it more --seconds");
    return false;
  }
  const hours = (taken.length * sampleEveryMs) / 3_600_000;
  console.log(`soak: ${players} players, one in ten of them struck every ${roundMs} ms`);
  console.log(
    `  ${all.length} samples, ${taken.length} of them after the warm-up, in ${(hours * 60).toFixed(0)} minutes`,
  );
  console.log(
    `  ${"".padEnd(17)}   median   growth in an hour, and between what it surely lies; what is minded`,
  );
  const verdicts = new Set<string>();
  for (const name of Object.keys(negligible) as (keyof Sample)[]) {
    const blocks = inBlocks(
      taken.map((one) => one[name]),
      samplesInBlock,
    );
    const trend = trendOf(blocks);
    const hourly = (perStep: number): number => (perStep * 3_600_000) / (sampleEveryMs * samplesInBlock);
    const minded = Math.max(negligible[name], toleratedPerHour * trend.median);
    const [growth, atLeast, atMost] = [trend.perStep, trend.atLeast, trend.atMost].map(hourly) as Three;
    const verdict = verdictOn(atLeast, atMost, { minded, negligible: negligible[name], hours });
    verdicts.add(verdict);
    const range = `${signed(growth)} (${signed(atLeast)} to ${signed(atMost)})`;
    console.log(
      `  ${name.padEnd(17)} ${trend.median.toFixed(1).padStart(8)}   ${range}; ${signed(minded)}   ${verdict}`,
    );
  }
  if (verdicts.has("GROWS")) console.log("something grows");
  else if (verdicts.has("unsure"))
    console.log("nothing surely grows; a longer run, or a faster one, tells more");
  else console.log("everything is flat");
  return !verdicts.has("GROWS");
}

function signed(value: number): string {
  return `${value >= 0 ? "+" : ""}${value.toFixed(2)}`;
}
