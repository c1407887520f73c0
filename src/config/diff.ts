import { isDeepStrictEqual } from "node:util";
import { overridable, type PlayerConfig } from "./players.ts";
import { valueAt } from "./problems.ts";
import { type Config, settings } from "./schema.ts";

export type ConfigChange =
  | { readonly kind: "player-added" | "player-removed"; readonly id: string }
  /** The same address under another id. */
  | { readonly kind: "player-renamed"; readonly id: string; readonly before: string }
  | { readonly kind: "player-changed"; readonly id: string; readonly settings: readonly string[] }
  | { readonly kind: "setting-changed"; readonly name: string; readonly needsRestart: boolean };

/** Settings that take effect without a restart. */
const appliedAtOnce: readonly RegExp[] = [
  /^mqtt\.(?!(?:baseTopic|takeOver)$)/,
  /^(homeassistant|history)\./,
  /^log\.(level|mqtt)$/,
];
const playerSections: ReadonlySet<string> = new Set(["players", "player", ...overridable]);

export function diffConfig(before: Config, after: Config): ConfigChange[] {
  return [...diffPlayers(before.players, after.players), ...diffSettings(before, after)];
}

/** The new configuration, except for settings that need a restart. */
export function withoutRestart(before: Config, after: Config): Config {
  const next = structuredClone(after) as unknown as Record<string, Record<string, unknown>>;
  for (const change of diffSettings(before, after)) {
    if (!change.needsRestart) continue;
    const [section = "", key = ""] = change.name.split(".");
    next[section] = { ...next[section], [key]: valueAt(before, change.name.split(".")) };
  }
  return next as unknown as Config;
}

export function describeChange(change: ConfigChange): string {
  switch (change.kind) {
    case "player-added":
      return `player ${change.id} was added`;
    case "player-removed":
      return `player ${change.id} was removed`;
    case "player-renamed":
      return `player ${change.before} was renamed to ${change.id}`;
    case "player-changed":
      return `player ${change.id}: ${change.settings.join(", ")} changed`;
    case "setting-changed":
      return change.needsRestart
        ? `${change.name} was changed, which takes effect after a restart`
        : `${change.name} was changed`;
  }
}

function diffPlayers(before: readonly PlayerConfig[], after: readonly PlayerConfig[]): ConfigChange[] {
  const { pairs, gone } = pairPlayers(before, after);
  const changes = pairs.flatMap(([same, player]): ConfigChange[] => {
    const { id } = player;
    if (same === undefined) return [{ kind: "player-added", id }];
    if (same.id !== id) return [{ kind: "player-renamed", id, before: same.id }];
    const keys = differingKeys(same, player);
    return keys.length === 0 ? [] : [{ kind: "player-changed", id, settings: keys }];
  });
  return [...changes, ...gone.map(({ id }) => ({ kind: "player-removed", id }) as const)];
}

type Identified = Pick<PlayerConfig, "id" | "url">;

/** Each player with what it was before, by its id or else by its address, and the players that are gone. */
export function pairPlayers<Player extends Identified>(before: readonly Player[], after: readonly Player[]) {
  const known = new Map(before.map((player) => [player.id, player]));
  const configured = new Set(after.map(({ id }) => id));
  const gone = new Map(before.filter(({ id }) => !configured.has(id)).map((player) => [player.url, player]));
  const pairs = after.map((player) => {
    const same = known.get(player.id) ?? gone.get(player.url);
    if (same !== undefined && same.id !== player.id) gone.delete(same.url);
    return [same, player] as const;
  });
  return { pairs, gone: [...gone.values()] };
}

function differingKeys(before: PlayerConfig, after: PlayerConfig): string[] {
  // Of thousands of players few change, and a reload must not hold up the polls of the others.
  if (isDeepStrictEqual(before, after)) return [];
  const [was, is] = [flatten(before), flatten(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => !isDeepStrictEqual(was.get(key), is.get(key)),
  );
}

function flatten(player: PlayerConfig): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [key, value] of Object.entries(player) as [string, unknown][]) {
    if (typeof value !== "object" || value === null) leaves.set(key, value);
    else for (const [leaf, inner] of Object.entries(value)) leaves.set(`${key}.${leaf}`, inner);
  }
  return leaves;
}

type SettingChange = Extract<ConfigChange, { kind: "setting-changed" }>;

function diffSettings(before: Config, after: Config): SettingChange[] {
  return [...settings.keys()]
    .filter((name) => !playerSections.has(name.split(".")[0] ?? ""))
    .filter((name) => !isDeepStrictEqual(valueAt(before, name.split(".")), valueAt(after, name.split("."))))
    .map((name) => ({ kind: "setting-changed", name, needsRestart: needsRestart(name, before, after) }));
}

function needsRestart(name: string, before: Config, after: Config): boolean {
  if (!appliedAtOnce.some((pattern) => pattern.test(name))) return true;
  // The embedded broker starts and stops with the process.
  const isEmbedded = before.mqtt.url === "" || after.mqtt.url === "";
  return isEmbedded && /^mqtt\.(url|username|password|maxPayload)$/.test(name);
}
