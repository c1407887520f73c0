import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../chaos/random.ts";
import { failuresOf, type Report, type Run, summarize } from "./failures.ts";

/*
 * Runs a suite several times on a machine that is made busy, each time with its files in another order, and lists what failed.
 * A test that depends on the load fails here sooner or later.
 */

const cores = availableParallelism();
/** Without a number of workers, a suite has its own. */
interface Pressure {
  readonly load: string;
  readonly workers?: string;
}
const ofNpmTest = { load: "4", workers: String(2 * (cores + 2)) };
const ofOthers: Pressure = { load: "1" };

const usage = `npm run test:stress -- [options] [file or folder …]

  --suite NAME  another suite than npm test: processes, page, brokers, deploy, release, node-red or integration
  --times N     how many runs, 10 by default
  --load N      busy processes per core, ${ofNpmTest.load} by default, ${ofOthers.load} for another suite
  --workers N   workers of the suite, ${ofNpmTest.workers} for npm test (twice the usual), and by default what another suite has
  --seed N      decides the order of the files in the first run; each run after it takes the next number

Exit code 1 if a test failed in any run.`;

const { values, positionals: files } = parseArgs({
  options: {
    suite: { type: "string" },
    times: { type: "string", default: "10" },
    load: { type: "string" },
    workers: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    help: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const { suite } = values;
const { load, workers }: Pressure = { ...(suite === undefined ? ofNpmTest : ofOthers), ...values };
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupted.abort());

if (values.help) console.log(usage);
else process.exitCode = await stress(Number(values.times), Number(values.seed));

async function stress(times: number, firstSeed: number): Promise<number> {
  const busy = Array.from({ length: Math.round(Number(load) * cores) }, startBusyProcess);
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-stress-"));
  const runs: Run[] = [];
  try {
    for (let seed = firstSeed; runs.length < times; seed += 1) {
      console.log(`\n== run ${runs.length + 1} of ${times}: seed ${seed}, ${busy.length} busy processes`);
      const run = await runSuite(seed, join(folder, `${seed}.json`));
      if (interrupted.signal.aborted) break;
      runs.push(run);
    }
  } finally {
    for (const child of busy) child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  }
  console.log(`\n${interrupted.signal.aborted ? "interrupted\n" : ""}${summarize(runs)}`);
  return interrupted.signal.aborted || runs.some(({ failed }) => failed.length > 0) ? 1 : 0;
}

/** It ends with its parent, however that ends. */
function startBusyProcess(): ReturnType<typeof spawn> {
  const program = "while (process.ppid === Number(process.argv[1])) for (let i = 0; i < 1e7; i += 1);";
  return spawn(process.execPath, ["--eval", program, String(process.pid)], { stdio: "ignore" });
}

async function runSuite(seed: number, reportFile: string): Promise<Run> {
  const startedAt = performance.now();
  const words = suite === "integration" ? wordsForPytest(seed) : wordsForVitest(seed, reportFile);
  // In its own process group, so that an interruption ends all that npm started.
  const child = spawn("npm", ["run", suite === undefined ? "test" : `test:${suite}`, "--", ...words], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...(suite === "integration" && { TEST_REPORT: reportFile }) },
    detached: true,
  });
  const interrupt = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  };
  interrupted.signal.addEventListener("abort", interrupt, { once: true });
  const [code] = (await once(child, "close")) as [number | null];
  interrupted.signal.removeEventListener("abort", interrupt);
  const report = existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, "utf8")) as Report) : {};
  const failed = failuresOf(report, code ?? 1).map((name) => name.replace(`${process.cwd()}/`, ""));
  return { seed, seconds: (performance.now() - startedAt) / 1000, failed };
}

function wordsForVitest(seed: number, reportFile: string): string[] {
  const limit = workers === undefined ? [] : [`--maxWorkers=${workers}`];
  // Shuffled, the page's measurements would no longer run after all its other files.
  const order = suite === "page" ? [] : ["--sequence.shuffle.files", `--sequence.seed=${seed}`];
  const reports = ["--reporter=dot", "--reporter=json", `--outputFile.json=${reportFile}`];
  return [...files, ...limit, ...order, ...reports];
}

/** pytest runs files in the order in which they are named. */
function wordsForPytest(seed: number): string[] {
  const folder = "test/home-assistant/integration";
  const inFolder = readdirSync(folder).filter((name) => /^test_.*\.py$/.test(name));
  const random = new Random(seed);
  const shuffled = (files.length > 0 ? files : inFolder.map((name) => join(folder, name)))
    .map((file) => ({ file, rank: random.next() }))
    .toSorted((one, other) => one.rank - other.rank);
  const limit = workers === undefined ? [] : [`--numprocesses=${workers}`];
  return [...shuffled.map(({ file }) => file), "--no-cov", ...limit];
}
