import { types } from "node:util";
import type { CallName } from "../../core/controls/call.ts";
import { controls } from "../../core/controls/table.ts";
import { extraLeaves, resourceNames } from "../../core/resources/player.ts";
import type { SearchMethod } from "../family.ts";
import { atOnce } from "./at-once.ts";
import { Fields } from "./fields.ts";
import { type Action, type Answers, type MadeResource, type Make, meanings, type Place } from "./make.ts";
import { unknownParts } from "./unknown-parts.ts";

/** The parts of a table: those that it needs, and all. */
const needed = ["places", "discovery", "sources", "resources", "calls"] as const;
const parts = `name acceptsSelfSigned service parse words gapMs leader grouping extraTopics publicTexts ${needed.join(" ")}`;

const queueView = { publish: "none", window: 1, fields: "essential", maxPayloadBytes: 1 } as const;

/** No resource is read more often: a smaller number was meant in seconds. */
const leastEveryMs = 500;

/** Calls that mean nothing without what they name. Others may be one request that toggles. */
const pointless: ReadonlySet<string> = new Set<CallName>([
  "selectInput",
  "selectOutput",
  "seekMusic",
  "setVolume",
  "playMusicPreset",
  "playQueueEntry",
  "playStream",
]);

/** A mistake in a table, with its place; what the compiler cannot see, or nobody has compiled. */
export function* mistakesIn(make: Make<string>): Generator<string, void> {
  if (typeof make.name !== "string" || !/^(?!auto$)[a-z][a-z0-9-]{0,31}$/.test(make.name))
    yield "name: expected 1 to 32 of a-z, 0-9 and -, but not auto";
  yield* unknownParts("the table", make, parts);
  for (const part of needed) if (typeof make[part] !== "object") yield `${part} is missing`;
  if ((make.places as readonly unknown[]).length === 0) yield "places: it needs one";
  for (const place of make.places) yield* unknownParts("places", place, "scheme port");
  if (!make.places.every(isPlace)) yield "places: expected a scheme, http or https, and a port";
  yield* mistakesInDiscovery(make.discovery);
  yield* mistakesInParts(make);
  for (const [name, source] of Object.entries(make.sources)) {
    const { get, mark, parse } = source;
    yield* unknownParts(`sources.${name}`, source, "get isOptional parse keepMs mark ofLeader hasTitles");
    for (const [part, one] of Object.entries({ mark, parse }))
      if (one !== undefined && !isFunction(one)) yield `sources.${name}.${part}: ${noFunction}`;
    if (get === undefined) yield `sources.${name}: get is missing`;
    for (const one of isFunction(get) ? [] : [get].flat())
      if (!isRequest(make, one)) yield `sources.${name}: ${nameOf(one)} ${noPath}`;
  }
  yield* mistakesInResources(make);
  for (const [name, call] of Object.entries(make.calls)) {
    const users = Object.values(controls).filter(({ operations }) => operations.some((one) => one === name));
    const needs = users.map(({ resources }) => resources);
    if (users.length === 0) yield `calls.${name}: there is no such call`;
    else if (!needs.some((any) => any.length === 0 || any.some((one) => make.resources[one] !== undefined)))
      yield `calls.${name}: it is never made without resources.${needs.flat().join(" or ")}`;
    if (isFunction(call)) yield* mistakesInCall(make, name, call as Ask);
    else yield `calls.${name}: ${noFunction}`;
  }
  for (const leaf of make.extraTopics ?? [])
    if (!extraLeaves.includes(leaf)) yield `extraTopics: ${leaf} is not among ${extraLeaves.join(", ")}`;
}

function* mistakesInParts(make: Make<string>): Generator<string, void> {
  const { words = [], parse, leader, grouping, service } = make;
  if (service !== undefined) {
    yield* unknownParts("service", service, "type path places");
    const { type, path, places } = service;
    const isSomewhere = Array.isArray(places) && places.length > 0 && places.every(isPlace);
    if (typeof type !== "string" || !isPath(path) || !isSomewhere)
      yield "service: expected type, path and places";
  }
  for (const [pattern, meaning] of words)
    if (!(pattern instanceof RegExp) || !meanings.includes(meaning))
      yield `words: expected a regular expression and one of ${meanings.join(", ")}`;
  for (const [part, one] of Object.entries({ parse, leader }))
    if (one !== undefined && !isFunction(one)) yield `${part}: ${noFunction}`;
  if (grouping !== undefined) yield* unknownParts("grouping", grouping, "join remove end");
  for (const part of ["join", "remove"] as const)
    if (grouping !== undefined && !isFunction(grouping[part])) yield `grouping.${part}: ${noFunction}`;
}

type Unchecked = Readonly<Record<keyof SearchMethod, unknown>> & Pick<SearchMethod, "port">;

