import { startBridge } from "../../../src/app.ts";
import { loadConfig } from "../../../src/config/load.ts";
import type { ControlName } from "../../../src/core/controls/table.ts";
import type { PlayerModel } from "../../../src/core/resources/model.ts";
import { identifyAt } from "../../../src/families/identify-at.ts";
import type { Family } from "../../../src/families/family.ts";
import type { Clock } from "../../../src/lib/clock.ts";
import { fastClock } from "./fast-clock.ts";
import { FastSchedule } from "./fast-schedule.ts";
import { MemoryLog } from "./memory-log.ts";
import { Subscriber } from "./subscriber.ts";

/** A simulated player, as far as the kit needs it. */
export interface Conforming extends AsyncDisposable {
  readonly url: string;
  readonly behaviors: { add(fault: string): Disposable };
}

/** What the kit has to know of a make. */
export interface Conformance<Simulated extends Conforming> {
  readonly family: Family;
  readonly start: (clock: Clock) => Promise<Simulated>;
  /** Changes by hand, and what they show; in this order. */
  readonly hands: Readonly<
    Record<string, readonly [act: (player: Simulated) => void, leaf: string, shows: string]>
  >;
  /** A change by hand to another source, whose titles trail it. */
  readonly changeSource: (player: Simulated) => void;
  /** The commands, in this order, and what the player must have done then. */
  readonly commands: readonly (readonly [
    ControlName,
    request: string,
    isDone: (player: Simulated) => boolean,
  ])[];
  /** Controls that nothing proves, or that would end the player. */
  readonly unproven: readonly ControlName[];
  /** Commands whose argument the player refuses under this fault; their controls must stay. */
  readonly refusals: readonly (readonly [ControlName, request: string, fault: string])[];
  /** Properties that the simulated player has, but does not show during this. */
  readonly unshown: readonly string[];
}

