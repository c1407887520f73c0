import { describe, expect, it } from "vitest";
import { countFailures, failuresOf, summarize } from "./failures.ts";

const file = (name: string, status: string, ...tests: string[]) => ({
  name,
  status,
  assertionResults: tests.map((fullName) => ({
    status: fullName.startsWith("bad") ? "failed" : "passed",
    fullName,
  })),
});
const run = (...failed: string[]) => ({ seed: 7, seconds: 61.9, failed });

describe("what failed in one run", () => {
  it("is each failed test, and a file that failed without one", () => {
    const report = {
      testResults: [file("a", "failed", "good", "bad 1", "bad 2"), file("b", "failed"), file("c", "passed")],
    };
    expect(failuresOf(report, 1)).toEqual(["a > bad 1", "a > bad 2", "b"]);
  });

  it("is the exit code if no test failed or no report was written", () => {
    const expected = ["no test, but the exit code was 1"];
    expect(failuresOf({ testResults: [file("a", "passed", "good")] }, 1)).toEqual(expected);
    expect(failuresOf({}, 1)).toEqual(expected);
  });

  it("is nothing if all passed", () => {
    expect(failuresOf({ testResults: [file("a", "passed", "good")] }, 0)).toEqual([]);
  });
});

describe("what failed in several runs", () => {
  it("is counted once for each run, the most frequent first", () => {
    const runs = [run("a"), run("b", "b"), run("b", "a"), run("b")];
    expect(countFailures(runs)).toEqual([
      ["b", 3],
      ["a", 2],
    ]);
  });

  it("is listed below the times of the runs", () => {
    expect(summarize([run(), run("a")])).toBe(
      "run 1: 1:01, seed 7, 0 failed\nrun 2: 1:01, seed 7, 1 failed\n\n1 of 2 runs: a",
    );
    expect(summarize([run()])).toBe("run 1: 1:01, seed 7, 0 failed\n\nno test failed");
  });
});
