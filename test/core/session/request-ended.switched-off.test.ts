import { expect, it } from "vitest";
import { controls } from "../../../src/core/controls/table.ts";
import { after, failed, select, settled } from "../samples.ts";

const call = { operation: "setPower", tag: "standby" } as const;

it("a player that was switched off is offline at its first failed request, and not before the command", () => {
  const session = settled();
  const decision = controls.power.parse("standby").decide(session, 0);
  if (decision.kind !== "act") throw new Error("it cannot be sent to standby");
  const command = select("standby", { target: "power" });
  const begun = after(session, [0, { kind: "started", command, effect: decision.effect }]);
  expect(after(begun, [10, failed("music")]).presence.availability).toBe("online");
  const told = after(begun, [10, { kind: "called", call, reply: { kind: "done" } }]);
  expect(after(told, [20, failed("model")]).presence.availability).toBe("offline");
});
