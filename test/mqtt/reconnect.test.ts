import { describe, expect, it } from "vitest";
import { type Ended, isContested, noHistory, pauseMs, remember } from "../../src/mqtt/reconnect.ts";

const failed: Ended = { kind: "failed", hostIsUp: false };
const refused: Ended = { kind: "failed", hostIsUp: true };
const short: Ended = { kind: "dropped", lastedMs: 500 };
const cut: Ended = { kind: "lost", lastedMs: 500 };
const long: Ended = { kind: "lost", lastedMs: 10_000 };
const dropped: Ended = { kind: "dropped", lastedMs: 15_000 };
const paused: Ended = { kind: "dropped", lastedMs: 30_000 };
const takenOver: Ended = { kind: "taken-over", lastedMs: 500 };
const takenOverLate: Ended = { kind: "taken-over", lastedMs: 1_200_000 };

function times(count: number, ended: Ended): Ended[] {
  return Array.from({ length: count }, () => ended);
}

/** The longest pause in seconds after each end; `!` marks those that look like a fight over the client id. */
function pauses(ends: readonly Ended[]): string {
  let history = noHistory;
  return ends
    .map((ended) => {
      history = remember(history, ended);
      return `${pauseMs(history, 1) / 1000}${isContested(history) ? "!" : ""}`;
    })
    .join(" ");
}

describe("the pause before the next attempt", () => {
  it.each<[string, Ended[], string]>([
    ["doubles up to half a minute while nobody answers", times(7, failed), "1 2 4 8 16 30 30"],
    ["begins anew after a connection that lasted", [failed, failed, long, failed], "1 2 1 1"],
    ["stays short while the machine answers: its broker restarts", times(6, refused), "1 2 4 5 5 5"],
    [
      "is short again when a machine that was away answers",
      [...times(6, failed), refused],
      "1 2 4 8 16 30 5",
    ],
    ["stays short when connections do not last, since the broker is there", times(6, cut), "1 2 4 5 5 5"],
    ["grows on when the broker goes away after short connections", [cut, cut, cut, failed], "1 2 4 8"],
    [
      "takes four short lives, ended without a word, for a fight over the client id",
      times(4, short),
      "1 2 4 30!",
    ],
    ["grows with each further one", times(6, short), "1 2 4 30! 60! 120!"],
    ["takes the return of one that paused for part of the fight", [...times(3, short), paused], "1 2 4 30!"],
    ["suspects no broker that drops us now and then", [short, paused, paused, paused, paused], "1 1 1 1 1"],
    ["suspects no drop after a connection that nobody waited for", [...times(3, short), dropped], "1 2 4 1"],
    ["suspects no single drop after a while", [paused, paused, paused, paused], "1 1 1 1"],
    ["does not suspect a broker that is away", [short, short, refused, short, short], "1 2 4 5 5"],
    ["is long at the first takeover, and longer at each", [takenOver, takenOver, takenOver], "30! 60! 120!"],
    ["is never longer than ten minutes", times(7, takenOver), "30! 60! 120! 240! 480! 600! 600!"],
    ["stays long when the broker does not answer after a takeover", [takenOver, failed], "30! 30!"],
    ["forgets a takeover after a connection that lasted", [takenOver, long, failed], "30! 1 1"],
    [
      "begins small again when nobody came for long between two takeovers",
      [takenOver, takenOver, takenOverLate],
      "30! 60! 30!",
    ],
  ])("%s", (_name, ends, expected) => {
    expect(pauses(ends)).toBe(expected);
  });

  it("varies by a quarter, so that a fleet does not retry in step", () => {
    const history = remember(noHistory, failed);
    expect([pauseMs(history, 0), pauseMs(history, 0.5), pauseMs(history, 1)]).toEqual([750, 875, 1000]);
  });
});
