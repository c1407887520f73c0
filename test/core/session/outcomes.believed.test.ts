import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../../src/core/session/advance.ts";
import type { Outcome } from "../../../src/core/controls/effect.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import {
  after,
  answered,
  answerOf,
  failed,
  listing,
  selected,
  selectionFailed,
  settled,
} from "../samples.ts";

/** How it ends when the player is looked at for the last time, and whether that was open just before. */
function lastWord(begun: readonly SessionEvent[], seen: SessionEvent): Outcome | undefined {
  const events = begun.map((event) =>
    event.kind === "started" ? { ...event, effect: { ...event.effect, isAnswerEnough: true } } : event,
  );
  const open = resolveOutcomes(after(settled(), [0, events], [999, answered("audio", listing("BT"))]));
  expect(open.settled).toEqual([]);
  return resolveOutcomes(after(open.session, [2500, seen])).settled[0]?.outcome;
}

const same = answered("audio", listing("BT"));

describe("an effect that looks the same before and after", () => {
  it("is applied if the player confirmed it", () => {
    expect(lastWord(selected(listing("BT")), same)).toEqual({ kind: "applied", tag: "EARC" });
  });

  it("is not applied if the player refused it", () => {
    expect(lastWord(selected(answerOf("refused")), same)).toMatchObject({
      kind: "failed",
      reason: "body status 805",
    });
  });

  it("is not applied without an answer", () => {
    const { kind } = lastWord(selectionFailed("broken"), failed("audio", "broken")) ?? {};
    expect(kind).toBe("failed");
  });
});
