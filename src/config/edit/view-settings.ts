import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { withoutSecrets } from "../../lib/addresses.ts";
import { describeChanges, isEmpty } from "../describe.ts";
import { pairPlayers } from "../diff.ts";
import type { PlacedConfig } from "../load.ts";
import { playerShape } from "../players.ts";
import { valueAt } from "../problems.ts";
import { defaultsVariable } from "../read-sources.ts";
import { auto, type Config, settings } from "../schema.ts";
import { splitBrokerUrls, validValuesOf } from "../setting-shapes.ts";
import type { Setting } from "../sections.ts";

type Plain = string | number | boolean | null;

/** A configuration without any secret, for forms that change this file. `configurationView` describes the fields. */
export function viewConfig({ config, places, defaults = {} }: PlacedConfig, file: string) {
  const isFixed = (source: string | undefined): boolean => !isOverridable(source, file);
  const listSource = places.get("players");
  const shortSource = places.get("player.url");
  const own = ownSettings(config);
  return {
    settings: [...settings].flatMap(([name, setting]) => {
      // The list of players has forms of its own, and which code runs here is decided in the file.
      if (name === "players" || /^(?:player|makes)\./.test(name)) return [];
      const source = places.get(name);
      return [
        {
          name,
          about: setting.doc,
          wanted: validValuesOf(setting.shape()),
          choices: choicesOf(setting.shape()),
          isPerPlayer: name.slice(0, name.indexOf(".")) in playerShape().shape,
          ...shownValue(setting, valueAt(config, name.split("."))),
          initial: asPlain(initialOf(name, setting, defaults)),
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
      const { id, name, room = null, url, mac = null, psk } = player;
      const shown = { id, name, room, url: withoutSecrets(url), mac, hasPsk: psk !== undefined };
      return { ...shown, own: own[place] ?? {}, source, isFixed: isFixed(source) };
    }),
    listFixedBy: listSource !== undefined && isFixed(listSource) ? listSource : null,
  };
}

function choicesOf(shape: unknown): string[] {
  // The version of MQTT may also be written as a number.
  if (shape instanceof z.ZodUnion) return choicesOf(shape.options[0]);
  return shape instanceof z.ZodEnum ? shape.options.map(String) : [];
}

/** Whether what the file says counts, though this source sets it now. */
export function isOverridable(source: string | undefined, file: string): boolean {
  return source === undefined || source === file || source === defaultsVariable;
}

function initialOf(name: string, { secret, default: ours }: Setting, defaults: object): unknown {
  return secret === undefined ? (valueAt(defaults, name.split(".")) ?? ours) : ours;
}

/** Null instead of a secret, and whether one is set; an address is without its credentials. */
function shownValue({ secret }: Setting, value: unknown): { value: Plain; hasSecret: boolean | null } {
  if (secret === "value") return { value: null, hasSecret: !isEmpty(value) };
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

function ownSettings(config: Config): Readonly<Record<string, Plain>>[] {
  const { players = [] } = describeChanges(config) as { readonly players?: unknown };
  if (!Array.isArray(players)) return [];
  return players.map((player: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(player).flatMap(([section, values]) => {
        if (typeof values !== "object" || values === null) return [];
        return Object.entries(values).map(([key, value]) => [`${section}.${key}`, asPlain(value)]);
      }),
    ),
  );
}

function asPlain(value: unknown): Plain {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value);
}

/** A difference between two configurations; null instead of a value that is not set or not shown. */
export interface ConfigDifference {
  readonly kind: "player-added" | "player-removed" | "player-changed" | "setting-changed";
  readonly player?: string;
  readonly setting?: string;
  readonly before: Plain;
  readonly after: Plain;
}

export function compareConfigs(was: Config, is: Config): ConfigDifference[] {
  const changed = [...settings].flatMap(([name, setting]): ConfigDifference[] => {
    const path = name.split(".");
    const [from, to] = [was, is].map((config) => valueAt(config, path));
    if (name === "players" || name.startsWith("player.") || isDeepStrictEqual(from, to)) return [];
    const [shownFrom, shownTo] = [from, to].map((value) => shownValue(setting, value).value);
    return [{ kind: "setting-changed", setting: name, before: shownFrom ?? null, after: shownTo ?? null }];
  });
  if (was.findsPlayers !== is.findsPlayers) {
    const list = ({ findsPlayers }: Config): Plain => (findsPlayers ? auto : null);
    changed.unshift({ kind: "setting-changed", setting: "players", before: list(was), after: list(is) });
  }
  return [...comparePlayers(was, is), ...changed];
}

function comparePlayers(before: Config, after: Config): ConfigDifference[] {
  const { pairs, gone } = pairPlayers(factsOf(before), factsOf(after));
  const both = { before: null, after: null };
  const differences = pairs.flatMap(([same, player]): ConfigDifference[] => {
    const { facts, name } = player;
    if (same === undefined) return [{ kind: "player-added", player: name, ...both }];
    return [...new Set([...same.facts.keys(), ...facts.keys()])].flatMap((setting) => {
      const path = setting.split(".");
      // A setting may also become the same as that of all players, which changes nothing here.
      if (isDeepStrictEqual(valueAt(same.player, path), valueAt(player.player, path))) return [];
      const [from, to] = [same, player].map((one) => shownFact(setting, one.facts.get(setting)));
      const change = { kind: "player-changed", player: same.name, setting } as const;
      return [{ ...change, before: from ?? null, after: to ?? null }];
    });
  });
  return [
    ...differences,
    ...gone.map(({ name }): ConfigDifference => ({ kind: "player-removed", player: name, ...both })),
  ];
}

function factsOf(config: Config) {
  const own = ownSettings(config);
  return config.players.map((player, place) => {
    const { id, name, room, url, family, mac, follow, psk } = player;
    const stated = { id, name, room, url, family, mac, follow, psk, ...own[place] };
    const facts = new Map<string, unknown>(Object.entries(stated));
    return { id, url, name, player, facts };
  });
}

function shownFact(setting: string, value: unknown): Plain {
  if (setting === "psk" || value === undefined) return null;
  return setting === "url" && typeof value === "string" ? withoutSecrets(value) : asPlain(value);
}
