import { startBridge } from "../../app.ts";
import { loadConfig } from "../../config/load.ts";
import { extraLeaves, ownerOf, type ResourceLeaf, resourceLeaves } from "../../core/resources/player.ts";
import type { Log } from "../../core/ports.ts";
import type { PlayerModel } from "../../core/resources/model.ts";
import { identifyAt } from "../../families/recognize.ts";
import type { Family } from "../../families/family.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Conformance, Conforming } from "./conformance.ts";
import { fastClock } from "./fast-clock.ts";
import { HeardBridge } from "./heard-bridge.ts";
import { startRelay } from "./relay.ts";

/** So much later than its source is read, a change may be shown. */
const graceMs = 4000;
/** A change by hand may take so long at most, however rarely its source is read. */
const mostPatientMs = 30_000;
/** What the bridge itself does, whatever the make. */
const ofBridge: readonly string[] = ["sleep", "announce", "preset", "refresh", "played", "watched", "result"];
/** No resource shows whether a player has these: the first command does. */
const triedFirst: ReadonlySet<string> = new Set(["play", "announce"]);
/** Properties that change by themselves. */
const moving: ReadonlySet<string> = new Set(["music/position", "note"]);
/** What no answer may take away that is cut, broken or late. */
const lasting: readonly ResourceLeaf[] = ["music/state", "music/title", "volume", "audio/input"];
/** Properties that are shown on some occasions only, whatever the make. */
const occasional: readonly string[] = ["volume/restriction", "sleep", "sleep/until", "note", "power/waking"];

/** A bridge with the player, while the kit tries it. */
interface Trial<Simulated extends Conforming> {
  readonly make: Conformance<Simulated>;
  readonly player: Simulated;
  readonly clock: Clock;
  readonly bridge: HeardBridge;
  readonly shown: (leaf: string) => string;
  readonly ask: (control: string, request: string) => ReturnType<HeardBridge["ask"]>;
  readonly isSoon: (check: () => boolean, withinMs: number) => Promise<boolean>;
}

