import * as z from "zod";
import { mapValues } from "./map-values.ts";
import type { PlayerConfig } from "./players.ts";
import { auto, type Config, fileShape, settings } from "./schema.ts";

const hidden = "[hidden]";

/** The effective configuration without secrets and credentials. */
export function describeConfig(config: Config): object {
  const { players, findsPlayers, ...sections } = config;
  return {
    ...mapValues<object, object>(sections, (section, name) =>
      mapValues(section as Record<string, unknown>, (value, key) => describeValue(`${name}.${key}`, value)),
    ),
    players: findsPlayers ? auto : players.map(describePlayer),
  };
}

function describePlayer(player: PlayerConfig): object {
  const { url, psk } = player;
  return { ...player, url: hideCredentials(url), ...(psk !== undefined && { psk: hidden }) };
}

function describeValue(name: string, value: unknown): unknown {
  const secret = settings.get(name)?.secret;
  if (secret === undefined || typeof value !== "string" || value === "") return value;
  return secret === "value" ? hidden : hideCredentials(value);
}

/** Hides user, password and query of an address. */
function hideCredentials(address: string): string {
  const { protocol, host, pathname, username, password, search } = new URL(address);
  const credentials = username === "" && password === "" ? "" : `${hidden}@`;
  const path = pathname === "/" ? "" : pathname;
  return `${protocol}//${credentials}${host}${path}${search === "" ? "" : `?${hidden}`}`;
}

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
