import { hostname } from "node:os";
import { resolve } from "node:path";
import type convict from "convict";
import { ConfigError } from "./config-error.ts";
import { findConflicts, findPlayerConflicts, hasSetUp, resolveFleet } from "./conflicts.ts";
import { listOfAddresses, resolvePlayers } from "./players.ts";
import { type Problem, valueAt } from "./problems.ts";
import {
  createReadText,
  defaultsVariable,
  readConfigFile,
  readDefaults,
  readEnvironment,
  readFlags,
} from "./read-sources.ts";
import type { Makes } from "../families/polled/load-makes.ts";
import { auto, type Config, createStore, type RawConfig, settings } from "./schema.ts";

export interface ConfigSources {
  /** Flags by their names without dashes, every setting, and `config` for the file. */
  readonly args: Readonly<Record<string, string>>;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly readFile?: (path: string) => string;
  /** The host name; the machine's own by default. */
  readonly hostname?: string;
  /** False for commands that need no player. The bridge needs one only where its page cannot be opened to add it. */
  readonly requirePlayers?: boolean | "without-page";
  /** The makes of `makes.folder`. Without them, a family that is not ours may be one of these. */
  readonly makes?: Makes;
}

/** Merges defaults, file, environment and flags, later ones first; throws a ConfigError with all problems. */
export function loadConfig(sources: ConfigSources): Config {
  return loadWithPlaces(sources).config;
}

export interface PlacedConfig {
  readonly config: Config;
  readonly places: ReadonlyMap<string, string>;
  /** The settings that the environment gives as defaults, by section. */
  readonly defaults?: object;
}

/** The same as `loadConfig`, with the source of each setting that is not at its default. */
export function loadWithPlaces(sources: ConfigSources): PlacedConfig {
  const { store, places, problems, defaults } = readSources(sources);
  const given = store.getProperties();
  const { requirePlayers: rule = true, makes } = sources;
  const requirePlayers = rule === "without-page" ? !hasSetUp(given.http) : rule;
  // A player whose make is broken, or in a folder that is not read before a restart, stays offline: the others are not to suffer.
  const knowsMakes = (makes?.folder ?? "") === folderOf(given, sources) && !makes?.broken.length;
  problems.push(
    ...findPlayerConflicts(given, places, problems, requirePlayers, makes?.families, knowsMakes),
    ...folderProblem(makes, places),
  );
  finishValues(store, places.keys());
  const { player, players, ...rest } = store.getProperties();
  // convict's check takes a dot in a key, such as a preset's name, for a path of settings. finishValues has checked the objects.
  for (const name of objectSettings) store.reset(name as keyof RawConfig);
  store.validate({ allowed: "strict" });
  const name = sources.hostname ?? hostname();
  const fleet = resolveFleet(rest.fleet, name);
  const lines = [
    ...problems.map(({ name, source, text }) => `${name} (${source}): ${text}`),
    ...findConflicts(rest, name),
    ...("problem" in fleet ? [fleet.problem] : []),
  ];
  if (lines.length > 0 || "problem" in fleet) throw new ConfigError(lines);
  const list = players === auto ? [] : resolvePlayers({ ...rest, player }, players);
  const config = deepFreeze({ ...rest, fleet, players: list, findsPlayers: players === auto });
  return { config, places, defaults: defaults.settings };
}

/** Merges the sources, before players and whole values are judged. */
function readSources(sources: ConfigSources) {
  const { cwd } = sources;
  const args = withPlayerList(sources.args, "players");
  const env = withPlayerList(sources.env, "PLAYERS");
  const readText = createReadText(cwd, sources.readFile);
  const file = readConfigFile(args["config"] ?? "", env["CONFIG_FILE"] ?? "", readText);
  const defaults = withoutCredentials(readDefaults(env[defaultsVariable] ?? ""), file.places);
  const environment = readEnvironment(env, readText);
  const flags = readFlags(args);
  const problems = [...defaults.problems, ...file.problems, ...environment.problems, ...flags.problems];
  const places = new Map([...defaults.places, ...file.places, ...environment.places, ...flags.places]);

  const store = createStore(environment.variables);
  for (const { settings: loaded } of [defaults, file]) loadFile(store, loaded, environment.places);
  // convict's own flag parser would read the password 1e3 as the number 1000.
  for (const name of flags.places.keys()) store.set(name, args[name]);
  return { store, places, problems, defaults };
}

/** The folder of the owner's makes, which have to be loaded before players are judged. Other problems are not told here. */
export function makesFolderIn(sources: ConfigSources): string {
  return folderOf(readSources(sources).store.getProperties(), sources);
}

function folderOf({ makes: { folder } }: Pick<RawConfig, "makes">, { cwd }: ConfigSources): string {
  return folder === "" ? "" : resolve(cwd, folder);
}

function folderProblem(makes: Makes | undefined, places: ReadonlyMap<string, string>): Problem[] {
  if (makes?.problem === undefined) return [];
  return [{ name: "makes.folder", source: places.get("makes.folder") ?? "", text: makes.problem }];
}

/** The list of players as JSON, where it is given as addresses that commas separate. */
function withPlayerList<Texts extends Readonly<Record<string, string | undefined>>>(
  texts: Texts,
  name: string,
): Texts {
  const list = listOfAddresses(texts[name] ?? "");
  return list === undefined ? texts : { ...texts, [name]: JSON.stringify(list) };
}

type Settings = ReturnType<typeof readConfigFile>;

/** The user and password among the defaults are for the broker among them, not for one that the file names. */
function withoutCredentials(defaults: Settings, file: ReadonlyMap<string, string>): Settings {
  if (!file.has("mqtt.url")) return defaults;
  const {
    username: _user,
    password: _password,
    ...mqtt
  } = valueAt(defaults.settings, ["mqtt"]) as Record<string, unknown>;
  const places = new Map(defaults.places);
  for (const name of ["mqtt.username", "mqtt.password"]) places.delete(name);
  return { ...defaults, places, settings: { ...defaults.settings, mqtt } };
}

/** The settings whose values are objects with keys of the user's. */
const objectSettings = [...settings]
  .filter(([, { default: initial }]) => typeof initial === "object" && !Array.isArray(initial))
  .map(([name]) => name);

/** Loads the settings of a file. convict takes each key of an object, such as a preset's name, for a setting of its own. */
function loadFile(
  store: convict.Config<RawConfig>,
  file: object,
  environment: ReadonlyMap<string, string>,
): void {
  const plain = structuredClone(file) as Record<string, Record<string, unknown>>;
  const objects = objectSettings.flatMap((name) => {
    const path = name.split(".");
    const value = valueAt(plain, path);
    if (value === undefined) return [];
    const [section = "", key = ""] = path;
    delete plain[section]?.[key];
    return environment.has(name) ? [] : [{ name, value }];
  });
  store.load(plain);
  for (const { name, value } of objects) store.set(name, value);
}

/** Normalizes values, such as short addresses. Invalid ones are reset, since they are reported already. */
function finishValues(store: convict.Config<RawConfig>, names: Iterable<string>): void {
  const values = store.getProperties();
  for (const name of names) {
    const shape = settings.get(name)?.shape();
    const parsed = shape?.safeParse(valueAt(values, name.split(".")), { jitless: true });
    if (parsed?.success === true) store.set(name, parsed.data);
    else store.reset(name as keyof RawConfig);
  }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const child of Object.values(value)) deepFreeze(child);
    Object.freeze(value);
  }
  return value;
}
