import { setTimeout as sleep } from "node:timers/promises";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Random } from "../chaos/random.ts";
import { countSockets } from "../support/handles.ts";
import { mannerOf, misbehave } from "./misbehaving.ts";

const presets = ["video", "audio", "loose", "twins", "idle"] as const;
const faults = ["reset*2", "hang*1", "html*1", "truncated*1", "status:804*2"] as const;

/** The addresses of the players, and their open connections. */
export interface Report {
  readonly urls: readonly string[];
  readonly sockets: number;
}

/** Starts players that sleep, wake, misbehave and are operated until the parent process disconnects. */
export async function startChurningPlayers(
  count: number,
  seed: number,
  /** The time between two changes of one player. */
  roundMs: number,
  tell: (report: Report) => void,
): Promise<void> {
  const players: Simulator[] = [];
  for (let index = 0; index < count; index++) {
    players.push(await startSimulator({ preset: presets[index % presets.length] ?? "video", queueSize: 50 }));
  }
  const urls = players.map(({ url }) => url);
  const random = new Random(seed);
  for (const [index, player] of players.entries()) misbehave(player, mannerOf(index), random);
  tell({ urls, sockets: 0 });
  process.once("disconnect", () => process.exit());
  await churn(players, random, roundMs, () => tell({ urls, sockets: countSockets() }));
}

async function churn(
  players: readonly Simulator[],
  random: Random,
  roundMs: number,
  onRound: () => void,
): Promise<never> {
  const indexes = new Map(players.map((player, index) => [player, index]));
  for (;;) {
    const chosen = new Set(
      Array.from({ length: Math.ceil(players.length / 10) }, () => random.pick(players)),
    );
    for (const simulator of chosen) {
      simulator.behaviors.add(random.pick(faults));
      simulator.player.music.skip(1);
      simulator.player.video.skip(1);
      if (random.next() < 0.3) await simulator.sleep();
    }
    await sleep(roundMs);
    for (const simulator of chosen) {
      simulator.behaviors.clear();
      misbehave(simulator, mannerOf(indexes.get(simulator) ?? 0), random);
      await simulator.wake();
    }
    onRound();
  }
}
