import { expect, it } from "vitest";
import { checkSettings } from "../../../src/tools/doctor/check-settings.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { emptyNetwork } from "./examined.ts";

it.each([
  ["20.18.3", "fault", "Node.js 20.18.3 is too old", "install 20.19 or newer"],
  ["20.20.2", "note", "Node.js 20.20.2 has had no security fixes since 2026-04-30", "install 22 or newer"],
  ["24.1.0", "good", "Node.js 24.1.0", undefined],
])("Node %s: %s", async (nodeVersion, verdict, text, advice) => {
  const clock = new FakeClock();
  // Tests begin in January 2026.
  await clock.advance(300 * 24 * 3_600_000);
  const [finding] = checkSettings(undefined, [], { ...emptyNetwork, clock, nodeVersion });
  expect([finding?.verdict, finding?.text, finding?.advice]).toEqual([verdict, text, advice]);
});
