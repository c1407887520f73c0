import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

/*
 * Runs a suite several times on a machine that is made busy, each time with its files in another order. A test that depends on
 * the load fails here sooner or later.
 */

const cores = availableParallelism();
const usage = `npm run test:stress -- [options] [file or folder …]

  --suite NAME  another suite than npm test: processes, page, brokers, deploy, release or node-red
  --times N     how many runs, 10 by default
  --load N      busy processes per core, 4 by default, 1 for another suite
  --workers N   workers of the suite, ${2 * (cores + 2)} for npm test (twice the usual), and by default what another suite has
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
const { suite, workers = suite === undefined ? String(2 * (cores + 2)) : undefined } = values;

if (values.help) console.log(usage);
else await stress(Number(values.load ?? (suite === undefined ? 4 : 1)) * cores);

async function stress(load: number): Promise<void> {
  const busy = Array.from({ length: Math.round(load) }, startBusyProcess);
  const [first, times] = [Number(values.seed), Number(values.times)];
  const runs: string[] = [];
  for (let seed = first; seed < first + times; seed += 1) {
    console.log(`\n== run ${runs.length + 1} of ${times}: seed ${seed}, ${busy.length} busy processes`);
    const [since, code] = [performance.now(), await runSuite(seed)];
    const minutes = ((performance.now() - since) / 60_000).toFixed(1);
    runs.push(`seed ${seed}: ${minutes} minutes, ${code === 0 ? "no test failed" : `exit code ${code}`}`);
    if (code !== 0) process.exitCode = 1;
  }
  for (const child of busy) child.kill("SIGKILL");
  console.log(`\n${runs.join("\n")}`);
}

/** It ends with its parent, however that ends. */
function startBusyProcess(): ReturnType<typeof spawn> {
  const program = "while (process.ppid === Number(process.argv[1])) for (let i = 0; i < 1e7; i += 1);";
  return spawn(process.execPath, ["--eval", program, String(process.pid)], { stdio: "ignore" });
}

async function runSuite(seed: number): Promise<number | null> {
  const limit = workers === undefined ? [] : [`--maxWorkers=${workers}`];
  // Shuffled, the page's measurements would no longer run after all its other files.
  const order = suite === "page" ? [] : ["--sequence.shuffle.files", `--sequence.seed=${seed}`];
  const script = suite === undefined ? "test" : `test:${suite}`;
  const words = ["run", script, "--", "--reporter=dot", ...files, ...limit, ...order];
  const [code] = (await once(spawn("npm", words, { stdio: "inherit" }), "close")) as [number | null];
  return code;
}
