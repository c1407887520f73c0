import { describe, expect, it } from "vitest";
import type { Call, Reply } from "../../../src/core/controls/call.ts";
import { defaultTiming, type Effect, type Outcome } from "../../../src/core/controls/effect.ts";
import { DeviceError, type DeviceFault } from "../../../src/core/errors.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { toPhrase } from "../../../src/lib/phrase.ts";
import { after, answered, answerOf, failed, refreshOf, select, settled } from "../samples.ts";
import { sessionWith } from "../session-with.ts";

const never = Number.POSITIVE_INFINITY;
const mute: Call = { operation: "setMute", isMuted: true };
const wake: Call = { operation: "wake", macs: ["02:00:5e:00:53:01"] };
const plug = (to: "on" | "off"): Call => ({ operation: "switchPlug", to });

/** An effect whose proof is the music state, unless said otherwise. */
function effect(change: Partial<Effect> = {}): Effect {
  return {
    ...defaultTiming,
    calls: [{ afterMs: 0, call: mute }],
    proof: "music",
    isShown: () => false,
    shown: () => "off",
    ...change,
  };
}

const blind = effect({ proof: undefined });
const begun = (of: Effect, at = 0): Session =>
  after(settled(), [at, { kind: "started", command: select(), effect: of }]);
const replied = (reply: Reply) => ({ kind: "called", call: mute, reply }) as const;
const broke = (fault: DeviceFault) =>
  ({ kind: "call-failed", call: mute, error: new DeviceError(fault, "no luck") }) as const;
const outcomeOf = (session: Session): Outcome | undefined => resolveOutcomes(session).settled[0]?.outcome;

const unsent: Reply = { kind: "refused", reason: "no such renderer", isUnsent: true };
const refused: Reply = { kind: "refused", reason: "not now" };
const noSuchOperation = "the player reports that it has no such operation";

describe("the result of the only call", () => {
  it.each<[name: string, result: Reply | DeviceFault, blind: string | undefined, proven: string | undefined]>(
    [
      ["was sent", { kind: "sent" }, "applied", undefined],
      ["was confirmed", { kind: "done" }, "applied", undefined],
      ["was not new", { kind: "unchanged" }, "applied", undefined],
      ["was never sent, as the family says", unsent, "no such renderer", "no such renderer"],
      ["was never sent, as the connection says", "unreachable", "no luck", "no luck"],
      ["was refused", refused, "not now", undefined],
      ["made no sense", { kind: "confused", reason: "body status 804" }, "body status 804", undefined],
      ["is unknown to the player", { kind: "unsupported" }, noSuchOperation, undefined],
      ["has nothing to act on", { kind: "absent" }, noSuchOperation, undefined],
      ["broke", "broken", "no luck; it may have taken effect", undefined],
      ["was no answer", "malformed", "no luck", undefined],
    ],
  )("%s", (_name, result, ofBlind, ofProven) => {
    const event = typeof result === "string" ? broke(result) : replied(result);
    const said = (session: Session): string | undefined => {
      const outcome = outcomeOf(session);
      return outcome !== undefined && "reason" in outcome ? outcome.reason : outcome?.kind;
    };
    expect(said(after(begun(blind), [50, event]))).toBe(ofBlind);
    const proven = after(begun(effect()), [50, event]);
    expect(said(proven)).toBe(ofProven);
    // What was sent is read back after 300 ms, for 4 s.
    const readBack = { pollAt: 350, proofFinalAt: 4050, calls: [], polledAt: undefined };
    expect(proven.pending.effect).toMatchObject(
      ofProven === undefined ? readBack : { calls: [], pollAt: 50 },
    );
  });

  it("makes the proof due in time, and only a list of inputs once more", () => {
    const read = (proof: "music" | "audio") =>
      after(begun(effect({ proof })), [50, replied({ kind: "sent" })]);
    expect(read("music").resources.music).toMatchObject({ dueAt: 350, againAt: Number.NEGATIVE_INFINITY });
    expect(read("audio").resources.audio).toMatchObject({ dueAt: 350, againAt: 350 });
    expect(after(begun(blind), [50, replied({ kind: "sent" })]).resources).toEqual(settled().resources);
  });
});