/** So much later than its source is read, a change may be shown. */
const graceMs = 4000;
/** A change by hand may take so long at most, however rarely its source is read. */
const mostPatientMs = 30_000;
/** What the bridge itself does, whatever the make. */
const ofBridge: readonly string[] = ["sleep", "announce", "preset", "refresh", "played", "watched"];
/** No resource shows whether a player has these: the first command does. */
const triedFirst: ReadonlySet<string> = new Set(["play", "announce"]);

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
  const options = { clock, schedule: new FastSchedule(clock), families: [make.family] };
  await using bridge = await startBridge(config, new MemoryLog(), options);
  await using subscriber = await Subscriber.connect(bridge.brokerUrl);
  const shown = (leaf: string): string => subscriber.state.get(`player2mqtt/it/${leaf}`) ?? "";
  const { signal } = new AbortController();
  const isSoon = async (check: () => boolean, withinMs: number): Promise<boolean> => {
    const until = clock.now() + withinMs;
    while (!check()) {
      if (clock.now() > until) return false;
      await clock.sleep(100, signal);
    }
    return true;
  };
  const controls = (): Readonly<Record<string, string>> =>
    (JSON.parse(shown("info") || "{}") as { controls?: Readonly<Record<string, string>> }).controls ?? {};
  const unknown = (): readonly string[] =>
    Object.keys(controls()).filter((name) => controls()[name] === "unknown" && !triedFirst.has(name));
  const isKnown = (): boolean =>
    shown("music/state") !== "" && shown("description") !== "" && unknown().length === 0;
  if (!(await isSoon(isKnown, 60_000))) {
    yield `start: it is not read within a minute: ${unknown().join(", ")}`;
    return;
  }

  yield* await problemsOfPlaces(make.family, player.url);

  const { every } = make.family.rules.pace({} as Parameters<Family["rules"]["pace"]>[0], true);
  const isPatient = (ms: number): boolean => ms <= mostPatientMs;
  const slowest = Math.max(...Object.values(every).filter(isPatient)) + graceMs;
  for (const [what, [act, leaf, value]] of Object.entries(make.hands)) {
    act(player);
    if (!(await isSoon(() => shown(leaf) === value, slowest)))
      yield `by hand: ${what} is not shown as ${leaf} ${value}, but as ${shown(leaf)}`;
  }

  const former = shown("music/title");
  const input = shown("audio/input");
  make.changeSource(player);
  const hasChanged = await isSoon(() => shown("audio/input") !== input, slowest);
  if (!hasChanged) yield "by hand: another source is not shown as audio/input";
  else if (former !== "" && shown("music/title") === former)
    yield `title: "${former}" of the former source is shown for the present one`;

  // Before the commands: the bridge believes one that has worked before.
  for (const [control, request, fault] of make.refusals) {
    const refusing = player.behaviors.add(fault);
    const { outcome } = await subscriber.ask(`player2mqtt/it/${control}/set`, request);
    refusing[Symbol.dispose]();
    if (outcome === "applied") yield `${control} ${request}: applied, although the player refuses it`;
    await clock.sleep(2000, signal);
    if (controls()[control] === "unsupported") yield `${control}: a refused argument takes it away for good`;
  }

  for (const [control, request, isDone] of make.commands) {
    const { outcome, reason = "" } = await subscriber.ask(`player2mqtt/it/${control}/set`, request);
    if (outcome !== "applied") yield `${control} ${request}: ${outcome}, ${reason}`;
    else if (!isDone(player)) yield `${control} ${request}: applied, but the player has not done it`;
  }
  const tried = new Set<string>([
    ...make.commands.map(([control]) => control),
    ...make.unproven,
    ...ofBridge,
  ]);
  for (const [control, support] of Object.entries(controls()))
    if (support === "supported" && !tried.has(control)) yield `${control}: no command proves it`;

  for (const fault of ["truncated*2", "halfJson*2", "html*2", "empty*2", "http:500*2", "slow:3000*3"]) {
    player.behaviors.add(fault);
    await clock.sleep(20_000, signal);
    if (!(await isSoon(() => shown("availability") === "online" && shown("music/state") !== "", 60_000)))
      yield `fault ${fault}: the player does not come back`;
    if (unknown().length > 0) yield `fault ${fault}: a control is lost`;
  }

  const told = new Set(
    subscriber.messages
      .filter(({ payload }) => payload !== "")
      .map(({ topic }) => topic.replace(/^player2mqtt\/it\//, "")),
  );
  const { properties } = JSON.parse(shown("description") || "{}") as { properties?: object };
  const missing = Object.keys(properties ?? {}).filter(
    (leaf) => !told.has(leaf) && !make.unshown.includes(leaf),
  );
  for (const leaf of missing) yield `${leaf}: the make has it, but never tells it`;
  for (const [entity, leaf] of announced(subscriber))
    if (
      !ofBridge.includes(leaf) &&
      !told.has(leaf) &&
      !make.unshown.includes(leaf) &&
      !missing.includes(leaf)
    )
      yield `${entity}: an entity that reads ${leaf}, which is never told`;
}

/** A player is recognized by its address with and without a scheme, and nothing else is. */
async function problemsOfPlaces(family: Family, url: string): Promise<readonly string[]> {
  const problems: string[] = [];
  const { host } = new URL(url);
  const { signal } = new AbortController();
  const models: (PlayerModel | undefined)[] = [];
  for (const address of [url, `http://${host}`])
    models.push(
      (
        await identifyAt([family], address, signal).catch((error: unknown) => {
          problems.push(`address ${address.replace(host, "<host>")}: ${String(error)}`);
          return undefined;
        })
      )?.model,
    );
  const [model, other] = models;
  if (model === undefined || other === undefined) problems.push("address: it is not recognized");
  else if (model.mac === undefined)
    problems.push("model: it has no MAC, by which it is known at another address");
  return problems;
}

/** The topics that the announced entities read, by their keys. */
function announced(subscriber: Subscriber): readonly (readonly [entity: string, leaf: string])[] {
  const configs = [...subscriber.state].filter(([topic]) => topic.startsWith("player2mqtt/announced/"));
  return configs.flatMap(([, payload]) => {
    const { components = {} } = JSON.parse(payload) as {
      components?: Record<string, { state_topic?: string }>;
    };
    return Object.entries(components).flatMap(([key, { state_topic: topic = "" }]) =>
      topic.startsWith("player2mqtt/it/") ? [[key, topic.slice("player2mqtt/it/".length)] as const] : [],
    );
  });
}
