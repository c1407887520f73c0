import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { mapValues } from "./map-values.ts";
import { auto, type Config, fileShape, settings } from "./schema.ts";
import { splitBrokerUrls } from "./setting-shapes.ts";

const hidden = "[hidden]";

export function describeConfig(config: Config): object {
  const { players, findsPlayers, ...sections } = config;
  return {
    ...mapValues<object, object>(sections, (section, name) =>
      mapValues(section as Record<string, unknown>, (value, key) => describeValue(`${name}.${key}`, value)),
    ),
    players: findsPlayers
      ? auto
      : players.map((player) => ({
          ...player,
          url: hideCredentials(player.url),
          ...(player.psk !== undefined && { psk: hidden }),
        })),
  };
}

type Section = Readonly<Record<string, unknown>>;

/** The settings that differ from their defaults, as a configuration file without secrets and credentials. */
export function describeChanges(config: Config): object {
  const { players, ...sections } = describeConfig(config) as Record<string, unknown>;
  const common = sections as Readonly<Record<string, Section>>;
  const changed = mapValues(common, (section, name) =>
    differing(section, (key) => settings.get(`${name}.${key}`)?.default),
  );
  const list = Array.isArray(players)
    ? players.map((player: Section) => describeOwn(player, common))
    : players;
  return withoutEmpty({ ...changed, players: list });
}

function describeOwn(player: Section, common: Readonly<Record<string, Section>>): Section {
  const { id: name } = player;
  const initial: Section = { name, family: "auto", follow: true };
  const own = mapValues(player, (value, key) => {
    const shared = common[key];
    return shared === undefined ? value : differing(value as Section, (name) => shared[name]);
  });
  return withoutEmpty(differing(own, (key) => initial[key]));
}

function differing(section: Section, initialOf: (key: string) => unknown): Section {
  return Object.fromEntries(
    Object.entries(section).filter(([key, value]) => !isDeepStrictEqual(value, initialOf(key))),
  );
}

function withoutEmpty(sections: Section): Section {
  return Object.fromEntries(
    Object.entries(sections).filter(([, section]) => !isDeepStrictEqual(section, {})),
  );
}

/** Whether a setting has nothing that could be secret. */
export function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

function describeValue(name: string, value: unknown): unknown {
  const secret = settings.get(name)?.secret;
  if (secret === undefined || isEmpty(value)) return value;
  if (secret === "value" || typeof value !== "string") return hidden;
  return name === "mqtt.url" ? splitBrokerUrls(value).map(hideCredentials).join(",") : hideCredentials(value);
}

/** Hides user, password and query of an address. */
function hideCredentials(address: string): string {
  const { protocol, hostname, pathname, username, password, search } = new URL(address);
  // URL drops a port that is the default of the scheme, but a player's address without a port has another one.
  const port = /:\d+(?=(?:[/?].*)?$)/.exec(address)?.[0] ?? "";
  const credentials = username === "" && password === "" ? "" : `${hidden}@`;
  const path = pathname === "/" ? "" : pathname;
  return `${protocol}//${credentials}${hostname}${port}${path}${search === "" ? "" : `?${hidden}`}`;
}

/** The first line of a YAML file that editors complete and check. */
export const schemaLine =
  "# yaml-language-server: $schema=https://player2mqtt.github.io/player2mqtt/schema.json";

/** The JSON Schema (draft 2020-12) of a configuration file, for editors and generators. */
export function configJsonSchema(): object {
  return z.toJSONSchema(fileShape().meta({ title: "player2mqtt" }), {
    io: "input",
    // zod omits the default of a transforming shape, such as a player's address.
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
    },
  });
}
