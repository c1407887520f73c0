import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plan, planReadBack, type Step } from "../../../src/core/session/plan.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { anySession } from "../arbitrary-session.ts";
import { having, pending, select, selection, settled, planned } from "../samples.ts";
import { sessionWith } from "../session-with.ts";

const never = Number.POSITIVE_INFINITY;
const command = { kind: "command" } as const;
type Planned = Exclude<Step, { readonly kind: "command" }> | typeof command;
const wait = (ms: number): Step => ({ kind: "wait", ms });
const read = (resource: "model" | "audio" | "video" | "queue"): Step => ({ kind: "read", resource });
/** A command that waits as long as it has to. */
const lasting = select("EARC", { expiresAt: never });
const unlisted = (change: Parameters<typeof having>[1] = {}): Session =>
  having({ ...settled(), player: {} }, change);
const calling = (when: { at: number; needsReading?: true }, proof?: "audio"): Session => {
  const call = { operation: "selectInput", tag: "EARC" } as const;
  const effect = { ...selection(false), proof };
  return settled({ effect: pending({ effect, calls: [{ ...when, call }], isObserved: false }) });
};

const due = (dueAt: number, session = settled()): Session => having(session, { video: { dueAt } });
const longest = having(due(5), { audio: { dueAt: 9 }, queue: { dueAt: 3 } });
const givenUp: Session = sessionWith(unlisted(), { quietUntil: 30_000, availability: "offline" });
const deaf = unlisted({ audio: { support: "unsupported", triedAt: 0 } });
const sent = settled({ effect: pending() });
const inDoubt = settled({ effect: pending({ pollAt: 9000, proofFinalAt: 9000 }), quietUntil: 9000 });

const cases: readonly (readonly [string, Session, number, Planned])[] = [
  ["asks a new player for its model first", newSession(0), 0, read("model")],
  ["waits until a new player may be asked", newSession(700), 0, wait(700)],
  ["waits for ever when nothing is due", settled(), 5, wait(never)],
  ["reads what is due", due(10), 10, read("video")],
  ["waits for what is due later", due(10), 4, wait(6)],
  ["reads what has been due the longest", longest, 10, read("queue")],
  ["keeps the gap between polls", due(10, settled({ quietUntil: 150 })), 20, wait(130)],
  [
    "reads a selection back at its time, whatever the gap",
    sessionWith(sent, { quietUntil: 9000 }),
    1000,
    read("audio"),
  ],
  ["reads a selection back before what has been due longer", due(0, sent), 1000, read("audio")],
  ["makes a call at its time", calling({ at: 600 }, "audio"), 400, wait(200)],
  ["waits for what a call needs to know", calling({ at: 0, needsReading: true }, "audio"), 400, wait(600)],
  ["reads nothing back that nothing shows", calling({ at: 2000 }), 1500, wait(500)],
  ["waits no longer than until the read-back", sent, 400, wait(600)],
  ["polls on while a selection waits for its read-back", due(100, sent), 400, read("video")],
];

const casesOfCommands: typeof cases = [
  ["is put before polls", having(due(0), { audio: { dueAt: 0 } }), 10, command],
  ["waits neither for the gap nor for the back-off", settled({ quietUntil: 30_000 }), 10, command],
  ["has the list read first", newSession(0), 0, read("audio")],
  ["has it read even of a player that is given up for a while", givenUp, 5000, read("audio")],
  ["is decided without a list asked for in vain", unlisted({ audio: { triedAt: 4500 } }), 5000, command],
  ["has it read again a second after that", unlisted({ audio: { triedAt: 4000 } }), 5000, read("audio")],
  ["asks a player without audio for no list", deaf, 5000, command],
  ["is held back while a selection is in doubt", inDoubt, 10, wait(8990)],
  ["lets a selection be read back first", inDoubt, 9000, read("audio")],
  ["lets a poll go first that commands have kept waiting for ten seconds", due(1000), 11_001, read("video")],
  ["keeps a poll waiting until then", due(1000), 11_000, command],
];

describe("planReadBack", () => {
  const later = settled({ effect: pending({ pollAt: 3000, proofFinalAt: 4000 }) });
  const unsent = settled({ effect: pending({ proofFinalAt: never }) });
  const unseen = settled({ effect: pending({ effect: { ...selection(false), proof: undefined } }) });
  it.each<readonly [string, Session, number, Step | undefined]>([
    ["reads back what was sent, sooner than the effect asks for", later, 300, read("audio")],
    ["waits for the player to carry it out", later, 100, wait(200)],
    ["keeps an earlier time", settled({ effect: pending({ pollAt: 200 }) }), 100, wait(100)],
    ["asks first who answers", sessionWith(later, { status: "asking" }), 300, read("model")],
    ["has nothing to do without a command", settled(), 300, undefined],
    ["has nothing to do for what was not sent", unsent, 300, undefined],
    ["has nothing to do for what nothing shows", unseen, 300, undefined],
  ])("%s", (_name, session, now, step) => {
    expect(planReadBack(session, now)).toEqual(step);
  });
});

describe("plan", () => {
  it.each(cases)("%s", (_name, session, now, step) => {
    expect(plan(session, now, undefined)).toEqual(step);
  });

  it.each(casesOfCommands)("a command %s", (_name, session, now, step) => {
    expect(planned(session, now, lasting)).toEqual(step);
  });

  it("reads only what is due, after the quiet, but for a command, a read-back, or to know who answers", () => {
    fc.assert(
      fc.property(anySession, fc.nat(100_000), (session, now) => {
        const step = plan(session, now, undefined);
        const { identityCheck, pending, schedule, resources } = session;
        if (step.kind !== "read" || (pending.effect?.pollAt ?? never) <= now) return;
        const { status, recheckIdentityAt = never } = identityCheck;
        const isForCall = status !== "confirmed" && (pending.effect?.calls[0]?.at ?? never) <= now;
        const isInDoubt = isForCall || status === "asking" || recheckIdentityAt <= now;
        const asksWho = step.resource === "model" && isInDoubt;
        expect((isForCall && step.resource === "model") || schedule.quietUntil <= now).toBe(true);
        expect(asksWho || resources[step.resource].dueAt <= now).toBe(true);
      }),
    );
  });

  it("waits for a positive time or until woken, and delays a command only for a pending effect", () => {
    fc.assert(
      fc.property(anySession, fc.nat(100_000), fc.boolean(), (session, now, isWaiting) => {
        const step = plan(session, now, isWaiting ? lasting : undefined);
        expect(
          step.kind !== "wait" || (step.ms > 0 && (!isWaiting || session.pending.effect !== undefined)),
        ).toBe(true);
      }),
    );
  });

  it("has something to do at the end of the wait it asks for", () => {
    fc.assert(
      fc.property(anySession, fc.nat(100_000), (session, now) => {
        const step = plan(session, now, undefined);
        fc.pre(step.kind === "wait" && step.ms < never);
        expect(["read", "picture", "call"]).toContain(plan(session, now + step.ms, undefined).kind);
      }),
    );
  });
});
