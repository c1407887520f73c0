import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { buildProgram } from "../cli/program.ts";
import { buildPlanted } from "./build-planted.ts";
import { stormBefore } from "./episodes.ts";
import { runFleet } from "./fleet-scene.ts";
import { type Plant, plantNamed, plants } from "./plants.ts";
import { runChaos } from "./run-chaos.ts";
import { actsInStorm } from "./storm.ts";

/*
 * The fault harness: the built program in storms of faults over players and broker, with commands in between, and one
 * large fault after each storm; or a fleet, whose members die. The seed alone decides what happens. A planted bug shows that the
 * harness would find it. docs/dev/reliability.md has the options.
 */

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
  },
});
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
process.exitCode = (await (values.plant === "all" ? plantAll() : runOnce(values.plant))) ? 0 : 1;

/** Whether every promise held. */
async function runOnce(name: string | undefined): Promise<boolean> {
  const plant = name === undefined ? undefined : plantNamed(name);
  await using program = await (plant === undefined ? buildProgram() : buildPlanted(plant));
  const say = (line: string): void => console.log(line);
  const options = { ...run, main: program.main, say };
  const findings = await (run.fleet ? runFleet({ ...options, deeds: plant?.deeds }) : runChaos(options));
  for (const finding of findings) say(`${findingMark}  ${finding}`);
  say(`${findings.length === 0 ? "every promise held" : "promises are broken"}; seed ${run.seed}`);
  return findings.length === 0;
}

/** Plants each bug, in a process of its own, begins where it should show, and demands that each is found. */
async function plantAll(): Promise<boolean> {
  const planted = plants.filter(({ shownBy }) => (shownBy === "fleet") === run.fleet);
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
  console.log(`${planted.length} planted, seed ${run.seed}, missed: ${missed.join(", ") || "none"}`);
  return missed.length === 0;
}

/** The first finding that is due to a planted bug; undefined if no run has one. */
async function findingOf(plant: Plant): Promise<string | undefined> {
  for (const attempt of runsFor(plant)) {
    const findings = await findingsOf(plant.name, attempt);
    const found = findings.find((finding) => plant.finding.test(finding));
    if (found !== undefined) return found.slice(0, 180);
  }
  return undefined;
}

/**
 * The runs that may show a bug. The fault that shows it comes alone at first, which takes little time. Storms of another
 * seed come last, since a run may break off, or its storms may deny what the bug would spoil.
 */
function runsFor({ shownBy: fault }: Plant): readonly (typeof run)[] {
  const shownBy = fault === "fleet" ? undefined : fault;
  const [here, elsewhere] = [run.seed, run.seed + 1].map((seed) => ({
    ...run,
    seed,
    first: shownBy === undefined ? run.first : stormBefore(shownBy, seed),
  })) as [typeof run, typeof run];
  return [...(shownBy === undefined ? [] : [{ ...here, storms: 1, acts: 0 }]), here, elsewhere];
}

async function findingsOf(plant: string, attempt: typeof run): Promise<readonly string[]> {
  const options = Object.entries(attempt).flatMap(([name, value]) =>
    typeof value === "boolean" ? (value ? [`--${name}`] : []) : [`--${name}`, String(value)],
  );
  // It fails if it finds something.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [process.argv[1] ?? "", "--plant", plant, ...options],
    { maxBuffer: 2 ** 26 },
  ).catch((error: { readonly stdout: string }) => error);
  const lines = stdout.split("\n").filter((line) => line.startsWith(findingMark));
  return lines.map((line) => line.slice(findingMark.length).trim());
}
