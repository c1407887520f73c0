import { setTimeout as sleep } from "node:timers/promises";
import { resources } from "../bodies.ts";
import { quiet } from "../scene.ts";
import { atLeast, type Benchmark, type Pace, progress, short, type Table } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { countEverySecond, untilCalm } from "../support/calm.ts";
import { climb, type Found, type Try } from "../support/climb.ts";
import { cpuMsOf, wantedMsOf } from "../support/process-figures.ts";
import type { Workshop } from "../support/programs.ts";
import { Rig } from "../support/rig.ts";
import { findSubjects, type SubjectName } from "../support/subjects.ts";

/*
 * The number of players that a subject keeps up with on one core, each polled four times a second. A subject keeps up
 * if it makes at least 98 of 100 polls, and 99 of 100 of these come less than 250 ms later than one interval after the
 * previous one. The measurement starts when nothing more is published. The players have the other core to themselves,
 * and the report includes their share of it: near 100 %, the players are the limit, not the subject. If other processes
 * used the subject's core for a good part of the time, the machine was busy, and the figure is too low.
 */

const lagLimitMs = 250;
const leastDone = 0.98;
const fullPercent = 93;
/** A subject that wants its core all the time gets less than this only if other processes use the core, too. */
const ownPercent = 85;
const cores = { subject: 0, players: 1 } as const;

interface Ladder {
  readonly name: SubjectName;
  readonly queueEntries: number;
  /** The first number to try: a subject started with far too many takes long to start. */
  readonly first: number;
  readonly largest: number;
  /** The time limit of each search; together they take less than a quarter of an hour. */
  readonly timeLimitMs: number;
}

interface BridgeLadder extends Ladder {
  readonly name: "bridge";
  readonly goal: number;
}

const bridgeLadders: readonly BridgeLadder[] = [
  { name: "bridge", queueEntries: 3, first: 4000, largest: 8000, timeLimitMs: 330_000, goal: 4000 },
  { name: "bridge", queueEntries: 100, first: 1000, largest: 4000, timeLimitMs: 130_000, goal: 1000 },
  { name: "bridge", queueEntries: 2000, first: 100, largest: 600, timeLimitMs: 130_000, goal: 100 },
];
const otherLadders: readonly Ladder[] = [
  { name: "undici", queueEntries: 3, first: 2000, largest: 8000, timeLimitMs: 55_000 },
  { name: "asyncio", queueEntries: 3, first: 300, largest: 3000, timeLimitMs: 55_000 },
  { name: "Node-RED", queueEntries: 3, first: 300, largest: 2000, timeLimitMs: 55_000 },
];

/** One number of players, and the results. */
interface Rung extends Try {
  readonly players: number;
  readonly pollsPerSecond: number;
  readonly lagMs: number;
  /** Polls per second of the player with the fewest and of the one with the most. */
  readonly fewest: number;
  readonly most: number;
  readonly corePercent: number;
  /** The share of the time in which it ran or was ready to run. */
  readonly wantedPercent: number;
  readonly playersCorePercent: number;
}

interface Climbed extends Found<Rung> {
  readonly ladder: Ladder;
}

/** The greatest number of players. */
export const capacity: Benchmark = {
  name: "capacity",
  about: "the greatest number of players at four polls a second each on one core",
  run: async (workshop, pace) => {
    const ladders = [...bridgeLadders, ...(pace.isQuick ? [] : otherLadders)];
    const subjects = findSubjects([...new Set(ladders.map(({ name }) => name))]);
    const climbed: Climbed[] = [];
    for (const ladder of ladders.filter(({ name }) => subjects.includes(name))) {
      climbed.push({ ladder, ...(await search(workshop, pace, ladder)) });
    }
    return {
      tables: [
        tableOf(`Players on one core, p99 lag below ${lagLimitMs} ms`, climbed, ({ best }) => best),
        tableOf("The fewest that were too many", climbed, ({ failed }) => failed),
      ],
      goals: bridgeLadders.map((ladder) => {
        const best = climbed.find((one) => one.ladder === ladder)?.best;
        return atLeast(
          6,
          `players with queues of ${ladder.queueEntries} entries`,
          ladder.goal,
          best?.players ?? 0,
        );
      }),
    };
  },
};

/**
 * Each number of players needs a new start, which takes most of the time. Limits the time of the search, and doubles
 * the limit if it has not found a number that holds.
 */
async function search(workshop: Workshop, pace: Pace, ladder: Ladder): Promise<Found<Rung>> {
  const timeLimitMs = pace.isQuick ? 75_000 : ladder.timeLimitMs;
  const startedAt = performance.now();
  let [longestMs, hasFound] = [0, false];
  const attempt = async (players: number): Promise<Rung> => {
    const since = performance.now();
    const rung = await tryRung(workshop, pace, ladder, players);
    longestMs = Math.max(longestMs, performance.now() - since);
    hasFound ||= rung.holds;
    progress(`${ladder.name}, ${ladder.queueEntries} entries, ${players} players: ${described(rung)}`);
    return rung;
  };
  const { first, largest } = ladder;
  const bounds = { first, largest, nearness: pace.isQuick ? 1.25 : 1.1, mostSteps: 8 };
  const mayGoOn = (): boolean => performance.now() - startedAt + longestMs < timeLimitMs * (hasFound ? 1 : 2);
  return await climb(bounds, attempt, mayGoOn);
}

