import { describe, expect, it } from "vitest";
import { plan } from "../../../src/core/session/plan.ts";
import {
  scheduledResourceNames,
  type ResourceName,
  resourceNames,
} from "../../../src/core/resources/player.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { after, answered, failed, having, selectionFailed, settled } from "../samples.ts";

const never = Number.POSITIVE_INFINITY;
const minuteMs = 60_000;

/** The session after these were asked for, a second apart, and each answer made no sense. */
function nonsense(session: Session, from: number, ...names: readonly ResourceName[]): Session {
  return after(
    session,
    ...names.map((name, place) => [from + place * 1000, failed(name, "malformed")] as const),
  );
}

/** A player that said nothing usable for a minute, whatever it was asked for. */
const suspect = nonsense(settled(), 0, "model", ...scheduledResourceNames);
const unasked = { kind: "absent", isUnasked: true } as const;
const lost = after(suspect, [minuteMs, failed("video", "malformed")]);

describe("nonsense", () => {
  it.each(["refused", "malformed"] as const)("that is %s is an answer, and leaves the old state", (fault) => {
    const silent = after(settled(), [1000, failed("queue")], [2000, failed("model")]);
    const session = after(silent, [9000, failed("video", fault)]);
    expect(session).toMatchObject({
      presence: { availability: "online", failures: 0, failure: undefined, silentSince: undefined },
      schedule: { quietUntil: 9150 },
    });
    expect(session.player).toEqual(settled().player);
    expect(session.resources.video).toMatchObject({ dueAt: never, triedAt: 9000 });
  });

  it("for the model is retried a minute later", () => {
    expect(after(settled(), [5, failed("model", "malformed")]).resources.model.dueAt).toBe(5 + minuteMs);
  });

  it.each(["reading", "unchanged", "absent", "confused", "refused", "unsupported"] as const)(
    "from everything else leaves a player online whose last answer is %s",
    (kind) => {
      const session = after(
        suspect,
        [59_000, answered("queue", kind)],
        [61_000, failed("video", "malformed")],
      );
      expect(session.presence.availability).toBe("online");
    },
  );
});

describe("a player that sends only malformed answers", () => {
  it("is offline after a minute, with the reason", () => {
    expect(lost).toMatchObject({
      presence: {
        availability: "offline",
        failures: 1,
        failure: { at: minuteMs, phrase: { text: "malformed: no luck" } },
        silentSince: 0,
      },
    });
    expect(lost.player).toEqual(settled().player);
  });

  it("is online before", () => {
    expect(after(suspect, [minuteMs - 1, failed("video", "malformed")]).presence.availability).toBe("online");
  });

  it("is online until it did so as often as makes a player offline", () => {
    const others = resourceNames.filter((name) => name !== "video");
    const lacking = having(
      settled(),
      Object.fromEntries(others.map((name) => [name, { support: "unsupported" as const }])),
    );
    const twice = after(lacking, [0, failed("video", "malformed")], [minuteMs, failed("video", "malformed")]);
    expect(twice.presence.availability).toBe("online");
    expect(after(twice, [61_000, failed("video", "malformed")]).presence.availability).toBe("offline");
  });

  it("is offline by the answer to a selection as well", () => {
    expect(after(suspect, [minuteMs, selectionFailed("malformed")]).presence.availability).toBe("offline");
  });

  it("is polled at growing intervals", () => {
    const later = nonsense(lost, 70_000, "model", "audio", "model");
    expect(later).toMatchObject({ presence: { availability: "offline", failures: 4, silentSince: 0 } });
    expect(later.schedule.quietUntil - 72_000).toBeGreaterThanOrEqual(6000);
  });

  it("is online again with its first usable answer, and read completely", () => {
    const session = after(lost, [90_000, answered("audio")]);
    expect(session).toMatchObject({
      presence: { availability: "online", failures: 0, malformedAnswers: undefined },
    });
    expect(resourceNames.filter((name) => session.resources[name].dueAt <= 90_000)).toEqual(
      resourceNames.filter((name) => name !== "audio"),
    );
  });
});

describe("nonsense about everything, from a player that was online", () => {
  it("is asked for at growing intervals before it is offline", () => {
    const times = scheduledResourceNames.slice(0, 6).map((name, place) => {
      const session = nonsense(settled(), 0, ...scheduledResourceNames.slice(0, place), name);
      return session.schedule.quietUntil - place * 1000;
    });
    expect(times.slice(0, 3)).toEqual([150, 150, 150]);
    for (const [place, ms] of [1000, 2000, 4000].entries()) {
      expect(times[place + 3]).toBeGreaterThanOrEqual(ms * 0.75);
      expect(times[place + 3]).toBeLessThanOrEqual(ms);
    }
  });

  it("about one resource alone delays no other", () => {
    const session = nonsense(settled(), 0, "video", "video", "video", "video", "video");
    expect(session.schedule.quietUntil).toBe(4150);
  });
});

it("an answer that is known without asking does not make a player online, and delays nothing", () => {
  const session = after(lost, [70_000, { kind: "answered", resource: "queue", answer: unasked }]);
  expect(session.presence).toEqual(lost.presence);
  expect(session.schedule.quietUntil).toBe(lost.schedule.quietUntil);
  expect(session.resources.queue).toMatchObject({ dueAt: never, triedAt: 70_000 });
});

describe("one resource that is always malformed", () => {
  const malformed = nonsense(settled(), 0, "video", "video", "video");

  it("makes the others due after a minute, one by one and the shortest first", () => {
    const one = after(malformed, [minuteMs, failed("video", "malformed")]);
    expect(one.presence.availability).toBe("online");
    expect(plan(one, minuteMs + 150, undefined)).toEqual({ kind: "read", resource: "model" });
    expect(one.resources.audio.dueAt).toBe(never);
    const two = after(one, [minuteMs + 200, failed("model", "malformed")]);
    expect(plan(two, minuteMs + 350, undefined)).toEqual({ kind: "read", resource: "music" });
    expect(two.resources.queue.dueAt).toBe(never);
  });

  it("does not make the others due before", () => {
    const { resources } = nonsense(settled(), minuteMs, "video", "video", "video");
    expect(resourceNames.every((name) => resources[name].dueAt === never)).toBe(true);
  });

  it("does not make unsupported resources due", () => {
    const session = having(malformed, { model: { support: "unsupported" } });
    const { resources } = after(session, [minuteMs, failed("video", "malformed")]);
    expect([resources.model.dueAt, resources.music.dueAt]).toEqual([never, minuteMs]);
  });
});

describe("a player of which nothing usable is known yet", () => {
  it("stays unknown until what every player answers is malformed, too, and is offline then", () => {
    const session = nonsense(newSession(0), 0, "model", "audio");
    expect(session.presence.availability).toBe("unknown");
    const lost = after(session, [2000, failed("music", "malformed")]);
    expect(lost.presence.availability).toBe("offline");
    expect(lost.schedule.quietUntil).toBeGreaterThanOrEqual(2750);
  });

  it("that was silent and now sends malformed answers stays offline, and another resource is read soon", () => {
    const silent = after(settled({ availability: "offline" }), [0, failed("audio")]);
    const session = after(silent, [2000, failed("video", "malformed")]);
    expect(session).toMatchObject({ presence: { availability: "offline", failures: 1, silentSince: 0 } });
    expect(plan(session, 2150, undefined)).toEqual({ kind: "read", resource: "model" });
  });
});
