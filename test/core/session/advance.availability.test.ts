import { describe, expect, it } from "vitest";
import { advance } from "../../../src/core/session/advance.ts";
import { plan } from "../../../src/core/session/plan.ts";
import { resourceNames } from "../../../src/core/resources/player.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { after, answered, failed, having, policy, settled } from "../samples.ts";
import { sessionWith } from "../session-with.ts";

const never = Number.POSITIVE_INFINITY;

function failing(session: Session, times: number): Session {
  let next = session;
  for (let time = 1; time <= times; time++) next = after(next, [time * 100_000, failed("video")]);
  return next;
}

describe("availability", () => {
  it("is unknown until the player answered or failed to", () => {
    expect(newSession(0).presence.availability).toBe("unknown");
    expect(after(newSession(0), [5, answered("model")]).presence.availability).toBe("online");
    expect(after(newSession(0), [5, failed("model")]).presence.availability).toBe("offline");
  });

  it.each([
    [1, "online"],
    [2, "online"],
    [3, "offline"],
    [4, "offline"],
  ])("after %i failed requests in a row is %s", (times, availability) => {
    expect(failing(settled(), times)).toMatchObject({ presence: { availability, failures: times } });
  });

  it.each(["unreachable", "broken"] as const)("counts a request that was %s as a failure", (fault) => {
    expect(after(settled(), [9, failed("video", fault)])).toMatchObject({
      presence: { failures: 1, failure: { at: 9, phrase: { text: `${fault}: no luck` } }, silentSince: 9 },
    });
  });

  it("remembers when the silence began", () => {
    expect(failing(settled(), 5)).toMatchObject({
      presence: { silentSince: 100_000, failure: { at: 500_000 } },
    });
  });
});

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

  it("keeps resources unsupported until it answers otherwise", () => {
    const session = after(away, [400_000, answered("video")]);
    expect(session.resources.queue.support).toBe("unsupported");
    expect(after(session, [401_000, answered("queue", "unsupported")]).resources.queue).toMatchObject({
      support: "unsupported",
      dueAt: never,
    });
  });

  it.each([
    ["tells it", answered("queue"), "supported"],
    ["is confused about it", answered("queue", "confused"), "unknown"],
    ["refuses it", answered("queue", "refused"), "unknown"],
    ["answers nonsense", failed("queue", "malformed"), "unknown"],
    ["cannot be reached", failed("queue"), "unsupported"],
  ])("that lacked a family and now %s is believed no further than that", (_name, event, support) => {
    const session = after(away, [400_000, answered("video")], [401_000, event]);
    expect(session.resources.queue.support).toBe(support);
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

  it("delays only the failed resource", () => {
    const before = having(settled(), { model: { dueAt: 3 }, video: { dueAt: 800 } });
    const { model, video } = after(before, [5000, failed("queue")]).resources;
    expect([model.dueAt, video.dueAt]).toEqual([3, 800]);
  });
});
