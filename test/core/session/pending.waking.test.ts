import { describe, expect, it } from "vitest";
import type { ControlCommand } from "../../../src/core/controls/command.ts";
import { judge } from "../../../src/core/session/judge.ts";
import { plan } from "../../../src/core/session/plan.ts";
import { expiryOf, wakeUpInProgress } from "../../../src/core/session/pending.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import { effectOf } from "../controls/decided.ts";
import { after, answered, failed, select, settled, planned } from "../samples.ts";
import { sessionWith } from "../session-with.ts";

const never = Number.POSITIVE_INFINITY;
const off = settled({
  availability: "offline",
  failure: { at: 0, phrase: { text: "unreachable: off" } },
  mac: "02:00:5e:00:53:01",
});
const on = select("on", { target: "power", receivedAt: 1000, expiresAt: 6000 });
const waking = after(off, [1100, { kind: "started", command: on, effect: effectOf("power", "on", off) }]);
const calledAlready: Session = sessionWith(waking, {
  effect: waking.pending.effect && { ...waking.pending.effect, calls: [] },
});
const awake = resolveOutcomes(after(waking, [21_000, answered("model")])).session;

function came(receivedAt: number, change: Partial<ControlCommand> = {}) {
  return select("EARC", { receivedAt, expiresAt: receivedAt + 5000, ...change });
}

describe("a command to a player that is being woken", () => {
  it("waits until it is awake, however long that takes", () => {
    expect(expiryOf(waking.pending, came(1001))).toBe(never);
    expect(expiryOf(waking.pending, came(20_000))).toBe(never);
    expect(plan(calledAlready, 15_000, came(2000)).kind).not.toBe("command");
  });

  it("has its whole deadline from then on", () => {
    expect(awake.pending.effect).toBeUndefined();
    expect(expiryOf(awake.pending, came(2000))).toBe(26_000);
    expect(judge(awake, came(2000), 25_999)).toMatchObject({ kind: "act" });
    expect(judge(awake, came(2000), 26_000)).toMatchObject({ outcome: { kind: "expired" } });
  });

  it("expires when its sender says so", () => {
    const impatient = came(2000, { senderExpiresAt: 4000, expiresAt: 4000 });
    expect(expiryOf(waking.pending, impatient)).toBe(4000);
    expect(plan(waking, 4000, impatient)).toMatchObject({ kind: "call" });
    expect(plan(calledAlready, 3000, impatient)).toEqual({ kind: "wait", ms: 1000 });
    expect(planned(calledAlready, 4000, impatient)).toEqual({ kind: "command" });
    const patient = came(2000, { senderExpiresAt: 24_000 });
    expect(expiryOf(awake.pending, patient)).toBe(24_000);
  });
});

it.each([
  ["came before", 999, waking, 5999],
  ["came after", 21_001, awake, 26_001],
  ["came to a player that was never woken", 2000, settled(), 7000],
])(
  "a command that %s and has nothing to do with the waking expires at its deadline",
  (_name, receivedAt, session, expiresAt) => {
    expect(expiryOf(session.pending, came(receivedAt))).toBe(expiresAt);
  },
);

describe("a wake-up that is under way", () => {
  it("lasts until the time to answer has passed since the first call", () => {
    expect(wakeUpInProgress(waking.pending)).toEqual({ since: 1000, until: 1100 + 90_000 });
    const called = after(waking, [
      1200,
      { kind: "called", call: { operation: "wake", macs: [] }, reply: { kind: "sent" } },
    ]);
    expect(wakeUpInProgress(called.pending)).toEqual({ since: 1000, until: 1200 + 90_000 });
    expect(wakeUpInProgress(after(called, [30_000, failed("model")]).pending)).toEqual({
      since: 1000,
      until: 91_200,
    });
  });

  it("is over once the player answers", () => {
    expect(wakeUpInProgress(awake.pending)).toBeUndefined();
  });
});
