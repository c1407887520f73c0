import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Writes the results to this file as well, for a program to read. */
const report = process.env["TEST_REPORT"];

/**
 * Support modules that start another program: the built bridge, mosquitto, Python, or all of the fault harness. A test that
 * names an entry point builds a program and starts it.
 */
const startsProcesses =
  /from "\.[./\w-]*\/(?:program|start-mosquitto|jinja|process-fleet|run-chaos)\.ts"|entryPoints: \["test\//;

const testFiles = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => `test/${file.replaceAll("\\", "/")}`)
  .toSorted();
const processes = testFiles.filter((file) => startsProcesses.test(readFileSync(file, "utf8")));
const nodeOnly = testFiles.filter((file) => !processes.includes(file));

/** Directories with tests that never wait: they use a fake clock, a scripted player, at most a local socket. */
const unitDirectories =
  /^test\/(?:(?:bench|bridge|chaos|config|core|device|home-assistant|lib|soak)\/|recorder\/hide|[\w-]+\.test\.ts$)/;
const unit = nodeOnly.filter((file) => unitDirectories.test(file));
/** Whole bridges, servers and commands, all in the test process. */
const whole = nodeOnly.filter((file) => !unitDirectories.test(file));

export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    // Tests wait more than they compute, so one worker more than cores.
    maxWorkers: availableParallelism() + 1,
    // Machines are busy at times: a poll may take as long as a test may.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      // Modules are loaded once for all files: tests leave nothing behind in them.
      { extends: true, test: { name: "unit", include: unit, isolate: false } },
      { extends: true, test: { name: "whole", include: whole, isolate: false } },
      { extends: true, test: { name: "processes", include: processes } },
    ],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // What runs in a browser is tested in one: npm run test:page.
      exclude: ["src/main.ts", "src/extensions/page/client/**"],
      reporter: ["text-summary", "json-summary"],
      thresholds: {
        "src/core/**": { branches: 100 },
        branches: 90,
      },
    },
  },
});
