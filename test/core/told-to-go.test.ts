import { expect, it } from "vitest";
import { controls } from "../../src/core/controls/table.ts";
import { after, failed, select, settled } from "./samples.ts";

const call = { operation: "setPower", tag: "standby" } as const;

it("a player that was told to go is believed gone at its first silence, and not before it was told", () => {
  const session = settled();
  const decision = controls.power.decide("standby", session, 0);
  if (decision.kind !== "act") throw new Error("it cannot be sent to standby");
  const command = select("standby", { target: "power" });
  const begun = after(session, [0, { kind: "started", command, effect: decision.effect }]);
  expect(after(begun, [10, failed("music")]).availability).toBe("online");
  const told = after(begun, [10, { kind: "called", call, reply: { kind: "done" } }]);
  expect(after(told, [20, failed("model")]).availability).toBe("offline");
});
