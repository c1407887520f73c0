import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plan, planReadBack, type Step } from "../../src/core/session/plan.ts";
import { newSession, type Session } from "../../src/core/session/session.ts";
import { anySession } from "./arbitrary-session.ts";
import { having, pending, select, selection, settled } from "./samples.ts";

const never = Number.POSITIVE_INFINITY;
const command: Step = { kind: "command" };
const wait = (ms: number): Step => ({ kind: "wait", ms });
const read = (resource: "model" | "audio" | "video" | "queue"): Step => ({ kind: "read", resource });
/** A command that waits as long as it has to. */
const lasting = select("EARC", { expiresAt: never });
const unlisted = (change: Parameters<typeof having>[1] = {}): Session =>
  having({ ...settled(), player: {} }, change);
const calling = (when: { at: number; needsReading?: true }, proof?: "audio"): Session => {
  const call = { operation: "selectInput", tag: "EARC" } as const;
  const effect = { ...selection(false), proof };
  return settled({ pending: pending({ effect, calls: [{ ...when, call }], isObserved: false }) });
};

const cases: readonly (readonly [string, Session, number, number, Step])[] = [
  ["asks a new player for its model first", newSession(0), 0, 0, read("model")],
  ["waits until a new player may be asked", newSession(700), 0, 0, wait(700)],
  ["waits for ever when nothing is due", settled(), 5, 0, wait(never)],
  ["reads what is due", having(settled(), { video: { dueAt: 10 } }), 10, 0, read("video")],
  ["waits for what is due later", having(settled(), { video: { dueAt: 10 } }), 4, 0, wait(6)],
  [
    "reads what has been due the longest",
    having(settled(), { audio: { dueAt: 9 }, video: { dueAt: 5 }, queue: { dueAt: 3 } }),
    10,
    0,
    read("queue"),
  ],
  [
    "keeps the gap between polls",
    having(settled({ quietUntil: 150 }), { video: { dueAt: 10 } }),
    20,
    0,
    wait(130),
  ],
  [
    "puts a command before polls",
    having(settled(), { video: { dueAt: 0 }, audio: { dueAt: 0 } }),
    10,
    1,
    command,
  ],
  [
    "lets a command wait neither for the gap nor for the back-off",
    settled({ quietUntil: 30_000 }),
    10,
    1,
    command,
  ],
  ["reads the list before the first command", newSession(0), 0, 1, read("audio")],
  [
    "asks for the list before a command even of a player that is given up for a while",
    { ...unlisted(), quietUntil: 30_000, availability: "offline" },
    5000,
    1,
    read("audio"),
  ],
  [
    "lets a command be decided without the list when it was just asked for in vain",
    unlisted({ audio: { triedAt: 4500 } }),
    5000,
    1,
    command,
  ],
  [
    "asks for the list again a second after it was asked for in vain",
    unlisted({ audio: { triedAt: 4000 } }),
    5000,
    1,
    read("audio"),
  ],
  [
    "asks a player without audio for no list",
    unlisted({ audio: { support: "unsupported", triedAt: 0 } }),
    5000,
    1,
    command,
  ],
  [
    "holds a command back while a selection is in doubt",
    settled({ pending: pending({ pollAt: 9000, proofFinalAt: 9000 }), quietUntil: 9000 }),
    10,
    1,
    { kind: "wait", ms: 8990 },
  ],
  [
    "reads a selection back before a command",
    settled({ pending: pending({ pollAt: 9000, proofFinalAt: 9000 }), quietUntil: 9000 }),
    9000,
    1,
    read("audio"),
  ],
  [
    "lets a poll go first that a flood of commands has kept waiting for ten seconds",
    having(settled(), { video: { dueAt: 1000 } }),
    11_001,
    5,
    read("video"),
  ],
  [
    "keeps a poll waiting behind commands until then",
    having(settled(), { video: { dueAt: 1000 } }),
    11_000,
    5,
    command,
  ],
  [
    "reads a selection back at its time, whatever the gap",
    settled({ pending: pending(), quietUntil: 9000 }),
    1000,
    0,
    read("audio"),
  ],
  [
    "reads a selection back before what has been due longer",
    having(settled({ pending: pending() }), { video: { dueAt: 0 } }),
    1000,
    0,
    read("audio"),
  ],
  ["makes a call at its time", calling({ at: 600 }, "audio"), 400, 0, wait(200)],
  ["waits for what a call needs to know", calling({ at: 0, needsReading: true }, "audio"), 400, 0, wait(600)],
  ["reads nothing back that nothing shows", calling({ at: 2000 }), 1500, 0, wait(500)],
  ["waits no longer than until the read-back", settled({ pending: pending() }), 400, 0, wait(600)],
  [
    "polls on while a selection waits for its read-back",
    having(settled({ pending: pending() }), { video: { dueAt: 100 } }),
    400,
    0,
    read("video"),
  ],
];

