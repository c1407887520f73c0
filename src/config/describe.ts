import { mapValues } from "./map-values.ts";
import { type Config, settings } from "./schema.ts";

const hidden = "[hidden]";

/** The effective configuration as anyone may see it: no secret, no credentials. */
export function describeConfig(config: Config): object {
  const { players, ...sections } = config;
  return {
    ...mapValues<object, object>(sections, (section, name) =>
      mapValues(section as Record<string, unknown>, (value, key) => describeValue(`${name}.${key}`, value)),
    ),
    players: players.map((player) => ({
      ...player,
      url: hideCredentials(player.url),
      ...(player.psk !== undefined && { psk: hidden }),
    })),
  };
}

function describeValue(name: string, value: unknown): unknown {
  const secret = settings.get(name)?.secret;
  if (secret === undefined || typeof value !== "string" || value === "") return value;
  return secret === "value" ? hidden : hideCredentials(value);
}

/** An address without its user, its password and its query. */
function hideCredentials(address: string): string {
  const { protocol, host, pathname, username, password, search } = new URL(address);
  const credentials = username === "" && password === "" ? "" : `${hidden}@`;
  const path = pathname === "/" ? "" : pathname;
  return `${protocol}//${credentials}${host}${path}${search === "" ? "" : `?${hidden}`}`;
}