/** A search runs beside all players, so what it is asked with has to be sound. */
function* mistakesInDiscovery(discovery: readonly Unchecked[]): Generator<string, void> {
  if (!Array.isArray(discovery)) yield "discovery: expected a list";
  for (const { name, group, port, question, hostsIn } of discovery) {
    const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
    const isAsked = typeof name === "string" && typeof group === "string" && Buffer.isBuffer(question);
    if (!isPort || !isAsked || !isFunction(hostsIn))
      yield "discovery: expected name, group, port, question (a Buffer) and hostsIn (a function), as mdnsSearch(…) makes them";
  }
}

function* mistakesInResources({ resources, sources }: Make<string>): Generator<string, void> {
  for (const name of ["model", "music"] as const)
    if (resources[name] === undefined) yield `resources.${name} is missing`;
  for (const [name, resource] of Object.entries(resources)) {
    const { from, everyMs, value } = resource;
    if (!(resourceNames as readonly string[]).includes(name))
      yield `resources.${name}: there is no such resource`;
    yield* unknownParts(`resources.${name}`, resource, "from everyMs value");
    if (everyMs !== undefined && ![everyMs[0], everyMs[1]].every((ms) => ms >= leastEveryMs))
      yield `resources.${name}.everyMs: expected two numbers of at least ${leastEveryMs}`;
    if (!Array.isArray(from)) yield `resources.${name}: from is missing`;
    for (const source of from)
      if (sources[source] === undefined) yield `resources.${name}: there is no source ${source}`;
    if (!isFunction(value)) yield `resources.${name}.value: ${noFunction}`;
    for (const source of readBy(value))
      if (sources[source] !== undefined && !from.includes(source))
        yield `resources.${name}: ${source} is read, but not in from`;
    if (name === "model" && from.every((source) => sources[source]?.isOptional === true))
      yield "resources.model: it needs a source that every player has";
  }
}

/** The sources that a value reads, as far as empty answers show it. */
function readBy(value: MadeResource<string, unknown>["value"]): ReadonlySet<string> {
  const read = new Set<string>();
  const answers = new Proxy<Answers<string>>(
    {},
    {
      get: (_target, source) => {
        read.add(String(source));
        return nothing;
      },
    },
  );
  try {
    atOnce(value(answers, { origin: "http://player", host: "player", port: 80, queueView, now: () => 0 }));
  } catch {
    // What it makes of empty answers is its own.
  }
  return read;
}

const nothing = new Fields(undefined);

const textArguments = ["tag", "preset", "key", "id", "package", "path"] as const;
const numberArguments = ["level", "seconds", "index", "minutes", "from"] as const;

type Ask = (call: object, answers: object) => unknown;

/** Tries a call twice, with other arguments. What it makes of answers that it has not yet is its own. */
function* mistakesInCall(make: Make<string>, name: string, ask: Ask): Generator<string, void> {
  const [first = [], second = []] = [20, 60].map((value) => pathsOf(make, ask, value));
  for (const one of first) if (!isRequest(make, one)) yield `calls.${name}: ${nameOf(one)} ${noPath}`;
  const isSame = first.length > 0 && JSON.stringify(first) === JSON.stringify(second);
  if (isSame && pointless.has(name)) yield `calls.${name}: it asks for the same, whatever it is given`;
}

function pathsOf({ sources }: Make<string>, ask: Ask, value: number): readonly unknown[] {
  const text = String(value);
  const address = `http://radio.example.net/${text}`;
  const call = {
    ...Object.fromEntries(textArguments.map((one) => [one, text])),
    ...Object.fromEntries(numberArguments.map((one) => [one, value])),
    to: "playing",
    repeat: "all",
    mode: "list",
    isOn: true,
    isMuted: true,
    ids: [text],
    stream: { address, title: text, picture: undefined },
  };
  const answers = Object.fromEntries(Object.keys(sources).map((source) => [source, nothing]));
  try {
    const steps = [ask(call, answers)].flat();
    return steps.flatMap((step) => (isAnyOf(step) ? step.anyOf : step === undefined ? [] : [step]));
  } catch {
    return [];
  }
}

function isAnyOf(step: unknown): step is { readonly anyOf: readonly unknown[] } {
  return typeof step === "object" && step !== null && "anyOf" in step && Array.isArray(step.anyOf);
}

function isPlace({ scheme, port }: Place): boolean {
  return ["http", "https"].includes(scheme) && Number.isInteger(port);
}

const noFunction = "expected a function that is not async";

function isFunction(one: unknown): boolean {
  return typeof one === "function" && !types.isAsyncFunction(one);
}

const noPath = "is no path of the player, which begins with /";

function isRequest({ service }: Make<string>, one: unknown): boolean {
  return isPath(one) || (service !== undefined && isAction(one));
}

function isAction(one: unknown): one is Action {
  return typeof one === "object" && one !== null && "action" in one && typeof one.action === "string";
}

function nameOf(one: unknown): string {
  return isAction(one) ? `the action ${one.action} of no service` : String(one);
}

function isPath(path: unknown): boolean {
  return typeof path === "string" && /^\/(?!\/)/.test(path);
}
