import { setTimeout as sleep } from "node:timers/promises";
import { resources } from "../bodies.ts";
import { quiet } from "../scene.ts";
import { atLeast, type Benchmark, type Pace, progress, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { cpuMsOf } from "../support/process-figures.ts";
import type { Workshop } from "../support/programs.ts";
import { Rig } from "../support/rig.ts";
import { findSubjects, type SubjectName } from "../support/subjects.ts";

/*
 * How many players a subject keeps up with on one core, each polled four times a second. A step up the ladder counts as
 * long as 99 of 100 polls come less than 250 ms later than one interval after the last one; a poll that is left out
 * counts as one that comes an interval late. The players have the other core to themselves, and their share of it is
 * told: where it is nearly all, they were the limit and not who polls them.
 */

const lagLimitMs = 250;
const cores = { subject: 0, players: 1 } as const;
const growth = 1.25;
/** Home Assistant is told of every player within the first quarter of a minute: what is measured comes after that. */
const warmUpMs = 25_000;

interface Ladder {
  readonly name: SubjectName;
  readonly queueEntries: number;
  /** Where to begin. For the bridge, the goal. */
  readonly first: number;
  readonly largest: number;
}

const bridgeLadders: readonly Ladder[] = [
  { name: "bridge", queueEntries: 3, first: 4000, largest: 7000 },
  { name: "bridge", queueEntries: 100, first: 1000, largest: 3000 },
  { name: "bridge", queueEntries: 2000, first: 100, largest: 400 },
];
const otherLadders: readonly Ladder[] = [
  { name: "undici", queueEntries: 3, first: 4000, largest: 7000 },
  { name: "asyncio", queueEntries: 3, first: 300, largest: 3000 },
  { name: "Node-RED", queueEntries: 3, first: 200, largest: 2000 },
];

/** The greatest number of players. */
export const capacity: Benchmark = {
  name: "capacity",
  about: "the greatest number of players at four polls a second each on one core",
  run: async (workshop, pace) => {
    const ladders = [...bridgeLadders, ...(pace.isQuick ? [] : otherLadders)];
    const subjects = findSubjects([...new Set(ladders.map(({ name }) => name))]);
    const climbed: { readonly ladder: Ladder; readonly rung: Rung }[] = [];
    for (const ladder of ladders.filter(({ name }) => subjects.includes(name))) {
      climbed.push({ ladder, rung: await climb(workshop, pace, ladder) });
    }
    return {
      tables: [
        {
          title: `Players on one core, p99 lag below ${lagLimitMs} ms (steps of ${growth}×)`,
          columns: [
            "",
            "entries in each queue",
            "players",
            "polls a second",
            "p99 lag, ms",
            "of the core",
            "the players, of theirs",
          ],
          rows: climbed.map(({ ladder, rung }) => [
            ladder.name,
            `${ladder.queueEntries}`,
            `${rung.players}${rung.players >= ladder.largest ? " or more" : ""}`,
            short(rung.pollsPerSecond),
            short(rung.lagMs),
            `${short(rung.corePercent)} %`,
            `${short(rung.playersCorePercent)} %`,
          ]),
        },
      ],
      goals: climbed
        .filter(({ ladder }) => ladder.name === "bridge")
        .map(({ ladder, rung }) =>
          atLeast(6, `players with queues of ${ladder.queueEntries} entries`, ladder.first, rung.players),
        ),
    };
  },
};

interface Rung {
  readonly players: number;
  readonly pollsPerSecond: number;
  readonly lagMs: number;
  readonly corePercent: number;
  readonly playersCorePercent: number;
}

/** Up while it keeps up; down, to what it got done of what was too much, if it did not from the beginning. */
async function climb(workshop: Workshop, pace: Pace, ladder: Ladder): Promise<Rung> {
  let best: Rung | undefined;
  let players = ladder.first;
  for (let step = 0; step < 5 && players >= 10; step++) {
    const rung = await tryRung(workshop, pace, ladder, players);
    progress(`${ladder.name}, ${ladder.queueEntries} entries, ${players} players: ${described(rung)}`);
    const keepsUp = rung !== undefined && rung.lagMs < lagLimitMs;
    if (keepsUp) best = rung;
    else if (best !== undefined) break;
    if (keepsUp && (pace.isQuick || players >= ladder.largest)) break;
    players = keepsUp
      ? Math.min(ladder.largest, Math.ceil(players * growth))
      : Math.floor(Math.min(players / growth, (rung?.pollsPerSecond ?? players) / resources.length));
  }
  return (
    best ?? {
      players: 0,
      pollsPerSecond: Number.NaN,
      lagMs: Number.NaN,
      corePercent: Number.NaN,
      playersCorePercent: Number.NaN,
    }
  );
}

function described(rung: Rung | undefined): string {
  if (rung === undefined) return "no";
  const { lagMs, pollsPerSecond, corePercent, playersCorePercent } = rung;
  return `${short(lagMs)} ms, ${short(pollsPerSecond)} polls a second, ${short(corePercent)} % and ${short(playersCorePercent)} %`;
}

async function tryRung(
  workshop: Workshop,
  pace: Pace,
  ladder: Ladder,
  count: number,
): Promise<Rung | undefined> {
  await using broker = await startBroker();
  const scene = { ...quiet, queueEntries: ladder.queueEntries };
  const pinned = { core: cores.subject, playersCore: cores.players };
  try {
    await using rig = await Rig.start(workshop, ladder.name, {
      count,
      scene,
      resources,
      brokerPort: broker.port,
      warmUpMs,
      // The pace of a snapshot is of no interest here: with thousands of players it lasts for minutes.
      settings: { mqtt: { publishRate: 0 } },
      ...pinned,
    });
    const seconds = pace.isQuick ? 5 : 10;
    await rig.players.watch();
    const pids = [rig.pid, rig.players.pid];
    const before = pids.map(cpuMsOf);
    await sleep(seconds * 1000);
    const { lagP99Ms, watched } = await rig.players.count();
    const [corePercent = 0, playersCorePercent = 0] = pids.map(
      (pid, place) => (cpuMsOf(pid) - (before[place] ?? 0)) / (seconds * 10),
    );
    const pollsPerSecond = watched / seconds;
    return { players: count, pollsPerSecond, lagMs: lagP99Ms, corePercent, playersCorePercent };
  } catch (error) {
    progress(String(error));
    return undefined;
  }
}