/** Runs a simulated player of a make through a whole bridge, and tells what is wrong with the make, by name. */
export async function* problemsOf<Simulated extends Conforming>(
  make: Conformance<Simulated>,
): AsyncGenerator<string, void> {
  const clock = fastClock(50);
  await using player = await make.start(clock);
  const config = loadConfig({
    args: {
      "broker.port": "0",
      "http.port": "0",
      "device.timeoutMs": "5000",
      "homeassistant.prefix": "player2mqtt/announced",
      players: JSON.stringify([{ id: "it", url: player.url }]),
    },
    env: {},
    cwd: "/nowhere",
  });
  const warnings = new Set<string>();
  const log: Log = {
    ...silent,
    warn: (fields, message) => {
      warnings.add([message, ...Object.values(fields).filter((value) => value !== "it")].join(": "));
    },
  };
  await using running = await startBridge(config, log, { clock, families: [make.family] });
  await using bridge = new HeardBridge(config, running.brokerUrl);
  const { signal } = new AbortController();
  const trial: Trial<Simulated> = {
    make,
    player,
    clock,
    bridge,
    shown: (leaf) => bridge.state.get(`player2mqtt/it/${leaf}`) ?? "",
    ask: (control, request) => bridge.ask(`player2mqtt/it/${control}/set`, request),
    isSoon: async (check, withinMs) => {
      const until = clock.now() + withinMs;
      while (!check()) {
        if (clock.now() > until) return false;
        await clock.sleep(100, signal);
      }
      return true;
    },
  };
  const isKnown = (): boolean =>
    trial.shown("music/state") !== "" &&
    trial.shown("description") !== "" &&
    unknownControls(trial).length === 0;
  if (!(await trial.isSoon(isKnown, 60_000))) {
    const unread = [...unreadResources(make.family, trial.shown), ...unknownControls(trial)].join(", ");
    yield ["start: it is not read within a minute", unread, ...warnings].join("; ");
    return;
  }
  yield* problemsOfPlaces(make.family, player.url);
  yield* problemsByHand(trial);
  // Before the commands: the bridge believes one that has worked before.
  yield* problemsOfRefusals(trial);
  yield* problemsOfCommands(trial);
  yield* problemsOfFaults(trial);
  yield* problemsOfTopics(trial);
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** The resources of a make that its player has not shown. */
function unreadResources(family: Family, shown: (leaf: string) => string): readonly string[] {
  const { families = {} } = JSON.parse(shown("info") || "{}") as {
    families?: Readonly<Record<string, string>>;
  };
  const ofMake: ReadonlySet<string> = new Set(["state", ...family.resources]);
  const unread = Object.entries(families).filter(
    ([name, support]) => ofMake.has(name) && support !== "supported",
  );
  return unread.map(([name, support]) => `${name} ${support}`);
}

function controlsOf({ shown }: Pick<Trial<Conforming>, "shown">): Readonly<Record<string, string>> {
  const info = JSON.parse(shown("info") || "{}") as { controls?: Readonly<Record<string, string>> };
  return info.controls ?? {};
}

function unknownControls(trial: Pick<Trial<Conforming>, "shown">): readonly string[] {
  const unknown = Object.entries(controlsOf(trial)).filter(([, support]) => support === "unknown");
  return unknown.map(([name]) => name).filter((name) => !triedFirst.has(name));
}

/** A player is recognized by its address, and is the same at another one, in each way in which its make answers. */
async function* problemsOfPlaces(family: Family, url: string): AsyncGenerator<string, void> {
  const model = await modelAt(family, url);
  if (typeof model === "string") yield `address: ${model}`;
  else if (model.mac === undefined) yield "model: it has no MAC, by which it is known at another address";
  else
    for (const scheme of family.schemes ?? ["http"]) {
      await using relay = await startRelay(url, scheme);
      const { port } = new URL(relay.url);
      // Owners leave out the scheme, and use names.
      for (const address of [relay.url, `http://localhost:${port}`]) {
        const other = await modelAt(family, address);
        const where = address.replace(port, "<port>");
        if (typeof other === "string") yield `address ${where}, over ${scheme}: ${other}`;
        else if (other.mac !== model.mac) yield `model: its MAC is another at another address, ${where}`;
      }
    }
}

/** The model of the player at an address, or why there is none. */
async function modelAt(family: Family, address: string): Promise<PlayerModel | string> {
  try {
    const player = await identifyAt([family], address, new AbortController().signal);
    return player?.model ?? "it is not recognized";
  } catch (error) {
    return String(error);
  }
}

/** Changes by hand are noticed as soon as their source is read, and a former title is not taken for the present one. */
async function* problemsByHand<Simulated extends Conforming>(
  trial: Trial<Simulated>,
): AsyncGenerator<string, void> {
  const { make, player, isSoon, shown } = trial;
  const { every } = make.family.rules.pace({} as Parameters<Family["rules"]["pace"]>[0], true);
  const withinMs = (leaf: string): number => {
    const resource = ownerOf(resourceLeaves.find((one) => one === leaf) ?? "music/state");
    const everyMs = every[resource ?? "music"] ?? 0;
    return Math.min(everyMs, mostPatientMs) + graceMs;
  };
  for (const [what, [act, leaf, value]] of Object.entries(make.hands ?? {})) {
    act(player);
    const isShown = (): boolean =>
      typeof value === "string" ? shown(leaf) === value : value.test(shown(leaf));
    if (!(await isSoon(isShown, withinMs(leaf))))
      yield `by hand: ${what} is not shown as ${leaf} ${String(value)}, but as ${shown(leaf)}`;
  }
  if (make.changeSource === undefined) return;
  const former = shown("music/title");
  const input = shown("audio/input");
  make.changeSource(player);
  const hasChanged = await isSoon(() => shown("audio/input") !== input, withinMs("audio/input"));
  if (!hasChanged) yield "by hand: another source is not shown as audio/input";
  else if (former !== "" && shown("music/title") === former)
    yield `title: "${former}" of the former source is shown for the present one`;
}

async function* problemsOfRefusals<Simulated extends Conforming>(
  trial: Trial<Simulated>,
): AsyncGenerator<string, void> {
  const { make, player, clock, ask } = trial;
  for (const [control, request, fault] of make.refusals ?? []) {
    const refusing = player.behaviors?.add(fault);
    const { outcome } = await ask(control, request);
    refusing?.[Symbol.dispose]();
    if (outcome === "applied") yield `${control} ${request}: applied, although the player refuses it`;
    await clock.sleep(2000, new AbortController().signal);
    if (controlsOf(trial)[control] === "unsupported")
      yield `${control}: a refused argument takes it away for good`;
  }
}

/** Each command does what it says, and a confirmation alone proves none. */
async function* problemsOfCommands<Simulated extends Conforming>(
  trial: Trial<Simulated>,
): AsyncGenerator<string, void> {
  const { make, player, ask } = trial;
  const { commands, unproven = [], ignores } = make;
  if (commands === undefined) return;
  const tried = new Set<string>();
  for (const [control, request, isDone] of commands) {
    if (ignores !== undefined && !tried.has(control) && !isDone(player)) {
      const ignoring = player.behaviors?.add(ignores);
      const { outcome } = await ask(control, request);
      ignoring?.[Symbol.dispose]();
      if (outcome === "applied")
        yield `${control} ${request}: a confirmation is taken for a proof; what cannot be proven is unproven`;
    }
    tried.add(control);
    const { outcome, reason = "" } = await ask(control, request);
    if (outcome !== "applied") yield `${control} ${request}: ${outcome}, ${reason}`;
    else if (!isDone(player)) yield `${control} ${request}: applied, but the player has not done it`;
  }
  for (const [control, support] of Object.entries(controlsOf(trial)))
    if (support === "supported" && ![...tried, ...unproven, ...ofBridge].includes(control))
      yield `${control}: no command proves it`;
}

/** Answers that are cut, broken or late show nothing, and after them everything is as it was. */
async function* problemsOfFaults<Simulated extends Conforming>(
  trial: Trial<Simulated>,
): AsyncGenerator<string, void> {
  const { player, bridge, clock, isSoon, shown } = trial;
  if (player.behaviors === undefined) return;
  const values = (): readonly (readonly [leaf: string, value: string])[] =>
    resourceLeaves.filter((leaf) => !moving.has(leaf)).map((leaf) => [leaf, shown(leaf)]);
  for (const fault of ["truncated*2", "halfJson*2", "html*2", "empty*2", "http:500*2", "slow:3000*3"]) {
    const before = values();
    const heard = bridge.said.length;
    player.behaviors.add(fault);
    await clock.sleep(20_000, new AbortController().signal);
    if (!(await isSoon(() => shown("availability") === "online" && shown("music/state") !== "", 60_000)))
      yield `fault ${fault}: the player does not come back`;
    if (unknownControls(trial).length > 0) yield `fault ${fault}: a control is lost`;
    await isSoon(() => before.every(([leaf, value]) => shown(leaf) === value), mostPatientMs + graceMs);
    const meanwhile = bridge.said.slice(heard);
    for (const leaf of lasting) {
      const [, value] = before.find(([one]) => one === leaf) ?? [];
      const other = meanwhile.find(([topic, now]) => topic === `player2mqtt/it/${leaf}` && now !== value);
      if (other !== undefined) yield `fault ${fault}: ${leaf} was ${value}, and becomes ${other[1]} by it`;
    }
    for (const [leaf, value] of before)
      if (shown(leaf) !== value) yield `fault ${fault}: ${leaf} was ${value}, and is ${shown(leaf)} after it`;
  }
}

/** Every property is told, or absent; an entity reads only what is told. */
function* problemsOfTopics<Simulated extends Conforming>(trial: Trial<Simulated>): Generator<string, void> {
  const { make, bridge, shown } = trial;
  const unshown = [...(make.unshown ?? []), ...occasional];
  const told = (leaf: string): boolean =>
    bridge.said.some(([topic, payload]) => topic === `player2mqtt/it/${leaf}` && payload !== "");
  const { properties = {} } = JSON.parse(shown("description") || "{}") as { properties?: object };
  const missing = Object.keys(properties).filter((leaf) => !told(leaf) && !unshown.includes(leaf));
  for (const leaf of missing) yield `${leaf}: the make has it, but never tells it`;
  for (const leaf of make.unshown ?? [])
    if (told(leaf)) yield `${leaf}: it is told, although the make is said not to show it`;
  for (const leaf of extraLeaves)
    if (told(leaf) && !make.family.extraTopics.includes(leaf))
      yield `${leaf}: it is told, but not in extraTopics`;
  for (const [entity, leaf] of announced(bridge))
    if (![...ofBridge, ...unshown, ...missing].includes(leaf) && !told(leaf))
      yield `${entity}: an entity that reads ${leaf}, which is never told`;
}

/** The topics that the announced entities read, by their keys. */
function announced({ state }: HeardBridge): readonly (readonly [entity: string, leaf: string])[] {
  const configs = [...state].filter(([topic]) => topic.startsWith("player2mqtt/announced/"));
  return configs.flatMap(([, payload]) => {
    const { components = {} } = JSON.parse(payload) as {
      components?: Record<string, { state_topic?: string }>;
    };
    return Object.entries(components).flatMap(([key, { state_topic: topic = "" }]) =>
      topic.startsWith("player2mqtt/it/") ? [[key, topic.slice("player2mqtt/it/".length)] as const] : [],
    );
  });
}
