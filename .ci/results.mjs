// Reads the results of test suites as vitest writes them: `failed-files <report>`, and `sum <folder>`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const [, , task, path = ""] = process.argv;
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const failedFiles = ({ testResults = [] }) => testResults.filter(({ status }) => status === "failed");

if (task === "failed-files") {
  const names = failedFiles(read(path)).map(({ name }) => relative(process.cwd(), name));
  for (const name of new Set(names)) console.log(name);
} else {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const file of readdirSync(path).filter((name) => !name.endsWith(".again.json"))) {
    const name = file.replace(".json", "");
    const first = read(join(path, file));
    // For a test that failed at first, its second result counts.
    const again = join(path, `${name}.again.json`);
    const last = existsSync(again) ? read(again) : first;
    const passed = first.numPassedTests + first.numFailedTests - last.numFailedTests;
    sum.passed += passed;
    sum.failed += last.numFailedTests;
    sum.skipped += first.numPendingTests + first.numTodoTests;
    console.log(`${name}: ${passed} passed, ${last.numFailedTests} failed`);
    for (const failed of failedFiles(last)) showFailures(failed);
  }
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ""}`);
}

function showFailures({ name, message, assertionResults }) {
  console.log(`  ${relative(process.cwd(), name)} ${message}`);
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status !== "failed") continue;
    const lines = failureMessages.join("\n").split("\n").slice(0, 6);
    console.log([`    ${fullName}`, ...lines.map((line) => `      ${line}`)].join("\n"));
  }
}
