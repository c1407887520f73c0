import { type Family, familySettings } from "../family.ts";
import { DeviceClient, longestStepMs } from "./client.ts";
import { describe, diagnose } from "./diagnose.ts";
import { discovery } from "./discovery.ts";
import { identify } from "./identify.ts";
import { experimentalCalls, experimentalResources, ownCalls, ownResources } from "./operations.ts";
import { experimentalBrowses, ownBrowses } from "./library-operations.ts";
import { publicTexts } from "./recorded-requests.ts";
import { zidooRules } from "./rules.ts";
import { usualPaths } from "./usual-paths.ts";

/** Zidoo and Eversolo players, and others whose interface is that of the specification. */
export const zidoo: Family = {
  name: "zidoo",
  defaultPort: 9529,
  wakePorts: [9517, 9],
  discovery,
  rules: zidooRules,
  resources: ownResources,
  calls: [...ownCalls, "renderStream", "wake"],
  browses: ownBrowses,
  unverified: { resources: experimentalResources, calls: experimentalCalls, browses: experimentalBrowses },
  settings: familySettings,
  longestStepMs,
  identify,
  open: (options) => new DeviceClient(options),
  describe,
  diagnose,
  paths: usualPaths,
  publicTexts,
};
