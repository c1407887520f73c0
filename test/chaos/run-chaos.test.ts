import { describe, expect, it } from "vitest";
import { isMosquittoMissing } from "../support/start-mosquitto.ts";
import { runChaos } from "./run-chaos.ts";
import type { Plant } from "./saboteur.ts";

/** A short storm that disturbs the broker and contains a bit of everything: enough to notice a fault. */
const short = { seed: 164, storms: 1, acts: 25 };

describe.skipIf(isMosquittoMissing)("the fault harness", { timeout: 60_000 }, () => {
  it("finds nothing without a fault", async () => {
    const result = await runChaos(short);
    expect(result.findings).toEqual([]);
    expect(result.brokenBy).toBeUndefined();
    expect(result.commands).toBeGreaterThanOrEqual(5);
    expect(result.count.size).toBeGreaterThan(1);
  });

  it.each<[Plant, string]>([
    ["lost-publish", "topics"],
    ["lost-outcome", "outcomes"],
    ["second-outcome", "outcomes"],
    ["false-applied", "applied"],
    ["unasked", "asked"],
  ])("finds a planted bug (%s)", async (plant, promise) => {
    const { findings, brokenBy } = await runChaos({ ...short, plant });
    expect(findings).toContainEqual({ promise, text: expect.any(String) });
    expect(brokenBy).toBe(0);
  });
});
