import { withoutSecrets } from "../../lib/without-secrets.ts";
import { describeChanges } from "../describe.ts";
import { validValuesOf } from "../document.ts";
import type { PlacedConfig } from "../load.ts";
import type { PlayerConfig } from "../players.ts";
import { valueAt } from "../problems.ts";
import { settings } from "../schema.ts";
import { splitBrokerUrls } from "../setting-shapes.ts";
import type { Setting } from "../sections.ts";

type Plain = string | number | boolean | null;

/** A setting for a form. */
interface SettingView {
  readonly name: string;
  readonly about: string;
  readonly wanted: string;
  /** Null for a secret; an address is without its credentials. */
  readonly value: Plain;
  readonly initial: Plain;
  /** Whether a hidden value, or credentials in an address, are set; null for an open setting. */
  readonly hasSecret: boolean | null;
  /** The file, variable or flag that sets it; null for the default. */
  readonly source: string | null;
  /** Whether a variable or flag sets it, so that the file cannot change it. */
  readonly isFixed: boolean;
}

/** A configured player for a form. */
interface PlayerSettingsView {
  readonly id: string;
  readonly name: string;
  /** Without credentials. */
  readonly url: string;
  readonly mac: string | null;
  readonly hasPsk: boolean;
  /** Its settings that differ from those of all players, by name, such as `poll.pace`. */
  readonly own: Readonly<Record<string, Plain>>;
  readonly source: string;
  readonly isFixed: boolean;
}

/** A configuration for forms, without any secret. */
export interface ConfigView {
  readonly settings: readonly SettingView[];
  readonly findsPlayers: boolean;
  readonly players: readonly PlayerSettingsView[];
  /** The variable or flag that sets the list of players, so that the file cannot change it; null if the file can. */
  readonly listFixedBy: string | null;
}

/** Describes a configuration for forms; `file` is the one that they change. */
export function viewConfig({ config, places }: PlacedConfig, file: string): ConfigView {
  const isFixed = (source: string | undefined): boolean => source !== undefined && source !== file;
  const listSource = places.get("players");
  const shortSource = places.get("player.url");
  const own = ownSettings(config);
  return {
    settings: [...settings].flatMap(([name, setting]) => {
      // The list of players has forms of its own.
      if (name === "players" || name.startsWith("player.")) return [];
      const source = places.get(name);
      return [
        {
          name,
          about: setting.doc,
          wanted: validValuesOf(setting.shape()),
          ...shownValue(setting, valueAt(config, name.split("."))),
          initial: asPlain(setting.default),
          source: source ?? null,
          isFixed: isFixed(source),
        },
      ];
    }),
    findsPlayers: config.findsPlayers,
    players: config.players.map((player, place) => {
      // The one in short is last.
      const isShort = shortSource !== undefined && place === config.players.length - 1;
      const source = isShort ? shortSource : (listSource ?? file);
      return { ...viewPlayer(player), own: own[place] ?? {}, source, isFixed: isFixed(source) };
    }),
    listFixedBy: listSource !== undefined && isFixed(listSource) ? listSource : null,
  };
}

function shownValue({ secret }: Setting, value: unknown): Pick<SettingView, "value" | "hasSecret"> {
  if (secret === "value") return { value: null, hasSecret: value !== "" };
  if (secret !== "credentials") return { value: asPlain(value), hasSecret: null };
  // A broker may have several addresses.
  const addresses = splitBrokerUrls(String(value));
  return {
    value: addresses.map((address) => withoutSecrets(address)).join(","),
    hasSecret: addresses.some(hasCredentials),
  };
}

function hasCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search } = new URL(address);
  return username !== "" || password !== "" || search !== "";
}

function viewPlayer({ id, name, url, mac, psk }: PlayerConfig) {
  return { id, name, url: withoutSecrets(url), mac: mac ?? null, hasPsk: psk !== undefined };
}

/** What each player does not share with all players. */
function ownSettings(config: PlacedConfig["config"]): Readonly<Record<string, Plain>>[] {
  const { players = [] } = describeChanges(config) as { readonly players?: unknown };
  if (!Array.isArray(players)) return [];
  return players.map((player: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(player).flatMap(([section, values]) => {
        if (section === "pathPrefix") return [[section, asPlain(values)]];
        if (typeof values !== "object" || values === null) return [];
        return Object.entries(values).map(([key, value]) => [`${section}.${key}`, asPlain(value)]);
      }),
    ),
  );
}

/** Objects, such as paths by operation, as JSON. */
function asPlain(value: unknown): Plain {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value);
}