describe("several calls", () => {
  const second = { afterMs: 200, call: mute };
  const two = (change: Partial<Effect> = {}) =>
    effect({ calls: [{ afterMs: 100, call: mute }, second], ...change });

  it("are made one after the other", () => {
    const session = begun(two(), 1000);
    expect(session.pending.effect?.calls.map(({ at }) => at)).toEqual([1100, 1300]);
    expect(session.pending.effect).toMatchObject({ pollAt: never, proofFinalAt: never });
    const next = after(session, [1100, replied({ kind: "sent" })]);
    expect(next.pending.effect?.calls.map(({ at }) => at)).toEqual([1300]);
    const last = after(next, [1300, replied({ kind: "sent" })]);
    // The first call began the time in which the effect has to show.
    expect(last.pending.effect).toMatchObject({ calls: [], pollAt: 1400, proofFinalAt: 5100 });
    expect(after(last, [1400, answered("music", "unchanged")]).pending.effect?.pollAt).toBe(1700);
  });

  it("are given up after one that was not sent, or broke with nothing to show for it", () => {
    const left = (of: Effect, event: ReturnType<typeof broke> | ReturnType<typeof replied>) =>
      after(begun(of), [100, event]).pending.effect?.calls.length;
    expect(left(two(), broke("broken"))).toBe(1);
    expect(left(two(), replied(refused))).toBe(1);
    expect(left(two(), replied(unsent))).toBe(0);
    expect(left(two(), broke("unreachable"))).toBe(0);
    expect(left(two({ proof: undefined }), broke("broken"))).toBe(0);
    expect(left(two({ proof: undefined }), replied(refused))).toBe(1);
  });

  it("do not count what was read before a call that needs a reading", () => {
    const isObserved = (needsReading: boolean) =>
      after(
        begun(
          two({ calls: [{ afterMs: 0, call: mute }, needsReading ? { ...second, needsReading } : second] }),
        ),
        [10, answered("music")],
        [20, replied({ kind: "sent" })],
      ).pending.effect?.isObserved;
    expect([isObserved(false), isObserved(true)]).toEqual([true, false]);
  });
});

describe("a doubt", () => {
  const shownLater = (...events: Parameters<typeof after>[1][]) =>
    outcomeOf(after(begun(effect()), ...events));

  it("is the reason if the player shows nothing new", () => {
    expect(shownLater([50, replied(refused)], [4050, answered("music", "unchanged")])).toMatchObject({
      kind: "failed",
      reason: "not now",
    });
    expect(shownLater([50, replied({ kind: "sent" })], [4050, answered("music", "absent")])).toMatchObject({
      reason: "not applied: the player still shows off",
    });
  });

  it("ends at the first look that shows nothing if the player denied the call, not if it refused it", () => {
    const shown = [350, answered("music", "unchanged")] as const;
    expect(shownLater([50, replied({ kind: "unsupported" })], shown)).toMatchObject({
      kind: "failed",
      reason: noSuchOperation,
    });
    expect(shownLater([50, replied(refused)], shown)).toBeUndefined();
  });

  it("stays one as long as the player tells nothing", () => {
    expect(shownLater([50, replied(refused)], [4050, failed("music")])).toMatchObject({ reason: "not now" });
    expect(shownLater([50, broke("broken")], [4050, failed("music")])).toMatchObject({
      reason: "no luck; it may have taken effect",
    });
    expect(shownLater([50, replied({ kind: "sent" })], [4050, failed("music")])).toMatchObject({
      reason: "not applied: the player did not report it; it may have taken effect",
    });
  });

  it("counts where an answer would have been enough", () => {
    const enough = begun(effect({ isAnswerEnough: true }));
    const shown = [4050, answered("music", "unchanged")] as const;
    const shownEarly = [350, answered("music", "unchanged")] as const;
    expect(outcomeOf(after(enough, [50, replied({ kind: "done" })], shownEarly))).toBeUndefined();
    expect(outcomeOf(after(enough, [50, replied({ kind: "done" })], shown))).toEqual({ kind: "applied" });
    expect(outcomeOf(after(enough, [50, replied(refused)], shown))).toMatchObject({ reason: "not now" });
  });
});

