import { describe, expect, it } from "vitest";
import { advance } from "../../../src/core/session/advance.ts";
import { plan } from "../../../src/core/session/plan.ts";
import { resourceNames } from "../../../src/core/resources/player.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { after, answered, failed, having, policy, settled } from "../samples.ts";
import { sessionWith } from "../session-with.ts";

function failing(session: Session, times: number): Session {
  let next = session;
  for (let time = 1; time <= times; time++) next = after(next, [time * 100_000, failed("video")]);
  return next;
}

describe("a player that comes back", () => {
  const away = failing(
    having(settled(), {
      queue: { support: "unsupported", denials: 1 },
      audio: { dueAt: 7, unanswered: { since: 1, failures: 9, isLost: true } },
    }),
    3,
  );

  it("has every resource read, including unsupported ones", () => {
    const session = after(away, [400_000, answered("video")]);
    const due = resourceNames.filter((name) => session.resources[name].dueAt <= 400_000);
    expect(due).toEqual(resourceNames.filter((name) => name !== "video"));
    // What it did not answer before says nothing about now.
    expect(session.resources.audio.unanswered).toBeUndefined();
  });
});

describe("back-off", () => {
  it.each([
    [1, 1000],
    [2, 2000],
    [3, 4000],
    [5, 16_000],
    [6, 30_000],
    [60, 30_000],
    [5000, 30_000],
  ])("after %i failures is between three quarters and the whole of %i ms", (failures, ms) => {
    const session = advance(sessionWith(settled(), { failures: failures - 1 }), failed("audio"), 500, policy);
    expect(session.schedule.quietUntil - 500).toBeGreaterThanOrEqual(ms * 0.75);
    expect(session.schedule.quietUntil - 500).toBeLessThanOrEqual(ms);
  });

  it("differs between players and between attempts", () => {
    const quiets = new Set<number>();
    for (const phase of [0.1, 0.35, 0.77]) {
      for (const failures of [10, 11, 12]) {
        const session = sessionWith(settled(), { failures });
        quiets.add(advance(session, failed("audio"), 0, { ...policy, phase }).schedule.quietUntil);
      }
    }
    expect(quiets.size).toBeGreaterThan(6);
  });

  it.each([
    ["queue", "model"],
    ["audio", "model"],
    ["model", "music"],
  ] as const)("ends with another request than that for %s, which failed", (resource, other) => {
    const session = after(having(settled(), { [resource]: { dueAt: 3 } }), [5000, failed(resource)]);
    expect(session.resources[resource]).toMatchObject({ dueAt: 35_000, triedAt: 5000 });
    expect(plan(session, session.schedule.quietUntil, undefined)).toEqual({ kind: "read", resource: other });
  });
});
