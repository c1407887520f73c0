import { strangerRules } from "../../src/core/session/family-rules.ts";
import type { Family } from "../../src/families/family.ts";
import { zidoo } from "../../src/families/zidoo/family.ts";

/** A family that offers only what every family has to. Its players are those of the simulator. */
export function plainFamily(parts: Partial<Family> = {}): Family {
  return {
    name: "plain",
    defaultPort: 9,
    wakePorts: [],
    discovery: [],
    rules: strangerRules,
    resources: zidoo.resources,
    calls: zidoo.calls,
    extraTopics: zidoo.extraTopics,
    browses: zidoo.browses,
    unverified: { resources: [], calls: [], browses: [] },
    settings: [],
    longestStepMs: (timeoutMs) => timeoutMs,
    identify: (options, signal) => zidoo.identify(options, signal),
    open: (options) => zidoo.open(options),
    ...parts,
  };
}
