import { publicNameOf, resourceNamed } from "../../core/resources/player.ts";
import { type Family, familySettings } from "../family.ts";
import { readModel } from "../read-model.ts";
import {
  isOwnResource,
  operations,
  experimentalCalls,
  experimentalResources,
  ownCalls,
  ownResources,
} from "./operations.ts";
import { DeviceClient, longestStepMs } from "./client.ts";
import { describe, diagnose } from "./diagnose.ts";
import { discovery } from "./discovery.ts";
import { experimentalBrowses, ownBrowses } from "./library-operations.ts";
import { extraTopics } from "./music-answer.ts";
import { publicTexts } from "./recorded-requests.ts";
import { zidooRules } from "./rules.ts";

const open: Family["open"] = (options) => new DeviceClient(options);

/** Zidoo and Eversolo players, and others whose interface is that of the specification. */
export const zidoo: Family = {
  name: "zidoo",
  defaultPort: 9529,
  wakePorts: [9517, 9],
  discovery,
  rules: zidooRules,
  resources: ownResources,
  calls: [...ownCalls, "renderStream", "wake"],
  extraTopics: [
    "audio/output",
    "audio/output/name",
    "audio/output/options",
    "audio/output/info",
    ...extraTopics,
  ],
  browses: ownBrowses,
  unverified: { resources: experimentalResources, calls: experimentalCalls, browses: experimentalBrowses },
  settings: familySettings,
  longestStepMs,
  identify: (options, signal) => readModel(open, options, signal),
  open,
  describe,
  diagnose,
  paths: { operations: Object.entries(operations).map(([name, { path }]) => ({ name, path })), changeAt },
  publicTexts,
};

/** Compares paths whatever their prefix. A read may share its usual path with a call: the query differs. */
function changeAt(path: string, name: string): string | undefined {
  const wanted = withoutPrefix(path);
  const resource = resourceNamed(name);
  if (
    resource !== undefined &&
    isOwnResource(resource) &&
    wanted === withoutPrefix(operations[publicNameOf(resource)].path)
  )
    return undefined;
  return Object.entries(operations).find(
    ([, { kind, path: usual }]) => kind === "acts" && withoutPrefix(usual) === wanted,
  )?.[0];
}

function withoutPrefix(path: string): string {
  return path.toLowerCase().replace(/^\/(?:\{p\}|\w*?)(?=musiccontrol|videoplay|controlcenter)/, "/");
}
