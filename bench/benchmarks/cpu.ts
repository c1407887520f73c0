import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Benchmark, type GoalCheck, progress, short, type Table } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import type { Model } from "../support/go-players.ts";
import { readsOf } from "../support/job.ts";
import { Observer } from "../support/observer.ts";
import { cpuMsOf, residentMbOf, wakeUpsOf } from "../support/process-figures.ts";
import type { Workshop } from "../support/programs.ts";
import { median, medianRatio } from "../support/statistics.ts";
import {
  ensureRuns,
  findSubjects,
  players,
  type Rig,
  startRig,
  type SubjectName,
} from "../support/subjects.ts";

/*
 * CPU, memory and wake-ups in the scenes that users have, at default settings. The peers read the same at the same
 * intervals. All cells of a phase run side by side, so a disturbance of the machine affects all alike; each subject has
 * players of its own.
 */

/** One scene with a number of players. */
interface Cell {
  readonly scene: string;
  readonly count: number;
  readonly model: Model;
  /** The activity of the players when the subject starts. */
  readonly doing?: "film" | "music" | "off";
  readonly queue?: number;
  readonly life: "active" | "resting";
}

/** A film plays on a video model. */
export const film = { scene: "film", model: "video", doing: "film", life: "active" } as const;
const music = { scene: "music", model: "audio", doing: "music", life: "active" } as const;
const rest = { scene: "at rest", model: "video", life: "resting" } as const;
const restAudio = { ...rest, scene: "at rest, audio", model: "audio" } as const;
/** Music plays on a model whose state does not reveal that the queue changed. */
export const unmarked = { model: "old", doing: "music", life: "active" } as const;

/** Cells that are measured together: few enough that no program waits for the CPU, which would batch its polls. */
interface Phase {
  readonly cells: readonly Cell[];
  readonly subjects: readonly SubjectName[];
  readonly warmUpMs: number;
}

const all: readonly SubjectName[] = ["bridge", "plain", "Go", "asyncio", "Node-RED"];
const small: Phase = {
  subjects: all,
  warmUpMs: 75_000,
  cells: [
    { ...restAudio, count: 1 },
    { ...rest, count: 1 },
    { ...rest, scene: "off", doing: "off", count: 1 },
    { ...film, count: 1 },
    { ...music, count: 1 },
    { ...music, scene: "music, queue of 2,000", queue: 2000, count: 1 },
    { ...unmarked, scene: "music, queue of 2,000 without a mark", queue: 2000, count: 1 },
    { ...music, scene: "music, queue of 20,000", queue: 20_000, count: 1 },
    { ...unmarked, scene: "music, queue of 20,000 without a mark", queue: 20_000, count: 1 },
    { ...rest, count: 10 },
    { ...film, count: 10 },
    { ...music, count: 10 },
    { ...rest, count: 100 },
  ],
};
const hundredFilms: Phase = { subjects: all, warmUpMs: 40_000, cells: [{ ...film, count: 100 }] };
/** Players of other makes, which the peers do not know. */
const otherMakes: Phase = {
  subjects: ["bridge"],
  warmUpMs: 60_000,
  cells: [20, 500].flatMap((count) => [
    { ...music, scene: "music, BluOS", model: "bluos", count },
    { ...music, scene: "music, WiiM", model: "wiim", count },
  ]),
};
const thousandFilms = { ...film, count: 1000 };
/** Of a thousand players, the bridge takes half a core, asyncio and Node-RED would take one each. */
const large: readonly Phase[] = [
  // All players are announced by then.
  { subjects: ["bridge"], warmUpMs: 85_000, cells: [thousandFilms] },
  { subjects: ["plain", "Go"], warmUpMs: 40_000, cells: [thousandFilms] },
];

const windowMs = 8000;
const hourMs = 3_600_000;

/** The figures of one subject in one window. */
interface Sample {
  readonly cpuMs: number;
  readonly polls: number;
  readonly wakeUps: number;
}

/** One subject in one cell. */
export interface Measured {
  readonly cell: Cell;
  readonly name: SubjectName;
  /** Per minute and player. */
  readonly cpuMs: readonly number[];
  readonly pollUs: readonly number[];
  readonly polls: number;
  readonly wakeUpsPerSecond: number;
  readonly resident: ReturnType<typeof residentMbOf>;
}

