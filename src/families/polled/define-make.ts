import type { CallName } from "../../core/controls/call.ts";
import type { ResourceName } from "../../core/resources/player.ts";
import type { Family } from "../family.ts";
import { longestDeadlineMs } from "../http/answer-deadline.ts";
import { readModel } from "../read-model.ts";
import type { Make, MadeResource } from "./make.ts";
import { MakeClient } from "./make-client.ts";
import { mistakesIn } from "./mistakes-in.ts";

/** How often a resource is read whose table does not say it. */
const usually = [30_000, 60_000] as const;

/** The family of a make that is a table. A table that is wrong ends the start with the place of the mistake. */
export function defineMake<Name extends string>(make: Make<Name>): Family {
  const [mistake] = mistakesIn(make);
  if (mistake !== undefined) throw new TypeError(`the make ${make.name}: ${mistake}`);
  const resources = Object.keys(make.resources) as ResourceName[];
  const calls = Object.keys(make.calls) as CallName[];
  const made = Object.entries(make.resources) as [ResourceName, MadeResource<Name, unknown>][];
  const every = (place: 0 | 1): Readonly<Partial<Record<ResourceName, number>>> =>
    Object.fromEntries(made.map(([name, { everyMs = usually }]) => [name, everyMs[place]]));
  const [active, resting] = [every(0), every(1)];
  const mandatory = new Set<ResourceName>(["model", "music"]);
  const open: Family["open"] = (options) => new MakeClient(make, options);
  const requests = Object.keys(make.sources).length + make.places.length;
  return {
    name: make.name,
    defaultPort: make.places[0].port,
    schemes: [...new Set(make.places.map(({ scheme }) => scheme))],
    wakePorts: [],
    discovery: make.discovery,
    rules: {
      pace: (_known, isActive) => ({ changeWeights: {}, every: isActive ? active : resting }),
      onlineChecks: ["model", "music"],
      mandatory,
      mandatoryCalls: new Set(),
      optional: new Set(resources.filter((name) => !mandatory.has(name))),
    },
    resources,
    calls: make.grouping === undefined ? calls : [...calls, "changeGroup"],
    extraTopics: make.extraTopics ?? [],
    browses: [],
    unverified: { resources: [], calls: [], browses: [] },
    settings: [],
    longestStepMs: (timeoutMs) => requests * longestDeadlineMs(timeoutMs),
    ...(make.publicTexts !== undefined && { publicTexts: make.publicTexts }),
    identify: (options, signal) => readModel(open, options, signal),
    open,
  };
}
