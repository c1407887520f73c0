import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { createVitest } from "vitest/node";

/** One mutant in so many is tried. */
const every = Number(process.env.MUTANTS_EVERY ?? 1);

/** The time from which on no more are tried. */
const until = Number(process.env.MUTANTS_UNTIL ?? Number.MAX_SAFE_INTEGER);

/** How long each file of tests took, for the processes that follow one that was ended. */
const times = "times-of-tests.json";

/** These take seconds, and find little besides what decides when to read. */
const simulatesHours = /^test\/core\/session\/pace\.(?:noticed\.)?test\.ts#/;

/** Runs tests for Stryker in a worker of Vitest that keeps the sources loaded from mutant to mutant: see serve-mutants.ts. */
class ResidentRunner {
  #channel = new BroadcastChannel("mutants");
  #vitest;
  #specifications;

  capabilities() {
    // Static mutants are ignored, so a mutant needs no sources that are loaded with it.
    return { reloadEnvironment: true };
  }

  async init() {
    this.#vitest = await createVitest("test", {
      config: "test/mutants/vitest.config.ts",
      watch: false,
      reporters: [{}],
    });
    this.#specifications = await this.#vitest.globTestSpecifications();
    const isReady = once(this.#channel, "message");
    // This file is never loaded: its worker serves instead, until the process ends.
    void this.#vitest.runTestSpecifications(this.#specifications.slice(0, 1));
    await isReady;
  }

  async dryRun({ files }) {
    this.#vitest.config.related = files?.map((file) => resolve(file));
    const related = await this.#vitest.getRelevantTestSpecifications(files && foldersOfTests(files));
    const { tests, mutantCoverage } = await this.#run({ files: related.map(({ moduleId }) => moduleId) });
    const took = {};
    for (const { id, timeSpentMs } of tests) took[fileOf(id)] = (took[fileOf(id)] ?? 0) + timeSpentMs;
    writeFileSync(times, JSON.stringify(took));
    return { status: "complete", tests, mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    // Stryker counts neither among the found nor among the others what ended with an error.
    if (Number(activeMutant.id) % every > 0 || Date.now() > until)
      return { status: "error", errorMessage: "not in the sample, or no time" };
    const isOfPace = activeMutant.fileName.endsWith("/pace.ts");
    const wanted = testFilter.filter((id) => isOfPace || !simulatesHours.test(id));
    const { tests, hits } = await this.#run({ ...filesOf(wanted), mutant: activeMutant.id, hitLimit });
    if (hits > hitLimit) return { status: "timeout", reason: `reached ${hits} times` };
    const failed = tests.find(({ status }) => status === 1);
    if (failed === undefined) return { status: "survived", nrOfTests: tests.length };
    const { tests: again } = await this.#run(filesOf([failed.id]));
    if (again.some(({ status }) => status === 1)) throw new Error(`${failed.id} fails without a mutant, too`);
    return {
      status: "killed",
      killedBy: [failed.id],
      failureMessage: failed.failureMessage,
      nrOfTests: tests.length,
    };
  }

  async #run(request) {
    const answered = once(this.#channel, "message");
    this.#channel.postMessage(request);
    const [{ data }] = await answered;
    if (data.error !== undefined) throw data.error;
    return data;
  }
}

/** The tests of a layer have to find its mutants, without help from those of the layers above it. */
function foldersOfTests(sources) {
  const layers = sources.map((path) =>
    path.includes("node-red/src/") ? "node-red" : /\bsrc\/((?:extensions\/)?[^/]+)\//.exec(path)?.[1],
  );
  return [...new Set(layers)].map((layer) => `test/${layer ?? ""}`);
}

function fileOf(test) {
  return resolve(test.slice(0, test.indexOf("#")));
}

/** The files of these tests, the quickest first. */
function filesOf(tests) {
  const took = JSON.parse(readFileSync(times, "utf8"));
  return { files: [...new Set(tests.map(fileOf))].sort((one, other) => took[one] - took[other]), tests };
}

export const strykerPlugins = [{ kind: "TestRunner", name: "resident", factory: () => new ResidentRunner() }];
