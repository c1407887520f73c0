import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance, type SessionEvent } from "../../../src/core/session/advance.ts";
import type { DeviceError } from "../../../src/core/errors.ts";
import { type ChangedTopic, render } from "../../../src/core/topics/render.ts";
import { scheduledResourceNames, resourceNames } from "../../../src/core/resources/player.ts";
import { changedParts } from "../../../src/core/session/changed-parts.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { anyEvent } from "../arbitrary-session.ts";
import { policy, target } from "../samples.ts";
import { startMs } from "../../support/fake-clock.ts";

const anyHistory = fc.array(fc.record({ afterMs: fc.nat(20_000), event: anyEvent }), { maxLength: 60 });

function isUsable(event: SessionEvent): boolean {
  return event.kind === "answered" || (event.kind === "called" && event.reply.kind !== "sent");
}

function isFault(event: SessionEvent): event is SessionEvent & { error: DeviceError } {
  return event.kind === "failed" || event.kind === "call-failed";
}

function isNonsense(event: SessionEvent): boolean {
  return isFault(event) && event.error.answered;
}

/** One step of a history. */
interface Lived {
  readonly before: Session;
  readonly event: SessionEvent;
  readonly next: Session;
  readonly now: number;
}

function live(history: readonly { afterMs: number; event: SessionEvent }[]): Lived[] {
  let now = startMs;
  let before = newSession(now);
  return history.map(({ afterMs, event }) => {
    now += afterMs;
    const lived = { before, event, next: advance(before, event, now, policy), now };
    before = lived.next;
    return lived;
  });
}

/** Holds every step of many histories against a law, and shows those that break it. */
function expectAlways(holds: (lived: Lived) => boolean): void {
  fc.assert(
    fc.property(anyHistory, (history) => {
      expect(live(history).filter((lived) => !holds(lived))).toEqual([]);
    }),
  );
}

const leavesOf = (topics: readonly ChangedTopic[]): Map<string, unknown> =>
  new Map(topics.map(({ leaf, payload }) => [leaf, payload]));
const snapshotOf = (session: Session): Map<string, unknown> => leavesOf(render(target, undefined, session));
const withoutEmpty = (held: ReadonlyMap<string, unknown>): Map<string, unknown> =>
  new Map([...held].filter(([, payload]) => payload !== ""));

const laws: readonly (readonly [string, (lived: Lived) => boolean])[] = [
  [
    "makes a player offline only by faults, and online only by a usable answer",
    ({ before, event, next }) =>
      before.presence.availability === next.presence.availability ||
      (next.presence.availability === "offline" ? isFault(event) : isUsable(event)),
  ],
  [
    "never makes an online player offline by a single failure, nor by nonsense that was not all it said for a minute",
    ({ before, event, next, now }) =>
      before.presence.availability !== "online" ||
      next.presence.availability !== "offline" ||
      (isNonsense(event)
        ? now - (next.presence.malformedAnswers?.since ?? now) >= 60_000 &&
          ["model" as const, ...scheduledResourceNames].every(
            (name) =>
              next.presence.malformedAnswers?.resources.includes(name) ||
              next.resources[name].support === "unsupported",
          )
        : next.presence.failures >= policy.offlineAfter),
  ],
  [
    "counts failures up by each silence, one at a time, and is online without any at each usable answer",
    ({ before, event, next }) => {
      if (isUsable(event)) return next.presence.failures === 0 && next.presence.availability === "online";
      if (isNonsense(event))
        return [0, before.presence.failures, before.presence.failures + 1].includes(next.presence.failures);
      return next.presence.failures === before.presence.failures + (isFault(event) ? 1 : 0);
    },
  ],
  [
    "knows a reason and a begin of the silence while there are failures, and only then",
    ({ next }) =>
      (next.presence.failure === undefined) === (next.presence.failures === 0) &&
      (next.presence.silentSince === undefined) === (next.presence.failures === 0),
  ],
  [
    "never makes a moment that is no number, nor a quiet longer than the back-off",
    ({ next, now }) =>
      resourceNames.every((name) => !Number.isNaN(next.resources[name].dueAt)) &&
      next.schedule.quietUntil - now <= policy.backoff.maxMs,
  ],
  [
    "changes what is known of a player by usable answers alone",
    ({ before, event, next }) => isUsable(event) || next.player === before.player,
  ],
  [
    "never knows anything of a resource that the model lacks",
    ({ next }) =>
      resourceNames.every(
        (name) => next.resources[name].support !== "unsupported" || next.player[name] === undefined,
      ),
  ],
  [
    "never forgets a page that the broker may hold",
    ({ before, next }) => next.memory.pagesKnown >= before.memory.pagesKnown,
  ],
  [
    "publishes whatever differs between its snapshots",
    ({ before, next }) => {
      const held = new Map([...snapshotOf(before), ...leavesOf(render(target, before, next))]);
      return isDeepStrictEqual(withoutEmpty(held), withoutEmpty(snapshotOf(next)));
    },
  ],
  [
    "publishes nothing where sessions differ only in their schedule",
    ({ before, next }) => changedParts(before, next).size > 0 || render(target, before, next).length === 0,
  ],
  [
    "always has something due while the player is silent",
    ({ next, now }) =>
      next.presence.failures === 0 || resourceNames.some((name) => next.resources[name].dueAt <= now),
  ],
];

describe("any history of a session", () => {
  it.each(laws)("%s", (_name, holds) => {
    expectAlways(holds);
    expect.hasAssertions();
  });
});