/** CPU, memory and messages in the scenes that users have. */
export const cpu: Benchmark = {
  name: "cpu",
  about: "CPU and memory in a dozen scenes, beside the programs that users may have instead",
  run: async (workshop, { rounds, isQuick }) => {
    const found = findSubjects(workshop, all);
    const heard = { messages: 0, bytes: 0 };
    const measured: Measured[] = [];
    for (const phase of isQuick ? [small, hundredFilms] : [small, hundredFilms, otherMakes, ...large]) {
      const subjects = phase.subjects.filter((name) => found.includes(name));
      const pace = { rounds, warmUpMs: isQuick ? 30_000 : phase.warmUpMs };
      measured.push(...(await measureCells(workshop, phase.cells, subjects, pace, heard)));
    }
    const perHour = hourMs / (windowMs * rounds);
    return {
      tables: [cpuTable(measured, found), memoryTable(measured, found)],
      goals: [...goalsOf(measured), ...messageGoals(heard, perHour)],
    };
  },
};

/** Starts all cells, waits, and measures them together. */
export async function measureCells(
  workshop: Workshop,
  cells: readonly Cell[],
  subjects: readonly SubjectName[],
  pace: { readonly rounds: number; readonly warmUpMs: number },
  filmHeard = { messages: 0, bytes: 0 },
): Promise<Measured[]> {
  await using broker = await startBroker();
  await using open = new AsyncDisposables();
  const running: { cell: Cell; name: SubjectName; rig: Rig; samples: Sample[] }[] = [];
  const filmBase = `bridge-${cells.findIndex(({ scene, count }) => scene === "film" && count === 1)}`;
  let isCounting = false;
  await using _observer = await Observer.connect(broker.port, [`${filmBase}/#`], ({ topic, payload }) => {
    if (!isCounting) return;
    filmHeard.messages += 1;
    filmHeard.bytes += topic.length + payload.byteLength;
  });
  for (const [number, cell] of cells.entries()) {
    for (const name of subjects) {
      const rig = await startRig(workshop, name, {
        players: players(cell.model, cell.count, { queue: cell.queue ?? 12 }),
        doing: cell.doing,
        brokerPort: broker.port,
        reads: readsOf(cell.model, cell.life),
        base: `${name.toLowerCase()}-${number}`,
      });
      open.add(rig);
      running.push({ cell, name, rig, samples: [] });
    }
  }
  progress(`${running.length} subjects run; waiting ${Math.round(pace.warmUpMs / 1000)} s`);
  await sleep(pace.warmUpMs);
  isCounting = true;
  const read = (): Promise<Sample[]> => Promise.all(running.map(({ rig }) => sampleOf(rig)));
  let before = await read();
  for (let round = 0; round < pace.rounds; round++) {
    await sleep(windowMs);
    const after = await read();
    for (const [at, { samples }] of running.entries()) {
      const [from, to] = [before[at], after[at]];
      if (from === undefined || to === undefined) continue;
      samples.push({
        cpuMs: to.cpuMs - from.cpuMs,
        polls: to.polls - from.polls,
        wakeUps: to.wakeUps - from.wakeUps,
      });
    }
    before = after;
  }
  isCounting = false;
  return running.map(({ cell, name, rig, samples }) => {
    const perMinute = 60_000 / windowMs / cell.count;
    return {
      cell,
      name,
      cpuMs: samples.map(({ cpuMs }) => cpuMs * perMinute),
      pollUs: samples.map(({ cpuMs, polls }) => (cpuMs * 1000) / polls),
      polls: median(samples.map(({ polls }) => polls)) * perMinute,
      wakeUpsPerSecond: median(samples.map(({ wakeUps }) => wakeUps)) / (windowMs / 1000),
      resident: residentMbOf(rig.program.pid),
    };
  });
}

async function sampleOf(rig: Rig): Promise<Sample> {
  ensureRuns(rig);
  const { pid } = rig.program;
  return { cpuMs: cpuMsOf(pid), wakeUps: wakeUpsOf(pid), polls: await rig.players.requests() };
}

function find(measured: readonly Measured[], cell: Cell, name: SubjectName): Measured | undefined {
  return measured.find((one) => one.name === name && one.cell === cell);
}

/** How many times more CPU the bridge takes than another. */
export function cpuRatio(measured: readonly Measured[], cell: Cell, against: SubjectName): number {
  const of = (name: SubjectName): readonly number[] => find(measured, cell, name)?.cpuMs ?? [];
  return medianRatio(of("bridge"), of(against));
}

function cellsOf(measured: readonly Measured[]): Cell[] {
  return [...new Set(measured.map(({ cell }) => cell))];
}

