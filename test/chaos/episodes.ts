import { setTimeout as sleep } from "node:timers/promises";
import { hash32 } from "../../src/lib/hash.ts";
import { patience, pollIntervalMs, timeoutMs } from "./bounds.ts";
import { everySecond } from "./bridge-process.ts";
import { bridgeIs, commands, leavePending, recovered } from "./calm.ts";
import { moved } from "./moved.ts";
import { inputOf, type PlayerName, playerNames } from "./player-names.ts";
import { Random } from "./random.ts";
import { watch } from "./recovery.ts";
import type { Stage } from "./stage.ts";
import { differences, readTopics } from "./truth.ts";

/** One large fault in a calm. In each turn it lasts another time, or is of another kind. */
export interface Episode {
  readonly trouble: Trouble;
  readonly turn: number;
  /** To whom it happens, and another one. */
  readonly player: PlayerName;
  readonly other: PlayerName;
}

/** What is played. Its name begins the transactions of its commands. */
type Play = (stage: Stage, episode: Episode, name: string) => Promise<string[]>;

/** In the order of a run; a run with more storms has each of them again. */
const plays = {
  "bridge reloaded": reloaded,
  "player dead": silent,
  "broker limited": brokerLimited,
  "bridge stands still": standsStill,
  "bridge killed": killed,
  "bridge moved": moved,
  "player hangs": silent,
  "broker forgets": brokerForgets,
  "bridge restarted": restarted,
  "player replaced": replaced,
  "players swapped": swapped,
} as const satisfies Readonly<Record<string, Play>>;
export type Trouble = keyof typeof plays;
const order = Object.keys(plays) as Trouble[];
const turnsOfMost = 3;

