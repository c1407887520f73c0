import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "./bounds.ts";
import { bridgeIs, leavePending, recovered } from "./calm.ts";
import { moved } from "./moved.ts";
import type { Stage } from "./stage.ts";

/** One large fault of the process or of its broker, in a calm. In each turn it lasts another time, or is of another kind. */
export interface Episode {
  readonly trouble: Trouble;
  readonly turn: number;
}

/** What is played. Its name begins the transactions of its commands. */
type Play = (stage: Stage, episode: Episode, name: string) => Promise<string[]>;

/** In the order of a run; a run with more storms has each of them again. */
const plays = {
  "bridge stands still": standsStill,
  "bridge killed": killed,
  "bridge moved": moved,
  "broker gone": brokerGone,
  "bridge restarted": restarted,
} as const satisfies Readonly<Record<string, Play>>;
export type Trouble = keyof typeof plays;
const order = Object.keys(plays) as Trouble[];
const turnsOfMost = 3;

/** The episode after storm `number` of a seed. */
export function episodeAfter(seed: number, number: number): Episode {
  const trouble = order[(number + seed) % order.length] ?? "bridge stands still";
  return { trouble, turn: Math.floor((number + seed) / order.length) };
}

/** The first storm of a seed that this trouble follows in its first kind. */
export function stormBefore(trouble: Trouble, seed: number): number {
  const numbers = Array.from({ length: turnsOfMost * order.length }, (_, number) => number);
  return numbers.findIndex((number) => {
    const episode = episodeAfter(seed, number);
    return episode.trouble === trouble && episode.turn % turnsOfMost === 0;
  });
}

/** Plays an episode. Before it, commands are sent that are still pending when it begins. */
export function playEpisode(stage: Stage, episode: Episode, name: string): Promise<string[]> {
  stage.heal();
  return plays[episode.trouble](stage, episode, name);
}

function inTurn<T>({ turn }: Episode, ...items: readonly [T, ...T[]]): T {
  return items[turn % items.length] ?? items[0];
}

/** In one of three turns it remembers, and what it remembers is too old. */
async function brokerGone(stage: Stage, episode: Episode, name: string): Promise<string[]> {
  await leavePending(stage, name);
  const forMs = inTurn(episode, 300, 60_000, 4000, 20_000, 1000, 100, 8000);
  await stage.brokerReturns(forMs, inTurn(episode, false, true, false));
  return recovered(stage);
}

/** At first for so long that commands get too old, but not until the broker gives it up. */
async function standsStill(stage: Stage, episode: Episode, name: string): Promise<string[]> {
  const forMs = inTurn(episode, 7000, 1200, 12_000);
  await leavePending(stage, name);
  stage.bridge.hold(true);
  stage.bridgeIsUp(false);
  stage.ledger.disturbed();
  await sleep(200);
  // The broker takes them, and the bridge finds them in its socket when it goes on.
  for (const player of stage.names) await stage.select(`${name}-${player}-late`, player, 1);
  await sleep(Math.min(forMs, patience.willMs) - 200);
  const findings = forMs > patience.willMs ? await bridgeIs(stage, "offline", stage.stalledSinceMs) : [];
  await sleep(Math.max(0, forMs - patience.willMs));
  stage.bridge.hold(false);
  stage.bridgeIsUp(true);
  return [...findings, ...(await recovered(stage))];
}

async function killed(stage: Stage, episode: Episode, name: string): Promise<string[]> {
  await leavePending(stage, name);
  stage.bridgeIsUp(false);
  await stage.bridge.kill();
  stage.ledger.killed();
  const findings = await bridgeIs(stage, "offline", patience.lostMs);
  // Its lists must go, although the new process never reads them.
  const { video } = stage.player("loose").player;
  video.stop();
  findings.push(...(await startsAgain(stage, episode)));
  video.play();
  return [...findings, ...(await recovered(stage))];
}

async function restarted(stage: Stage, episode: Episode, name: string): Promise<string[]> {
  await leavePending(stage, name);
  stage.bridgeIsUp(false);
  stage.ledger.disturbed();
  await stage.bridge.stop();
  const findings = await bridgeIs(stage, "offline", patience.lostMs);
  for (const text of stage.ledger.unsettled()) findings.push(`outcomes: after the stop: ${text}`);
  stage.ledger.killed();
  return [...findings, ...(await startsAgain(stage, episode))];
}

async function startsAgain(stage: Stage, episode: Episode): Promise<string[]> {
  await sleep(inTurn(episode, 500, 0, 2000));
  stage.bridge.start();
  stage.bridgeIsUp(true);
  await stage.renew();
  return recovered(stage);
}
