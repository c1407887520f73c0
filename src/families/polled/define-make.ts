import type { CallName } from "../../core/controls/call.ts";
import { controls } from "../../core/controls/table.ts";
import { type ResourceName, resourceNames } from "../../core/resources/player.ts";
import type { Family } from "../family.ts";
import { longestDeadlineMs } from "../http/answer-deadline.ts";
import { readModel } from "../read-model.ts";
import type { Make, MadeResource } from "./make.ts";
import { MakeClient } from "./make-client.ts";

/** How often a resource is read whose table does not say it. */
const usually = [30_000, 60_000] as const;

const callNames: ReadonlySet<CallName> = new Set(
  Object.values(controls).flatMap(({ operations }) => operations),
);

/** The family of a make that is a table. A table that is wrong ends the start with the place of the mistake. */
export function defineMake<Name extends string>(make: Make<Name>): Family {
  const problem = problemOf(make);
  if (problem !== undefined) throw new TypeError(`the make ${make.name}: ${problem}`);
  const resources = Object.keys(make.resources) as ResourceName[];
  const calls = Object.keys(make.calls) as CallName[];
  const every = (place: 0 | 1): Readonly<Partial<Record<ResourceName, number>>> =>
    Object.fromEntries(resourcesOf(make).map(([name, { everyMs = usually }]) => [name, everyMs[place]]));
  const [active, resting] = [every(0), every(1)];
  const mandatory = new Set<ResourceName>(["model", "music"]);
  const open: Family["open"] = (options) => new MakeClient(make, options);
  const requests = Object.keys(make.sources).length + make.places.length;
  return {
    name: make.name,
    defaultPort: make.places[0].port,
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
    calls: [...calls, ...(make.grouping === undefined ? [] : (["changeGroup"] as const)), "getPath"],
    missingTopics: make.missingTopics ?? [],
    browses: [],
    unverified: { resources: [], calls: [], browses: [] },
    settings: [],
    longestStepMs: (timeoutMs) => requests * longestDeadlineMs(timeoutMs),
    ...(make.publicTexts !== undefined && { publicTexts: make.publicTexts }),
    identify: (options, signal) => readModel(open, options, signal),
    open,
  };
}

function resourcesOf<Name extends string>(make: Make<Name>) {
  return Object.entries(make.resources) as [ResourceName, MadeResource<Name, unknown>][];
}

/** What the compiler cannot see, or nobody has compiled. */
function problemOf<Name extends string>(make: Make<Name>): string | undefined {
  const sources = new Map(Object.entries<Make<Name>["sources"][Name]>(make.sources));
  const wrong = (found: boolean, problem: string): readonly string[] => (found ? [problem] : []);
  const { model, music } = make.resources as Partial<Make<Name>["resources"]>;
  return [
    ...wrong((make.places as readonly unknown[]).length === 0, "places: it needs one"),
    ...wrong(model === undefined, "resources.model is missing"),
    ...wrong(music === undefined, "resources.music is missing"),
    ...[...sources].flatMap(([name, { get }]) =>
      [get]
        .flat()
        .flatMap((path) =>
          wrong(
            !/^\/(?!\/)/.test(path),
            `sources.${name}: ${path} is no path of the player, which begins with /`,
          ),
        ),
    ),
    ...resourcesOf(make).flatMap(([name, { from, value }]) => [
      ...wrong(!resourceNames.includes(name), `resources.${name}: there is no such resource`),
      ...from.flatMap((source) =>
        wrong(!sources.has(source), `resources.${name}: there is no source ${source}`),
      ),
      ...wrong(typeof value !== "function", `resources.${name}: value is no function`),
      ...wrong(
        name === "model" && from.every((source) => sources.get(source)?.isOptional === true),
        "resources.model: it needs a source that every player has",
      ),
    ]),
    ...Object.entries(make.calls).flatMap(([name, call]) => [
      ...wrong(!callNames.has(name as CallName), `calls.${name}: there is no such call`),
      ...wrong(typeof call !== "function", `calls.${name}: it is no function`),
    ]),
  ][0];
}
