import * as z from "zod";
import { once } from "../lib/once.ts";
import { mapValues } from "./map-values.ts";
import { operations } from "./operation-shape.ts";
import { type Setting, type Settings, sections } from "./sections.ts";
import type { DeclaredOperation } from "../families/declared-operations.ts";
import { pathPrefix, preSharedKey } from "../families/zidoo/settings.ts";
import { longestPlayerId } from "../core/topics/topics.ts";
import { family, flag, label, macAddress, parsePlayerUrl, playerId, playerUrl } from "./setting-shapes.ts";

/** The sections of settings that a player may override. */
export const overridable = ["device", "poll", "publish", "queue", "commands", "controls", "library"] as const;

type Overridable = (typeof overridable)[number];

function overridesOf<Name extends Overridable>(name: Name) {
  const section: z.ZodType = z.lazy(() => {
    const shapes = mapValues<Setting, z.ZodType>(sections[name], ({ shape, doc }) =>
      shape().optional().describe(doc),
    );
    return z.strictObject(shapes, `an object of ${name} settings`);
  });
  return (section as z.ZodType<Partial<Settings[Name]>>)
    .optional()
    .describe(`Overrides of \`${name}.*\` for this player.`);
}

type Overrides = { readonly [Name in Overridable]: ReturnType<typeof overridesOf<Name>> };

export const playerShape = once(() =>
  z.strictObject(
    {
      id: playerId().optional().describe("Used in its topics. Required if there are several players."),
      name: label().optional().describe("Display name. Defaults to the id."),
      room: label().optional().describe("The room it is in. The page groups nine players and more by it."),
      url: playerUrl().describe("Its address. Required."),
      family: family().optional().describe("Its make. `auto` asks the player."),
      pathPrefix: pathPrefix().optional().describe("Same as its `device.pathPrefix`."),
      mac: macAddress()
        .optional()
        .describe("Its MAC address, needed to wake it. A device with another one is not this player."),
      follow: flag()
        .optional()
        .describe(
          "Whether the bridge looks for the player at other addresses, once its MAC is known. Defaults to true.",
        ),
      psk: preSharedKey()
        .optional()
        .describe("Pre-shared key that some firmwares require in the header `X-Auth-PSK`."),
      operations: operations()
        .optional()
        .describe("What the player has and the bridge does not know: see below."),
      ...(Object.fromEntries(overridable.map((name) => [name, overridesOf(name)])) as Overrides),
    },
    "a player: expected an object with a url",
  ),
);

/** The keys of an entry that may be shown; all others are secrets or may contain one. */
export const openPlayerKeys = ["id", "name", "room", "family", "pathPrefix", "mac", "follow"] as const;

export type PlayerEntry = z.infer<ReturnType<typeof playerShape>>;

export interface PlayerConfig extends Pick<Settings, Overridable> {
  readonly id: string;
  readonly name: string;
  readonly room?: string;
  /** Includes the scheme, the port if one was written, and credentials if any. */
  readonly url: string;
  /** The name of its make, or `auto`. */
  readonly family: string;
  readonly mac?: string;
  readonly follow: boolean;
  readonly psk?: string;
  readonly operations?: readonly DeclaredOperation[];
}

/** The players of a text that only lists addresses; undefined if it is another one. The id of each is its host, with `-` for other characters. */
export function listOfAddresses(
  text: string,
): readonly Required<Pick<PlayerEntry, "id" | "url">>[] | undefined {
  const addresses = text.split(",").map((address) => address.trim());
  // A single word is rather meant to be `auto`.
  if (/^\s*(?:[[{]|[a-z]*\s*$)/i.test(text)) return undefined;
  if (addresses.some((address) => parsePlayerUrl(address) === undefined)) return undefined;
  return addresses.map((url) => ({ id: idOf(url), url }));
}

function idOf(address: string): string {
  const host = address.replace(/^.*\/\/|\/$/g, "").replace(/^.*@/, "");
  return host
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, longestPlayerId);
}

/** All players; the one from `player.url` is last. */
export function resolvePlayers(settings: Settings, entries: readonly PlayerEntry[]): PlayerConfig[] {
  const { url, id, name, family, follow } = settings.player;
  const short = url === "" ? [] : [{ url, id, name: name === "" ? id : name, family, follow }];
  return [...entries, ...short].map((entry) =>
    resolvePlayer(settings, { ...entry, id: entry.id ?? settings.player.id }),
  );
}

export function resolvePlayer(
  settings: Pick<Settings, Overridable>,
  entry: PlayerEntry & { readonly id: string },
): PlayerConfig {
  const { url, mac, psk, operations, id, name = id, room } = entry;
  // Players without overrides share one object, since there may be thousands.
  const own = Object.fromEntries(
    overridable.map((name) => [name, entry[name] ? { ...settings[name], ...entry[name] } : settings[name]]),
  ) as Pick<Settings, Overridable>;
  const { device } = own;
  const pathPrefix = entry.pathPrefix ?? device.pathPrefix;
  return {
    id,
    name,
    url,
    family: entry.family ?? "auto",
    follow: entry.follow ?? true,
    ...(room !== undefined && { room }),
    ...(mac !== undefined && { mac }),
    ...(psk !== undefined && { psk }),
    ...(operations !== undefined && { operations }),
    ...own,
    device: pathPrefix === device.pathPrefix ? device : { ...device, pathPrefix },
  };
}
