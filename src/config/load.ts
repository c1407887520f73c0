import { hostname } from "node:os";
import { checkGiven } from "./check-given.ts";
import { ConfigError } from "./config-error.ts";
import { givenByFile } from "./config-file.ts";
import { findConflicts } from "./find-conflicts.ts";
import { resolveFleet } from "./fleet.ts";
import { findPlayerConflicts } from "./find-player-conflicts.ts";
import { type Given, givenByEnvironment, givenByFlags, isAuto } from "./given.ts";
import { resolvePlayers } from "./players.ts";
import { createReadText } from "./read-text.ts";
import { type Config, createStore } from "./schema.ts";

/** Where a configuration comes from. */
export interface ConfigSources {
  /** Flags by their names without dashes, as `settingNames` lists them. */
  readonly args: Readonly<Record<string, string>>;
  readonly env: NodeJS.ProcessEnv;
  /** What relative paths start from. */
  readonly cwd: string;
  readonly readFile?: (path: string) => string;
  /** The name of this machine; its own if not given. */
  readonly hostname?: string;
  /** False for whoever only talks to the broker: no player is no problem then. */
  readonly requirePlayers?: boolean;
}

/** The configuration that file, environment and flags make, a later one winning; or a ConfigError with all problems. */
export function loadConfig(sources: ConfigSources): Config {
  const given = gather(sources);
  const store = createStore();
  const problems: string[] = [];
  for (const one of given) {
    const checked = checkGiven(one);
    if ("problems" in checked) problems.push(...checked.problems);
    else if (!isAuto(one)) store.set(one.name, checked.value);
  }
  const { player, players, ...settings } = store.validate({ allowed: "strict" }).getProperties();
  problems.push(...findConflicts(settings), ...findPlayerConflicts(given, sources.requirePlayers ?? true));
  const fleet = resolveFleet(settings.fleet, sources.hostname ?? hostname());
  if ("problem" in fleet) problems.push(fleet.problem);
  if (problems.length > 0 || "problem" in fleet) throw new ConfigError(problems);
  const list = given.findLast(({ name }) => name === "players");
  const findsPlayers = list !== undefined && isAuto(list);
  const listed = findsPlayers ? [] : resolvePlayers({ ...settings, player }, players);
  return deepFreeze({ ...settings, fleet, players: listed, findsPlayers });
}

function gather({ args, env, cwd, readFile }: ConfigSources): Given[] {
  const readText = createReadText(cwd, readFile);
  return [
    ...givenByFile(args["config"] ?? "", env["CONFIG_FILE"] ?? "", readText),
    ...givenByEnvironment(env, readText),
    ...givenByFlags(args),
  ];
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const child of Object.values(value)) deepFreeze(child);
    Object.freeze(value);
  }
  return value;
}
