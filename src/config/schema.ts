import convict from "convict";
import * as z from "zod";
import type { ResolvedFleet } from "./fleet.ts";
import { once } from "../lib/once.ts";
import { type PlayerConfig, type PlayerEntry, playerShape } from "./players.ts";
import { mapValues } from "./map-values.ts";
import { type Setting, type Settings, sections, setting } from "./sections.ts";

/** The effective configuration: every default filled in, every player complete. */
export interface Config extends Omit<Settings, "player" | "fleet"> {
  readonly fleet: ResolvedFleet;
  readonly players: readonly PlayerConfig[];
  /** Whether the players are those that are found on the network. */
  readonly findsPlayers: boolean;
}

/** What the sources set, before the players are resolved. */
interface RawConfig extends Settings {
  readonly players: readonly PlayerEntry[];
}

/** Instead of a list: whoever is found on the network. */
export const auto = "auto";

/** The list of players, as a setting. */
export const players = setting<readonly PlayerEntry[] | typeof auto>(
  [],
  once(() => z.union([z.literal(auto), z.array(playerShape())], "a list of players, or auto")),
  "The players, each with what it overrides, or `auto` for those that are found on the network. JSON where the list is given as text.",
  "value",
);

/** Every setting by its name, such as `mqtt.url`. */
export const settings: ReadonlyMap<string, Setting> = new Map<string, Setting>([
  ...Object.entries(sections).flatMap(([section, leaves]) =>
    Object.entries<Setting>(leaves).map(([key, leaf]) => [`${section}.${key}`, leaf] as const),
  ),
  ["players", players],
]);

/** The flags that `loadConfig` understands, without their dashes: each setting, and `config` for the file. */
export function settingNames(): string[] {
  return ["config", ...settings.keys()];
}

/** The variable of a setting: `MQTT_BASE_TOPIC` for `mqtt.baseTopic`. */
export function variableName(name: string): string {
  return name.replaceAll(/[A-Z]/g, "_$&").replaceAll(".", "_").toUpperCase();
}

/** A store of all settings, at their defaults, for values that were held against their shapes before. */
export function createStore(): convict.Config<RawConfig> {
  const schema = {
    ...mapValues(sections, (leaves, section) =>
      mapValues<Setting, convict.SchemaObj>(leaves, (leaf, key) => toConvict(`${section}.${key}`, leaf)),
    ),
    players: toConvict("players", players),
  };
  return convict(schema as convict.Schema<RawConfig>, { env: {}, args: [] });
}

function toConvict(name: string, { default: initial, doc, secret }: Setting): convict.SchemaObj {
  return {
    doc,
    default: initial,
    env: variableName(name),
    sensitive: secret !== undefined,
    format: () => {},
  };
}
