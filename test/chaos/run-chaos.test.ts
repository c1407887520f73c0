import { describe, expect, it } from "vitest";
import { isMosquittoMissing } from "../support/start-mosquitto.ts";
import { buildProgram } from "./build-program.ts";
import { plantNamed } from "./plants.ts";
import { runChaos } from "./run-chaos.ts";

/** A short storm that disturbs the broker and contains a bit of everything, and a player that dies after it. */
const short = { seed: 1, storms: 1, acts: 25 };

/** That it finds nothing without a bug is what `npm run chaos` shows. */
describe.skipIf(isMosquittoMissing)("the fault harness", { timeout: 180_000 }, () => {
  it.each([
    ["never-offline", "availability"],
    ["unproven-applied", "applied"],
    ["second-outcome", "outcomes"],
  ])("finds a planted bug (%s)", async (name, promise) => {
    using program = buildProgram(plantNamed(name));
    const findings = await runChaos({ ...short, main: program.main });
    expect(findings).toContainEqual({ promise, text: expect.any(String) });
  });
});
