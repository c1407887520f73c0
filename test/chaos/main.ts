import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { buildProgram } from "./build-program.ts";
import type { Finding } from "./finding.ts";
import { runFleet } from "./fleet-scene.ts";
import { stormBefore } from "./plan-episode.ts";
import { type Plant, plantNamed, plants } from "./plants.ts";
import { type ChaosResult, runChaos } from "./run-chaos.ts";
import { actsInStorm } from "./schedule.ts";
import { total } from "./storm.ts";

/*
 * The fault harness: the built program in storms of faults over players and broker, with commands in between, and one
 * large fault after each storm. All retained topics must be true again in time, every command must have exactly one
 * outcome, and players must be asked neither too often nor too rarely. The seed alone decides what happens. A planted
 * bug shows that the harness would find it.
 */

const usage = `npm run chaos -- [options]

  --seed N      decides what happens; by default another one each time
  --storms N    how many storms, 12 by default
  --first N     begin with a later storm of the seed
  --fleet       instead of storms: a fleet whose members die, freeze, wake, leave and come, under commands
  --players N   how many players the fleet has, 200 by default
  --acts N      how long each storm is, ${actsInStorm} by default; with 0, only the fault after it strikes
  --plant NAME  plant a bug that must be found, or all of them in turn, with --fleet those of a fleet
  --at-once N   with --plant all: how many at the same time, 2 by default
  --verbose     show the log of the bridge

Bugs: ${plants.map(({ name }) => name).join(", ")}`;

const values = readOptions();
const findingMark = "FOUND";
const run = {
  seed: Number(values.seed),
  storms: Number(values.storms),
  first: Number(values.first),
  acts: Number(values.acts),
  fleet: values.fleet,
  players: Number(values.players),
};

// An interrupted harness leaves no processes behind.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.exitCode = await main();

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        storms: { type: "string", default: "12" },
        first: { type: "string", default: "0" },
        acts: { type: "string", default: String(actsInStorm) },
        seed: { type: "string", default: String(Date.now() % 100_000) },
        fleet: { type: "boolean", default: false },
        players: { type: "string", default: "200" },
        plant: { type: "string" },
        "at-once": { type: "string", default: "2" },
        verbose: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const wrong = (["storms", "first", "acts", "seed", "players", "at-once"] as const).find(
      (name) => !/^\d+$/.test(values[name]),
    );
    if (wrong !== undefined) throw new Error(`--${wrong} ${values[wrong]}: wanted a number`);
    return values;
  } catch (error) {
    console.log(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const { plant } = values;
  if (plant === "all") return plantAll();
  const planted = plant === undefined ? undefined : plantNamed(plant);
  if (plant !== undefined && planted === undefined) {
    console.log(`--plant ${plant}: there is no such bug\n\n${usage}`);
    return 2;
  }
  using program = buildProgram(planted);
  if (planted !== undefined) console.log(`planted: ${planted.means}`);
  const { main } = program;
  const say = (line: string): void => console.log(line);
  if (run.fleet) {
    say(`chaos in a fleet: seed ${run.seed}`);
    const findings = await runFleet({ ...run, main, say, deeds: planted?.deeds });
    list(findings);
    say(`${findings.length === 0 ? "every promise held" : "promises broken"}; seed ${run.seed}`);
    return findings.length === 0 ? 0 : 1;
  }
  const result = await runChaos({ ...run, main, isVerbose: values.verbose, say });
  report(result);
  return result.findings.length === 0 ? 0 : 1;
}

/** Plants each bug, in a process of its own, begins where it should show, and demands that each is found. */
async function plantAll(): Promise<number> {
  const planted = plants.filter(
    ({ finding, shownBy }) => finding !== undefined && (shownBy === "fleet") === run.fleet,
  );
  const waiting = [...planted];
  const missed: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const begunAt = performance.now();
      const found = await findingOf(next);
      if (found === undefined) missed.push(next.name);
      const seconds = Math.round((performance.now() - begunAt) / 1000);
      console.log(`${next.name.padEnd(22)} ${String(seconds).padStart(4)} s  ${found ?? "MISSED"}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values["at-once"]) }, work));
  if (missed.length > 0) console.log(`missed: ${missed.join(", ")}`);
  console.log(`${planted.length} planted, ${planted.length - missed.length} found, seed ${run.seed}`);
  return missed.length === 0 ? 0 : 1;
}

/** The first finding that is due to a planted bug; undefined if no run has one. */
async function findingOf(plant: Plant): Promise<string | undefined> {
  for (const attempt of runsFor(plant)) {
    const findings = await findingsOf(plant.name, attempt);
    const found = findings.find((finding) => plant.finding?.test(finding));
    if (found !== undefined) return found.slice(0, 180);
  }
  return undefined;
}

/**
 * The runs that may show a bug. The fault that shows it comes alone at first, which takes little time. Storms of another
 * seed come last, since a run may break off, or its storms may deny what the bug would spoil.
 */
function runsFor({ shownBy }: Plant): readonly (typeof run)[] {
  const other = { ...run, seed: run.seed + 1 };
  if (shownBy === undefined || shownBy === "fleet") return [run, other];
  const [first, otherFirst] = [stormBefore(shownBy, run.seed), stormBefore(shownBy, other.seed)];
  return [
    { ...run, first, storms: 1, acts: 0 },
    { ...run, first },
    { ...other, first: otherFirst },
  ];
}

async function findingsOf(plant: string, attempt: typeof run): Promise<readonly string[]> {
  const options = Object.entries(attempt).flatMap(([name, value]) =>
    typeof value === "boolean" ? (value ? [`--${name}`] : []) : [`--${name}`, String(value)],
  );
  const child = spawn(process.execPath, [process.argv[1] ?? "", "--plant", plant, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const findings: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith(findingMark)) findings.push(line.slice(findingMark.length).trim());
  });
  await once(child, "close");
  return findings;
}

function list(findings: readonly Finding[]): void {
  for (const { promise, text } of findings) console.log(`${findingMark}  ${promise}: ${text}`);
}

function report(result: ChaosResult): void {
  const { count, recoveriesMs, findings } = result;
  console.log("\nfaults that struck");
  for (const [name, times] of [...count].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`  ${String(times).padStart(5)}  ${name}`);
  }
  const outcomes = [...result.outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(", ");
  console.log(
    `commands: ${result.commands}; outcomes: ${outcomes}; topics compared with the truth: ${result.compared}`,
  );
  console.log(
    `applied on the word of a player that lied or trailed: ${result.believedLies}; told in the log: ${result.loggedLies}`,
  );
  const sorted = recoveriesMs.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(`true again after a storm: median ${median} ms, slowest ${sorted.at(-1) ?? 0} ms`);
  list(findings);
  const broken = [...new Set(findings.map(({ promise }) => promise))].join(", ");
  const verdict =
    result.brokenBy === undefined
      ? "every promise held"
      : `broken in storm ${result.brokenBy} (--first ${result.brokenBy}): ${broken}`;
  console.log(`${verdict}; ${total(count)} faults, seed ${values.seed}, schedule ${result.digest}`);
}