describe("planReadBack", () => {
  const sent = settled({ pending: pending({ pollAt: 3000, proofFinalAt: 4000 }) });
  it.each<readonly [string, Session, number, Step | undefined]>([
    ["reads back what was sent, sooner than the effect asks for", sent, 300, read("audio")],
    ["waits for the player to carry it out", sent, 100, wait(200)],
    ["keeps an earlier time", settled({ pending: pending({ pollAt: 200 }) }), 100, wait(100)],
    ["asks first who answers", { ...sent, standing: "asking" }, 300, read("model")],
    ["has nothing to do without a command", settled(), 300, undefined],
    [
      "has nothing to do for what was not sent",
      settled({ pending: pending({ proofFinalAt: never }) }),
      300,
      undefined,
    ],
    [
      "has nothing to do for what nothing shows",
      settled({ pending: pending({ effect: { ...selection(false), proof: undefined } }) }),
      300,
      undefined,
    ],
  ])("%s", (_name, session, now, step) => {
    expect(planReadBack(session, now)).toEqual(step);
  });
});

describe("plan", () => {
  it.each(cases)("%s", (_name, session, now, waiting, step) => {
    expect(plan(session, now, waiting === 0 ? undefined : lasting)).toEqual(step);
  });

  it("never polls before the quiet is over, but for a command or a read-back", () => {
    fc.assert(
      fc.property(anySession, fc.nat(100_000), (session, now) => {
        const step = plan(session, now, undefined);
        const isReadBack = (session.pending?.pollAt ?? never) <= now;
        expect(step.kind !== "read" || isReadBack || session.quietUntil <= now).toBe(true);
      }),
    );
  });

  it("reads only due resources, except for a command or a read-back, or to know who answers", () => {
    fc.assert(
      fc.property(anySession, fc.nat(100_000), (session, now) => {
        const step = plan(session, now, undefined);
        const isReadBack = (session.pending?.pollAt ?? never) <= now;
        const isInDoubt = session.standing === "asking" || session.unprovenFrom <= now;
        const asksWho = isInDoubt && step.kind === "read" && step.resource === "model";
        expect(
          step.kind !== "read" || isReadBack || asksWho || session.resources[step.resource].dueAt <= now,
        ).toBe(true);
      }),
    );
  });

  it("waits for a positive time or until woken, and delays a command only for a pending effect", () => {
    fc.assert(
      fc.property(anySession, fc.nat(100_000), fc.boolean(), (session, now, isWaiting) => {
        const step = plan(session, now, isWaiting ? lasting : undefined);
        expect(step.kind !== "wait" || (step.ms > 0 && (!isWaiting || session.pending !== undefined))).toBe(
          true,
        );
      }),
    );
  });

  it("has something to do at the end of the wait it asks for", () => {
    fc.assert(
      fc.property(anySession, fc.nat(100_000), (session, now) => {
        const step = plan(session, now, undefined);
        fc.pre(step.kind === "wait" && step.ms < never);
        expect(["read", "picture"]).toContain(plan(session, now + step.ms, undefined).kind);
      }),
    );
  });
});