async function tryRung(workshop: Workshop, pace: Pace, ladder: Ladder, players: number): Promise<Rung> {
  await using broker = await startBroker(countEverySecond);
  await using rig = await Rig.start(workshop, ladder.name, {
    count: players,
    scene: { ...quiet, queueEntries: ladder.queueEntries },
    resources,
    brokerPort: broker.port,
    // The pace of a snapshot does not matter here: with thousands of players it lasts for minutes.
    settings: { mqtt: { publishRate: 0 } },
    core: cores.subject,
    playersCore: cores.players,
  });
  // Home Assistant gets a player's announcement after ten seconds without news of it.
  const leastMs = ladder.name === "bridge" ? 12_000 : 0;
  // Announcements of thousands of players are published between the polls: 4,000 of them take a minute and a half.
  const isCalm = await untilCalm(rig, broker.port, { leastMs, mostMs: 60_000 + players * 20 });
  if (!isCalm) progress(`${ladder.name} still did something else than to poll`);
  const seconds = pace.isQuick ? 5 : 8;
  await rig.players.watch();
  const readings = [() => cpuMsOf(rig.pid), () => wantedMsOf(rig.pid), () => cpuMsOf(rig.players.pid)];
  const before = readings.map((read) => read());
  await sleep(seconds * 1000);
  const { lagP99Ms, watched, fewest, most } = await rig.players.count();
  const [corePercent = 0, wantedPercent = 0, playersCorePercent = 0] = readings.map(
    (read, place) => (read() - (before[place] ?? 0)) / (seconds * 10),
  );
  const figures = {
    players,
    pollsPerSecond: watched / seconds,
    lagMs: lagP99Ms,
    fewest: fewest / seconds,
    most: most / seconds,
    corePercent,
    wantedPercent,
    playersCorePercent,
  };
  const holds = lagP99Ms < lagLimitMs && figures.pollsPerSecond >= players * resources.length * leastDone;
  return { ...figures, holds, guess: holds ? fitting(figures) : done(figures) };
}

type Figures = Omit<Rung, keyof Try>;

/** The number of players at which the fuller core would be the only limit. */
function fitting({ players, corePercent, playersCorePercent }: Figures): number {
  return (players * fullPercent) / Math.max(corePercent, playersCorePercent);
}

/** An estimate from the share of polls made under overload. */
function done({ players, pollsPerSecond, wantedPercent }: Figures): number {
  const polled = (pollsPerSecond / resources.length) * 0.95;
  return wantedPercent >= fullPercent ? polled : Math.min(polled, players * 0.75);
}

function limitOf({ corePercent, wantedPercent, playersCorePercent, pollsPerSecond, players }: Rung): string {
  if (playersCorePercent >= fullPercent) return "the players' core is full";
  if (wantedPercent >= fullPercent)
    return corePercent >= ownPercent ? "its core is full" : "others had its core";
  return pollsPerSecond < players * resources.length * leastDone ? "polls are left out" : "polls are late";
}

function described(rung: Rung): string {
  const { holds, lagMs, pollsPerSecond, corePercent, wantedPercent, playersCorePercent, fewest, most } = rung;
  const figures = [
    `${short(lagMs)} ms`,
    `${short(pollsPerSecond)} polls a second, of one player ${short(fewest)} to ${short(most)}`,
    `${short(corePercent)} % of the core (wanted for ${short(wantedPercent)} %)`,
    `the players ${short(playersCorePercent)} % of theirs`,
  ].join(", ");
  return `${holds ? "yes" : `no, ${limitOf(rung)}`}: ${figures}`;
}

function tableOf(
  title: string,
  climbed: readonly Climbed[],
  pick: (one: Climbed) => Rung | undefined,
): Table {
  return {
    title,
    columns: [
      "",
      "entries in each queue",
      "players",
      "polls a second",
      "of one player",
      "p99 lag, ms",
      "of the core",
      "the players, of theirs",
      "the limit",
    ],
    rows: climbed.map((one) => {
      const { ladder } = one;
      const rung = pick(one);
      const head = [ladder.name, `${ladder.queueEntries}`];
      if (rung === undefined) return [...head, absence(one), "–", "–", "–", "–", "–", "–"];
      return [
        ...head,
        `${rung.players}`,
        short(rung.pollsPerSecond),
        `${short(rung.fewest)} to ${short(rung.most)}`,
        short(rung.lagMs),
        `${short(rung.corePercent)} %`,
        `${short(rung.playersCorePercent)} %`,
        rung.holds ? "–" : limitOf(rung),
      ];
    }),
  };
}

/** Without such a number, the search still found a bound for it. */
function absence({ best, failed }: Climbed): string {
  return best === undefined ? `fewer than ${failed?.players}` : `more than ${best.players}`;
}
