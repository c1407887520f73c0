// Adds up the results of test suites, which vitest has written into a folder, and repeats what failed: `results.mjs <folder>`.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const [, , folder = ""] = process.argv;
const sum = { passed: 0, failed: 0, skipped: 0 };

for (const file of readdirSync(folder)) {
  const report = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const { numPassedTests: passed, numFailedTests: failed, testResults = [] } = report;
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped += report.numPendingTests + report.numTodoTests;
  console.log(`${file.replace(".json", "")}: ${passed} passed, ${failed} failed`);
  for (const result of testResults.filter(({ status }) => status === "failed")) showFailures(result);
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ""}`);

function showFailures({ name, message, assertionResults }) {
  console.log(`  ${relative(process.cwd(), name)} ${message}`);
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status !== "failed") continue;
    const lines = failureMessages.join("\n").split("\n").slice(0, 6);
    console.log([`    ${fullName}`, ...lines.map((line) => `      ${line}`)].join("\n"));
  }
}
