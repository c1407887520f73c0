/** What vitest's JSON reporter writes, as far as it is needed here. */
export interface Report {
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

export interface Run {
  readonly seed: number;
  readonly seconds: number;
  readonly failed: readonly string[];
}

/** The names of what failed in one run, never none if its exit code was not 0. */
export function failuresOf(report: Report, exitCode: number): string[] {
  const failed = (report.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length > 0) return tests.map(({ fullName }) => `${name} > ${fullName}`);
    return status === "failed" ? [name] : [];
  });
  return failed.length === 0 && exitCode !== 0 ? [`no test, but the exit code was ${exitCode}`] : failed;
}

/** How often each test failed, the most frequent first. */
function countFailures(runs: readonly Run[]): (readonly [name: string, times: number])[] {
  const counts = new Map<string, number>();
  for (const name of runs.flatMap(({ failed }) => [...new Set(failed)])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

/** The last lines of all: how long each run took, and what failed how often. */
export function summarize(runs: readonly Run[]): string {
  const lines = runs.map(
    ({ seed, seconds, failed }, index) =>
      `run ${index + 1}: ${minutes(seconds)}, seed ${seed}, ${failed.length} failed`,
  );
  const counts = countFailures(runs);
  const failures = counts.map(([name, times]) => `${times} of ${runs.length} runs: ${name}`);
  return [...lines, "", ...(failures.length === 0 ? ["no test failed"] : failures)].join("\n");
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
