import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { suiteDefaults } from "./test/support/suite-defaults.ts";

// Far from UTC, so that no test takes a local time for it.
process.env["TZ"] = "America/New_York";

/** Writes the results to this file as well, for a program to read. */
const report = process.env["TEST_REPORT"];

/**
 * Support modules that start another program: the built bridge, mosquitto or Python. A test that names an entry point builds a
 * program and starts it.
 */
const startsProcesses =
  /from "\.[./\w-]*\/(?:program|start-mosquitto|start-nats|jinja|process-fleet|run-pyblu)\.ts"|entryPoints: \["test\//;

const testFiles = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => `test/${file.replaceAll("\\", "/")}`)
  .toSorted();
const processes = testFiles.filter((file) => startsProcesses.test(readFileSync(file, "utf8")));
const nodeOnly = testFiles.filter((file) => !processes.includes(file));

/** Tests of whole bridges take longest. They start first, so that no worker is busy with one alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/test\/(?:app|cli|extensions\/http|fuzz|integration|mosquitto|random-players|tools\/doctor)\//.test(
        moduleId,
      );
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    ...suiteDefaults,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    // Tests wait as much as they compute, so more workers than cores.
    maxWorkers: availableParallelism() + 2,
    // `npm run test:stress` wants them in random order.
    sequence: process.argv.includes("--sequence.shuffle.files") ? {} : { sequencer: LongestFirst },
    teardownTimeout: 60_000,
    setupFiles: ["test/support/bound-properties.ts"],
    projects: [
      // Modules are loaded once for all files: tests leave nothing behind in them.
      { extends: true, test: { name: "node", include: nodeOnly, isolate: false } },
      { extends: true, test: { name: "processes", include: processes } },
    ],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts", "simulator/**/*.ts"],
      // What runs in a browser is tested in one: npm run test:page.
      exclude: ["src/main.ts"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { "src/core/**": { branches: 100 }, branches: 90 },
    },
  },
});
