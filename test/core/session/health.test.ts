import { describe, expect, it } from "vitest";
import {
  type BridgeView,
  type FleetView,
  judgeHealth,
  judgeReadiness,
  type LoopView,
} from "../../../src/core/session/health.ts";
import { resourceNames } from "../../../src/core/resources/player.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import { type Session, withResource } from "../../../src/core/session/session.ts";
import { select } from "../samples.ts";
import { type SessionFields, sessionWith } from "../session-with.ts";

const now = 1_000_000;

/** A player that was asked for everything and has nothing to do for an hour. */
function restful(change: SessionFields = {}): Session {
  let session: Session = sessionWith(newSession(now), { availability: "online", quietUntil: 0 });
  for (const name of resourceNames) {
    session = withResource(session, name, { dueAt: now + 3_600_000, triedAt: now - 1000 });
  }
  return sessionWith(session, change);
}

function loop(change: Partial<LoopView> = {}): LoopView {
  return {
    id: "den",
    session: restful(),
    waiting: undefined,
    step: "wait",
    steppedAt: now - 600_000,
    longestStepMs: 5000,
    ...change,
  };
}

function view(loops: readonly LoopView[], change: Partial<BridgeView> = {}): BridgeView {
  return { loops, isConnected: true, denied: [], isStopping: false, lagMs: 0, ...change };
}

const dueLongAgo = withResource(restful(), "video", { dueAt: now - 20_000 });
const dueJustNow = withResource(restful(), "video", { dueAt: now - 9000 });

describe("the health of a bridge", () => {
  it.each<[string, LoopView]>([
    ["rests, since nothing is due", loop()],
    ["rests for ever, since nothing will be due", loop({ session: restful(), steppedAt: 0 })],
    ["waits for the player's back-off", loop({ session: sessionWith(dueLongAgo, { quietUntil: now + 1 }) })],
    ["is asked to read a moment ago", loop({ session: dueJustNow })],
    ["must not ask its player", loop({ session: dueLongAgo, isOnHold: true })],
    ["has just stepped", loop({ session: dueLongAgo, steppedAt: now - 10 })],
    ["reads within its deadlines", loop({ step: "read", steppedAt: now - 14_999 })],
    ["selects within its deadlines", loop({ step: "command", steppedAt: now - 14_999 })],
  ])("is well while a loop %s", (_title, one) => {
    expect(judgeHealth(view([one]), now)).toEqual({ isOk: true, reasons: [] });
  });

  it.each<[string, LoopView, string]>([
    ["rests although something is due", loop({ session: dueLongAgo }), "600 s"],
    ["rests although a command waits", loop({ waiting: select() }), "600 s"],
    ["reads beyond its deadlines", loop({ step: "read", steppedAt: now - 15_001 }), "15 s"],
    ["selects beyond its deadlines", loop({ step: "command", steppedAt: now - 70_000 }), "70 s"],
  ])("is unwell when a loop %s", (_title, one, since) => {
    expect(judgeHealth(view([loop({ id: "attic" }), one]), now)).toEqual({
      isOk: false,
      reasons: [`the loop of den has been stuck for ${since}`],
    });
    expect(judgeHealth(view([one], { isStopping: true }), now).isOk).toBe(true);
  });

  it("does not mind a player that is off, or a broker", () => {
    const off = loop({ session: restful({ availability: "offline" }) });
    expect(judgeHealth(view([off], { isConnected: false }), now).isOk).toBe(true);
  });

  it("is unwell when the process itself is late", () => {
    expect(judgeHealth(view([], { lagMs: 5000 }), now).isOk).toBe(true);
    expect(judgeHealth(view([], { lagMs: 5600 }), now).reasons).toEqual([
      "the process was 6 s behind schedule",
    ]);
  });

  it("names a few of many loops", () => {
    const stuck = Array.from({ length: 25 }, (_, place) => loop({ id: `p${place}`, waiting: select() }));
    const { reasons } = judgeHealth(view(stuck), now);
    expect(reasons).toHaveLength(21);
    expect(reasons.at(-1)).toBe("and 5 more");
  });
});

describe("the readiness of a bridge", () => {
  const half = withResource(restful(), "queue", { triedAt: Number.NEGATIVE_INFINITY });

  it.each<[string, Session]>([
    ["was asked for everything", restful()],
    ["lacks what it was not asked for", withResource(half, "queue", { support: "unsupported" })],
    ["is known to be off", sessionWith(half, { availability: "offline" })],
  ])("is there when the broker is connected and the player %s", (_title, session) => {
    expect(judgeReadiness(view([loop({ session })]))).toEqual({ isOk: true, reasons: [] });
  });

  it.each<[string, Session]>([
    ["was not asked for something", half],
    ["has not answered, and not failed often enough", restful({ availability: "unknown" })],
  ])("is not there while a player %s", (_title, session) => {
    expect(judgeReadiness(view([loop({ session })])).reasons).toEqual([
      "den has not been polled completely yet",
    ]);
  });

  it("is not there without a broker, and no more at the end", () => {
    expect(judgeReadiness(view([loop()], { isConnected: false })).reasons).toEqual([
      "the broker is not connected",
    ]);
    expect(judgeReadiness(view([loop()], { denied: ["base/den/availability"] })).reasons).toEqual([
      "the broker refuses messages on base/den/availability",
    ]);
    expect(judgeReadiness(view([loop()], { isStopping: true })).reasons).toEqual(["the bridge is stopping"]);
    expect(judgeReadiness(view([], { standsByFor: "other-host" })).reasons).toEqual([
      "standing by for the bridge with the client id other-host",
    ]);
  });

  const settled: FleetView = {
    problem: undefined,
    awaited: 0,
    members: new Map(),
    orphans: 0,
    otherLists: [],
  };
  it.each<[string, Partial<FleetView>, readonly string[]]>([
    ["has its players, or knows that it has none", {}, []],
    ["has a lease", { problem: "the store is gone", awaited: 3 }, ["the store is gone"]],
    ["has taken what is its own", { awaited: 12 }, ["players to take or to hand over: 12"]],
  ])("is there once a member of a fleet %s", (_title, change, reasons) => {
    const fleet = { ...settled, ...change };
    expect(judgeReadiness(view([loop()], { fleet }))).toEqual({ isOk: reasons.length === 0, reasons });
  });

  it("notes members with another list of players, which is no reason", () => {
    const fleet = { ...settled, otherLists: ["bridge-b"] };
    expect(judgeReadiness(view([loop()], { fleet }))).toEqual({
      isOk: true,
      reasons: [],
      notes: ["bridge-b has another list of players than this member"],
    });
  });
});