/** The episode after storm `number` of a seed. */
export function episodeAfter(seed: number, number: number): Episode {
  const random = new Random(hash32(`${seed}/${number}/episode`));
  const trouble = order[(number + seed) % order.length] ?? "bridge reloaded";
  const player = random.pick(playerNames);
  const other = random.pick(playerNames.filter((one) => one !== player));
  return { trouble, turn: Math.floor((number + seed) / order.length), player, other };
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

async function brokerForgets(stage: Stage, episode: Episode, name: string): Promise<string[]> {
  await leavePending(stage, name);
  await stage.brokerReturns(inTurn(episode, 300, 60_000, 4000, 20_000, 1000, 100, 8000));
  return recovered(stage);
}

/** The broker remembers, but only what it remembers can be too old: it takes small packets alone. */
async function brokerLimited(stage: Stage, episode: Episode, name: string): Promise<string[]> {
  await leavePending(stage, name);
  const maxPacketBytes = inTurn(episode, 1200, 1500, 1200);
  await stage.brokerReturns(inTurn(episode, 1000, 100, 8000), { remembers: true, maxPacketBytes });
  const findings = await recovered(stage);
  if (findings.length > 0) return findings;
  // A value that is too large now must not stay as it was.
  for (const slot of stage.players.values()) slot.renameOutput(`Output of ${name}`);
  findings.push(...(await recovered(stage)));
  if (findings.length > 0) return findings;
  // The limit goes as it came.
  await stage.brokerReturns(0, { remembers: true });
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

/** How rarely players are polled after a reload. */
const rarely = "*/30 * * * * *";

/** One player gets another name, then all get another schedule. */
async function reloaded(stage: Stage, { player: renamed }: Episode, name: string): Promise<string[]> {
  const others = stage.names.filter((one) => one !== renamed);
  await leavePending(stage, name, others.slice(0, 2));
  stage.player(renamed).displayName = `The ${renamed} player`;
  stage.reload();
  stage.heal();
  const findings = await watch(stage, patience.changeMs + 1500, renamed);
  await stage.renew();
  findings.push(...(await recovered(stage)));
  for (const { transaction } of stage.ledger.entries.values()) {
    const outcome = stage.ledger.outcomeOf(transaction);
    if (transaction.startsWith(`${name}-`) && /(first|settings changed)$/.test(outcome?.reason ?? "")) {
      findings.push(`outcomes: ${transaction} ended with the reload of another player`);
    }
  }
  if (findings.length > 0) return findings;
  findings.push(...(await rarelyPolled(stage, name)));
  stage.poll = everySecond;
  stage.player(renamed).displayName = renamed;
  stage.reload();
  await stage.renew();
  return [...findings, ...(await recovered(stage))];
}

/** Without polls, the topics follow a command because the bridge reads what follows from it. */
async function rarelyPolled(stage: Stage, name: string): Promise<string[]> {
  stage.poll = rarely;
  stage.reload();
  await sleep(patience.changeMs);
  const findings: string[] = [];
  for (const player of ["video", "twins"] as const) {
    if (player === "twins") stage.addFault(player, "lies*1");
    const transaction = `${name}-${player}-rare`;
    await stage.select(transaction, player, 2);
    await stage.outcomeOf(transaction);
    // The second read-back comes a second later.
    findings.push(...(await wrongAfter(stage, pollIntervalMs + 500, player, "audio/")));
  }
  if (stage.player("video").player.video.state !== "stopped") {
    const transaction = `${name}-video-rare-2`;
    await stage.command({ transaction, player: "video", target: "video/playback", request: "next" });
    await stage.outcomeOf(transaction);
    findings.push(...(await wrongAfter(stage, 500, "video", "video/")));
  }
  return findings;
}

async function wrongAfter(stage: Stage, ms: number, player: PlayerName, leaves: string): Promise<string[]> {
  const isLate = stage.deadline(ms);
  while (!isLate()) await sleep(20);
  await stage.fresh.refresh();
  const wrong = (await differences(stage)).filter(
    ({ topic, isPolled }) =>
      topic.startsWith(`player2mqtt/${player}/${leaves}`) && isPolled && !topic.endsWith("/position"),
  );
  return wrong.map(({ text }) => `topics: a command changed it, and it was not read: ${text}`);
}

/** Each time longer than a player may be silent and online, so that it shows whether it goes offline and is left in peace. */
async function silent(stage: Stage, episode: Episode, name: string): Promise<string[]> {
  const { trouble, player } = episode;
  // More of them would fail at once, and so make it offline before its polls do.
  await leavePending(stage, name, [player], 1);
  const before = await readTopics(stage);
  const isHanging = trouble === "player hangs";
  const deadAt = performance.now();
  const { traffic } = stage.player(player).simulator;
  const askedBefore = traffic.count();
  const fault = stage.addFault(player, isHanging ? "hang" : "reset");
  // A request that hangs takes its timeout, which doubles each time, and the rest after it.
  const hangMs = isHanging ? timeoutMs * (1 + 2 + 4) + 1000 + 2000 : 0;
  const offlineBy = deadAt + patience.offlineMs + hangMs;
  const findings: string[] = [];
  const seen = { isOffline: false };
  const look = async (): Promise<void> => {
    const topics = await readTopics(stage);
    seen.isOffline = topics.get(`player2mqtt/${player}/availability`) === "offline";
    const isLate = performance.now() > offlineBy + stage.stalledSinceMs;
    findings.push(...problemsWithSilence(player, isLate, before, topics));
  };
  findings.push(...(await watch(stage, inTurn(episode, 9000, 7000, 20_000), player, look)));
  // A machine that stood still gives the bridge more time: it must be up before the player comes back.
  while (!seen.isOffline && performance.now() <= offlineBy + stage.stalledSinceMs + 200) {
    await sleep(200);
    await look();
  }
  // After an absence that the bridge has noticed, everything is read.
  if (seen.isOffline) stage.player(player).changeUnpolled();
  const asked = traffic.count() - askedBefore;
  const most = mostAsked(performance.now() - deadAt);
  if (asked > most)
    findings.push(
      `availability: ${player} was asked ${asked} times while it was silent, wanted ${most} at most`,
    );
  fault.remove();
  // What is wrong is found at every look.
  return [...findings.slice(0, 3), ...(await recovered(stage))];
}

/** A silent player is asked after 1, 2, 4 … s, or a quarter less, and for the pending command, perhaps once more for each. */
function mostAsked(ms: number): number {
  return 3 + Math.floor(Math.log2(ms / 750 + 1));
}

/** While a player is silent it is online, then offline in time, and everything else stays as it was last seen. */
function problemsWithSilence(
  name: PlayerName,
  isLate: boolean,
  before: ReadonlyMap<string, string>,
  topics: ReadonlyMap<string, string>,
): string[] {
  const base = `player2mqtt/${name}/`;
  const is = topics.get(`${base}availability`);
  const wrong: string[] = [];
  if (is !== "offline" && isLate) wrong.push(`${is} though it is silent`);
  if (is === "offline" && topics.get(`${base}power`) === "on") wrong.push("offline, but its power is on");
  for (const [topic, payload] of before) {
    // The results of its pending commands are not in question here.
    const isKept = topic.startsWith(base) && /(options|title|total|zoom|mac|range|codec)$/.test(topic);
    if (isKept && !topic.includes("/music/") && topics.get(topic) !== payload) wrong.push(`${topic} changed`);
  }
  return wrong.map((text) => `availability: ${name} is ${text}`);
}

async function replaced(stage: Stage, { player }: Episode, name: string): Promise<string[]> {
  await leavePending(stage, name, [player]);
  const slot = stage.player(player);
  // A model without video in the place of one with video, and the other way round.
  const by = player === "audio" || player === "loose" ? "video" : "audio";
  // Nobody changes players within three polls.
  await slot.die();
  await sleep(patience.offlineMs);
  await slot.replace(by);
  await stage.renew();
  // A call for the old model is not made to the new one later than a command may be.
  const findings = await recovered(stage);
  if (findings.length > 0) return findings;
  await stage.refresh(player);
  const transaction = `${name}-${player}-new`;
  await stage.command({ transaction, player, target: "audio/input", request: inputOf(by, 1) });
  await stage.outcomeOf(transaction);
  findings.push(...(await recovered(stage)));
  await slot.die();
  await sleep(patience.offlineMs);
  await slot.restore();
  await stage.renew();
  return [...findings, ...(await recovered(stage))];
}

/** Two players get each other's addresses, and their own again, while commands to both arrive. */
async function swapped(stage: Stage, { player, other }: Episode, name: string): Promise<string[]> {
  const both = [player, other] as const;
  await leavePending(stage, name, both);
  const findings: string[] = [];
  for (const turn of ["there", "back"]) {
    await Promise.all(both.map((one) => stage.player(one).die()));
    await sleep(patience.offlineMs);
    await stage.player(player).swapWith(stage.player(other));
    await stage.renew();
    // The bridge still takes each for the other.
    await commands(stage, `${name}-${turn}`, both, 60);
    findings.push(...(await recovered(stage)));
    if (findings.length > 0) break;
  }
  return findings;
}
