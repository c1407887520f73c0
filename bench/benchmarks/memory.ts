import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { audioBody, modelBody, playlistBody, queueBody, resources, videoBody } from "../bodies.ts";
import { quiet } from "../scene.ts";
import { atMost, type Benchmark, type GoalCheck, progress, short, type Table } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { residentMbOf } from "../support/process-figures.ts";
import type { Workshop } from "../support/programs.ts";
import { Rig, Rigs } from "../support/rig.ts";
import { findSubjects, type SubjectName } from "../support/subjects.ts";

/*
 * Resident memory after two minutes of polling. All subjects run at the same time, since memory does not depend on
 * other processes; one run each, since it varies little. Up to 100 players, everything is read once a second; beyond
 * that, the bridge polls as it does by default, the groups one after another, and the floors do not run.
 */

const settleMs = 120_000;
const few = [1, 10, 100] as const;
const many = [1000, 4000] as const;
const names: readonly SubjectName[] = ["bridge", "undici", "raw sockets", "asyncio", "Node-RED"];

/** The resident memory of each subject. */
export const memory: Benchmark = {
  name: "memory",
  about: "resident memory with 1 to 4,000 players",
  run: async (workshop, pace) => {
    const subjects = findSubjects(names);
    const waitMs = pace.isQuick ? 20_000 : settleMs;
    const bareMb = await bareNodeMb();
    const found = await measureMemory(workshop, subjects, few, waitMs);
    const ofMany = new Map<string, number>();
    for (const count of pace.isQuick ? [] : many) {
      for (const [key, mb] of await measureMemory(workshop, ["bridge"], [count], waitMs)) ofMany.set(key, mb);
    }
    return {
      tables: [tableOf(subjects, new Map([...found, ...ofMany]), bareMb)],
      goals: goalsOf(found, ofMany, bareMb),
    };
  },
};

type Figures = ReadonlyMap<string, number>;

/** Megabytes, by subject and number of players. */
export async function measureMemory(
  workshop: Workshop,
  subjects: readonly SubjectName[],
  counts: readonly number[],
  waitMs: number,
): Promise<Map<string, number>> {
  await using broker = await startBroker();
  await using rigs = new Rigs();
  const started: { readonly key: string; readonly pid: number }[] = [];
  for (const count of counts) {
    for (const name of subjects) {
      const work = count > 100 ? {} : { resources };
      // Each bridge needs its own topics, or two would count as one.
      const baseTopic = `${name}-${count}`.replaceAll(/\W/g, "-").toLowerCase();
      // At its usual pace a snapshot of thousands of players lasts longer than this.
      const settings = { mqtt: { baseTopic, ...(count > 100 && { publishRate: 0 }) } };
      const rig = await Rig.start(workshop, name, {
        count,
        scene: quiet,
        brokerPort: broker.port,
        settings,
        ...work,
      });
      rigs.add(rig);
      started.push({ key: `${name} ${count}`, pid: rig.pid });
    }
  }
  progress(`${started.length} processes poll; waiting ${waitMs / 1000} s`);
  await sleep(waitMs);
  return new Map(started.map(({ key, pid }) => [key, residentMbOf(pid).now]));
}

/** The memory of an idle Node process. */
export async function bareNodeMb(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  try {
    await sleep(2000);
    return residentMbOf(child.pid ?? 0).now;
  } finally {
    child.kill();
  }
}

function tableOf(subjects: readonly SubjectName[], figures: Figures, bareMb: number): Table {
  return {
    title: `Resident memory, MB; bare Node has ${short(bareMb)}`,
    columns: ["", ...[...few, ...many].map((count) => `${count} players`)],
    rows: subjects.map((name) => [
      name,
      ...[...few, ...many].map((count) => {
        const figure = figures.get(`${name} ${count}`);
        return figure === undefined ? "–" : short(figure);
      }),
    ]),
  };
}

function goalsOf(figures: Figures, ofMany: Figures, bareMb: number): GoalCheck[] {
  const of = (name: SubjectName, count: number): number => figures.get(`${name} ${count}`) ?? Number.NaN;
  const goals = [atMost(5, "of bare Node, 10 players", 1.8, of("bridge", 10) / bareMb)];
  const [thousand, more] = many.map((count) => ofMany.get(`bridge ${count}`));
  if (thousand !== undefined && more !== undefined) {
    const eachKb = ((more - thousand) * 1024) / (many[1] - many[0]);
    const bodies = [audioBody(0), videoBody(0), playlistBody(), queueBody(quiet.queueEntries, 0), modelBody];
    const bodiesKb = bodies.reduce((sum, body) => sum + body.length, 0) / 1024;
    const limitKb = Math.round(60 + 1.1 * bodiesKb);
    goals.push(atMost(5, "for each player from 1,000 to 4,000, its bodies included", limitKb, eachKb, " KB"));
  }
  for (const count of [10, 100]) {
    if (!figures.has(`Node-RED ${count}`)) continue;
    goals.push(atMost(5, `of Node-RED, ${count} players`, 0.5, of("bridge", count) / of("Node-RED", count)));
  }
  return goals;
}
