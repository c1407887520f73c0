import { describe, expect, it } from "vitest";
import { withBlock } from "../../bench/support/document.ts";
import { writeReport } from "../../bench/support/report.ts";
import { median, medianRatio, percentile } from "../../bench/support/statistics.ts";

describe("the figures of a benchmark", () => {
  it("have a median, be they odd or even in number", () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([5])]).toEqual([2, 2.5, 5]);
    expect(median([])).toBeNaN();
  });

  it("have percentiles that are among them", () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([
      percentile(hundred, 50),
      percentile(hundred, 99),
      percentile([7], 99),
      percentile([], 99),
    ]).toEqual([50, 99, 7, 0]);
  });

  it("are compared round by round, so that a machine that slows down does not count", () => {
    expect(medianRatio([2, 20, 200], [1, 10, 100])).toBe(2);
  });
});

describe("the report of a benchmark", () => {
  it("takes its place between its markers, and leaves the rest alone", () => {
    const document = "a\n<!-- bench:x -->\nold\n<!-- /bench:x -->\nb";
    expect(withBlock(document, "x", "new\n")).toBe("a\n<!-- bench:x -->\nnew\n<!-- /bench:x -->\nb");
    expect(() => withBlock(document, "y", "new")).toThrow("no place between <!-- bench:y --> and");
  });

  it("shows its tables, and which goals hold", () => {
    const goal = { goal: 3, what: "of that", wanted: "≤ 2", reached: "2.10", holds: false };
    const table = { title: "A title", columns: ["", "ms"], rows: [["one", "1.0"]] };
    expect(writeReport({ tables: [table], goals: [goal] }).split("\n")).toEqual([
      "A title",
      "",
      "|  | ms |",
      "| --- | --- |",
      "| one | 1.0 |",
      "",
      "| goal |  | wanted | reached | holds |",
      "| --- | --- | --- | --- | --- |",
      "| 3 | of that | ≤ 2 | 2.10 | **no** |",
    ]);
  });
});
