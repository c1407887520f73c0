/** Mutants of what is given by `--mutate`: see scripts/mutants.mjs. */
export default {
  testRunner: "resident",
  plugins: ["./test/mutants/resident-runner.mjs", "./test/mutants/ignore-messages.mjs"],
  // TypeScript 7 has no programming interface, so its configuration must not be read: this names no file.
  tsconfigFile: "none",
  ignorers: ["messages"],
  ignorePatterns: ["/site", "/bench", "/coverage", "/reports", "/dist", "/home-assistant-app"],
  ignoreStatic: true,
  allowEmpty: true,
  incremental: true,
  incrementalFile: "node_modules/.cache/mutants.json",
  tempDirName: "coverage/mutants",
  reporters: ["progress-append-only", "clear-text", "json"],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true, logTests: false },
  jsonReporter: { fileName: "node_modules/.cache/mutants-report.json" },
  timeoutMS: 5_000,
  concurrency: 1,
};
