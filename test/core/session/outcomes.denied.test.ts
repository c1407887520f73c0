import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../src/core/controls/effect.ts";
import { controls } from "../../../src/core/controls/table.ts";
import type { Answer } from "../../../src/core/resources/player.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import { after, answered, select, settled } from "../samples.ts";

const call = { operation: "setPower", tag: "standby" } as const;

/** How a standby that was answered like this stands when the player is still there a second later. */
function aSecondLater(reply: Answer): readonly Outcome[] {
  const session = settled();
  const decision = controls.power.parse("standby").decide(session, 0);
  if (decision.kind !== "act") throw new Error("it cannot be sent to standby");
  const command = select("standby", { target: "power" });
  const begun = after(
    session,
    [0, { kind: "started", command, effect: decision.effect }],
    [10, { kind: "called", call, reply }],
  );
  expect(resolveOutcomes(begun).settled).toEqual([]);
  return resolveOutcomes(after(begun, [1010, answered("model", "unchanged")])).settled.map(
    ({ outcome }) => outcome,
  );
}

describe("a call that the player denies", () => {
  it("fails as soon as its effect is not shown, so other commands do not wait", () => {
    expect(aSecondLater({ kind: "unsupported" })).toMatchObject([
      { kind: "failed", reason: "the player reports that it has no such operation" },
    ]);
  });

  it("is another matter than one that it refused, which may show all the same", () => {
    expect(aSecondLater({ kind: "refused", reason: "body status 805" })).toEqual([]);
  });

  it("is not given up if every player has the operation: it was only busy", () => {
    const selection = { operation: "selectInput", tag: "TV" } as const;
    const denied = after(settled(), [0, { kind: "called", call: selection, reply: { kind: "unsupported" } }]);
    expect(denied.operations).not.toHaveProperty("selectInput");
    const other = after(settled(), [0, { kind: "called", call, reply: { kind: "unsupported" } }]);
    expect(other.operations).toMatchObject({ setPower: { support: "unsupported" } });
  });
});