describe("an effect that is shown", () => {
  const shown = (change: Partial<Effect>) =>
    outcomeOf(
      after(begun(effect({ isShown: () => true, ...change })), [
        50,
        replied({ kind: "reading", ...readingOf() }),
      ]),
    );

  it("names the tag, and what it replaced", () => {
    expect(shown({ tag: "EARC", lost: ["queue"] })).toEqual({
      kind: "applied",
      tag: "EARC",
      lost: ["queue"],
    });
    expect(shown({ wasAlreadySet: true })).toEqual({ kind: "unchanged" });
  });

  it("is open until the player tells it, and while a call waits for its silence", () => {
    expect(outcomeOf(after(begun(effect({ isShown: () => true })), [50, replied(refused)]))).toBeUndefined();
    const later = { afterMs: 100, call: mute, needsSilence: true } as const;
    const calls = [{ afterMs: 0, call: mute }, later];
    expect(shown({ calls })).toBeUndefined();
    expect(
      shown({
        calls: [
          { afterMs: 0, call: mute },
          { afterMs: 100, call: mute },
        ],
      }),
    ).toEqual({ kind: "applied" });
  });
});

describe("an operation", () => {
  const standby: Call = { operation: "setPower", tag: "standby" };
  const known = (...replies: readonly Reply["kind"][]) =>
    after(
      settled(),
      ...replies.map(
        (kind, at) => [at, { kind: "called", call: standby, reply: { kind } as Reply }] as const,
      ),
    ).operations["setPower"];

  it("that was confirmed is given up at the third denial in a row", () => {
    expect(known("sent")).toBeUndefined();
    expect(known("done")).toEqual({ support: "supported", denials: 0 });
    expect(known("done", "unsupported", "unsupported")).toEqual({ support: "supported", denials: 2 });
    expect(known("done", "unsupported", "sent", "unsupported")).toEqual({ support: "supported", denials: 2 });
    expect(known("done", "unsupported", "unsupported", "unsupported")).toEqual({
      support: "unsupported",
      denials: 3,
    });
    expect(known("done", "unsupported", "unsupported", "done")).toEqual({ support: "supported", denials: 0 });
  });

  it("that never worked is given up at once, until somebody asks for everything", () => {
    const denied = after(settled(), [0, { kind: "called", call: standby, reply: { kind: "unsupported" } }]);
    expect(denied.operations["setPower"]).toEqual({ support: "unsupported", denials: 1 });
    const both: Session = {
      ...denied,
      operations: { ...denied.operations, setMute: { support: "supported", denials: 0 } },
    };
    expect(after(both, [5, { kind: "refresh", command: refreshOf() }]).operations).toEqual({
      setMute: { support: "supported", denials: 0 },
    });
  });
});

it("an operation that every player has is not given up for a denial: the player was only busy", () => {
  const call: Call = { operation: "selectInput", tag: "TV" };
  const denied = after(settled(), [0, { kind: "called", call, reply: { kind: "unsupported" } }]);
  expect(denied.operations).not.toHaveProperty("selectInput");
});

describe("a device that is not the player", () => {
  const ended = (calls: readonly Call[]) => {
    const session = begun(effect({ calls: calls.map((call) => ({ afterMs: 0, call })) }));
    const asking: Session = sessionWith(session, { status: "asking" });
    return after(asking, [
      10,
      { kind: "failed", resource: "model", error: new DeviceError("refused", "not it") },
    ]);
  };

  it("gets no call, but a sleeping player is still woken", () => {
    const waiting = ended([mute]);
    expect(waiting.pending.effect).toMatchObject({ calls: [], polledAt: 10, proofFinalAt: 10 });
    expect(waiting.pending.effect?.failureCause).toEqual(toPhrase("not it"));
    expect(ended([wake]).pending.effect).toMatchObject({ isWaking: true, proofFinalAt: never });
    expect(ended([plug("on"), mute]).pending.effect).toMatchObject({ isWaking: true });
    expect(begun(effect({ calls: [{ afterMs: 0, call: plug("off") }] })).pending.effect).toMatchObject({
      isWaking: false,
    });
    expect(begun(effect({ calls: [{ afterMs: 0, call: mute }] })).pending.effect).toMatchObject({
      isWaking: false,
    });
  });
});

function readingOf() {
  const answer = answerOf("reading", "music");
  if (answer.kind !== "reading") throw new Error("no reading");
  return { reading: answer.reading };
}
