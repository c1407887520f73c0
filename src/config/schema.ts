import { isDeepStrictEqual } from "node:util";
import convict from "convict";
import JSON5 from "json5";
import * as z from "zod";
import { once } from "../lib/once.ts";
import { mapValues } from "./map-values.ts";
import { type PlayerConfig, type PlayerEntry, playerShape } from "./players.ts";
import { type Setting, type Settings, sections, setting } from "./sections.ts";

export interface Config extends Omit<Settings, "player"> {
  readonly players: readonly PlayerConfig[];
  /** Whether the bridge searches the network for players instead. */
  readonly findsPlayers: boolean;
}

export interface RawConfig extends Settings {
  readonly players: readonly PlayerEntry[] | typeof auto;
}

/** The value that replaces the list with the players found on the network. */
export const auto = "auto";

export const players = setting<RawConfig["players"]>(
  [],
  once(() => z.union([z.literal(auto), z.array(playerShape())], "a list of players, or auto")),
  {
    doc: "The players, each with its own overrides, or `auto` to find them on the network. Where the list is given as text, it is JSON, or addresses such as `192.168.1.20,192.168.1.21`: the id of each player is then its host (and port, if written), with `-` for other characters, such as `192-168-1-20`.",
    secret: "value",
  },
);

/** Every setting by its name, such as `mqtt.url`. */
export const settings: ReadonlyMap<string, Setting> = new Map<string, Setting>([
  ...Object.entries(sections).flatMap(([section, leaves]) =>
    Object.entries<Setting>(leaves).map(([key, leaf]) => [`${section}.${key}`, leaf] as const),
  ),
  ["players", players],
]);

/** The environment variable of a setting: `MQTT_BASE_TOPIC` for `mqtt.baseTopic`. */
export function variableName(name: string): string {
  return name.replaceAll(/[A-Z]/g, "_$&").replaceAll(".", "_").toUpperCase();
}

/** The shape of a file with all settings, or with those that are given: building the others would slow down the start. */
export function fileShape(given?: object): z.ZodType {
  const shapeOf = ({ shape, doc, default: initial }: Setting): z.ZodType =>
    shape().optional().meta({ description: doc, default: initial });
  const fields = given as Readonly<Record<string, unknown>> | undefined;
  return z.strictObject({
    ...mapValues(among(sections, given), (section, name) =>
      z
        .strictObject(
          mapValues<Setting, z.ZodType>(among(section, fields?.[name]), shapeOf),
          "a section: expected an object of settings",
        )
        .optional(),
    ),
    players: shapeOf(players),
  });
}

/** The entries whose names are among those of another object, if there is one. */
function among<Entries extends object>(entries: Entries, given: unknown): Entries {
  if (typeof given !== "object" || given === null) return entries;
  return Object.fromEntries(
    Object.entries(entries).filter(([name]) => Object.hasOwn(given, name)),
  ) as Entries;
}

/** A convict store with defaults and environment. Its formats are the shapes of the settings. */
export function createStore(env: NodeJS.ProcessEnv): convict.Config<RawConfig> {
  addFormats();
  const schema = {
    ...mapValues(sections, (leaves, section) =>
      mapValues<Setting, convict.SchemaObj>(leaves, (leaf, key) => toConvict(`${section}.${key}`, leaf)),
    ),
    players: toConvict("players", players),
  };
  return convict(schema as convict.Schema<RawConfig>, { env, args: [] });
}

function toConvict(name: string, { default: initial, doc, secret }: Setting): convict.SchemaObj {
  return {
    doc,
    default: initial,
    env: variableName(name),
    // convict prints values in its errors otherwise.
    sensitive: secret !== undefined,
    format: name,
  };
}

const addFormats = once(() => {
  for (const [name, { shape, default: initial }] of settings) {
    // Most settings keep their default, and building their shapes would slow down the start.
    convict.addFormat({
      name,
      validate: (value: unknown) => {
        if (!isDeepStrictEqual(value, initial)) shape().parse(value, { jitless: true });
      },
      coerce: (text: string) => (text === initial ? text : coerce(text, shape())),
    });
  }
});

/** Keeps text if the shape accepts text; otherwise parses it as a number, boolean, list or object. */
export function coerce(text: string, shape: z.ZodType): unknown {
  const issues = shape.safeParse(text, { jitless: true }).error?.issues ?? [];
  // A text, be it of digits, is what is wanted, or what is wanted is another text.
  if (issues.every(({ code }) => code === "invalid_format" || code === "custom")) return text;
  try {
    return JSON5.parse(text);
  } catch {
    return text;
  }
}