function cpuTable(measured: readonly Measured[], subjects: readonly SubjectName[]): Table {
  return {
    title:
      "CPU for each player and minute, ms (600 ms are 1 % of a core); in brackets for each poll, µs. Last: wake-ups of the bridge a second",
    columns: ["players, scene", "polls a minute", ...subjects, "wake-ups"],
    rows: cellsOf(measured).map((cell) => [
      `${cell.count}, ${cell.scene}`,
      short(find(measured, cell, "bridge")?.polls ?? Number.NaN),
      ...subjects.map((name) => {
        const one = find(measured, cell, name);
        if (one === undefined) return "–";
        const poll = median(one.pollUs);
        return `${short(median(one.cpuMs))}${Number.isFinite(poll) ? ` (${Math.round(poll)})` : ""}`;
      }),
      short(find(measured, cell, "bridge")?.wakeUpsPerSecond ?? Number.NaN),
    ]),
  };
}

function memoryTable(measured: readonly Measured[], subjects: readonly SubjectName[]): Table {
  return {
    title: "Resident memory, MB: at the most, and settled",
    columns: ["players, scene", ...subjects],
    rows: cellsOf(measured)
      .filter(({ scene }) => scene === "film" || scene.includes("20,000 without"))
      .map((cell) => [
        `${cell.count}, ${cell.scene}`,
        ...subjects.map((name) => {
          const { peak, now } = find(measured, cell, name)?.resident ?? {};
          return now === undefined || peak === undefined ? "–" : `${short(peak)}, ${short(now)}`;
        }),
      ]),
  };
}

const mostPercentForTenFilms = 1;
/** How many times plain's CPU, in the scenes with more players. */
const mostOfPlain = { film: { 100: 1.6, 1000: 2.6 }, other: 2 } as const;
const mostMb = [
  { count: 1, peak: 80, now: 80 },
  { count: 100, peak: 130, now: 130 },
  { count: 1000, peak: 600, now: 400 },
] as const;

function goalsOf(measured: readonly Measured[]): GoalCheck[] {
  const cells = cellsOf(measured);
  const large = cells.filter(({ count }) => count > 10);
  const long = cells.find(({ queue, model }) => queue === 2000 && model === "old");
  const bridgeFilm = (count: number): Measured | undefined =>
    measured.find(({ name, cell }) => name === "bridge" && cell.scene === "film" && cell.count === count);
  const goals = [
    atMost(2, "of a core, ten films", mostPercentForTenFilms, median(bridgeFilm(10)?.cpuMs ?? []) / 60, " %"),
    ...large.map((cell) => {
      const limits: Readonly<Record<number, number>> = cell.scene === "film" ? mostOfPlain.film : {};
      const limit = limits[cell.count] ?? mostOfPlain.other;
      return atMost(
        2,
        `of plain, ${cell.count} players, ${cell.scene}`,
        limit,
        cpuRatio(measured, cell, "plain"),
      );
    }),
    ...mostMb.flatMap((limits) => {
      const alike = measured.filter(
        ({ name, cell }) => name === "bridge" && cell.count === limits.count && cell.queue === undefined,
      );
      return (["peak", "now"] as const).map((when) =>
        atMost(
          3,
          `${limits.count} players, ${when === "peak" ? "at the most" : "settled"}`,
          limits[when],
          Math.max(...alike.map(({ resident }) => resident[when])),
          " MB",
        ),
      );
    }),
  ];
  if (long !== undefined && find(measured, long, "asyncio") !== undefined) {
    goals.push(
      atMost(5, "of asyncio, a queue of 2,000 without a mark", 1, cpuRatio(measured, long, "asyncio")),
    );
  }
  const [hundred, thousand] = [bridgeFilm(100), bridgeFilm(1000)];
  if (hundred !== undefined && thousand !== undefined) goals.push(growth(hundred, thousand));
  return goals.filter(({ reached }) => !reached.startsWith("–"));
}

/** A bridge that leaves out polls is not cheaper. */
function growth(hundred: Measured, thousand: Measured): GoalCheck {
  const [ratio, polls] = [median(thousand.cpuMs) / median(hundred.cpuMs), thousand.polls / hundred.polls];
  const what = "of a player's CPU with 100 players, with 1,000, film";
  const check = atMost(9, what, 1.2, ratio);
  return {
    ...check,
    reached: `${check.reached}, with ${Math.round(polls * 100)} % of the polls`,
    holds: check.holds && polls > 0.95,
  };
}

function messageGoals(
  { messages, bytes }: { readonly messages: number; readonly bytes: number },
  perHour: number,
): GoalCheck[] {
  return [
    atMost(7, "messages in an hour of film", 800, Math.round(messages * perHour)),
    atMost(7, "in an hour of film, with topics", 150, (bytes * perHour) / 1024, " KB"),
  ];
}

/** Closes everything together. */
class AsyncDisposables implements AsyncDisposable {
  readonly #all: AsyncDisposable[] = [];

  add(one: AsyncDisposable): void {
    this.#all.push(one);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((one) => one[Symbol.asyncDispose]()));
  }
}
