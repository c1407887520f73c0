import { expect, it } from "vitest";
import { AnswerDeadline } from "../../../src/families/http/answer-deadline.ts";

it.each<[string, readonly (readonly [deadlineMs: number, answeredAfterMs?: number])[]]>([
  ["a player that hangs has the configured time again", [[5000], [10_000], [5000]]],
  [
    "a slow player keeps its time after one lost answer, and after two in a row only once it was slow again",
    [[5000], [10_000, 5100], [10_000], [10_000, 5100], [10_000], [10_000], [5000], [10_000, 5100]],
  ],
])("%s", (_name, requests) => {
  const deadline = new AnswerDeadline(5000);
  for (const [index, [ms, answeredAfterMs]] of requests.entries()) {
    expect([index, deadline.ms]).toEqual([index, ms]);
    if (answeredAfterMs === undefined) deadline.expired(ms);
    else deadline.answered(answeredAfterMs);
  }
});
