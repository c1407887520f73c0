import { describe, expect, it } from "vitest";
import { describeOutcome, isSuccess, parseOutcome } from "../../../src/tools/terminal-view/outcome-text.ts";

describe("an outcome in words", () => {
  it.each([
    [{ outcome: "applied", tag: "XLR", durationMs: 41.4 }, "output XLR applied in 41 ms", true],
    [{ outcome: "applied", durationMs: 2300 }, 'output "Balanced" applied in 2 s', true],
    [{ outcome: "unchanged", tag: "XLR" }, "output XLR unchanged: already selected", true],
    [{ outcome: "superseded" }, 'output "Balanced" superseded by a newer command', false],
    [{ outcome: "expired", durationMs: 5000 }, 'output "Balanced" expired: it waited too long', false],
    [{ outcome: "rejected", reason: "unknown tag" }, 'output "Balanced" rejected: unknown tag', false],
    [{ outcome: "failed", tag: "XLR" }, "output XLR failed", false],
    [{ command: "refresh", outcome: "applied" }, "refresh applied", true],
  ])("%o", (fields, text, isDone) => {
    const report = parseOutcome(JSON.stringify({ command: "audio/output", request: "Balanced", ...fields }));
    expect(report && describeOutcome(report)).toBe(text);
    expect(report && isSuccess(report)).toBe(isDone);
  });

  it.each(["", "{}", "[]", "null", '{"outcome":7}'])("%j is none", (text) => {
    expect(parseOutcome(text)).toBeUndefined();
  });
});
