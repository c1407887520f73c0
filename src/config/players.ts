import * as z from "zod";
import { once } from "../lib/once.ts";
import { mapValues } from "./map-values.ts";
import { type Setting, type Settings, sections } from "./sections.ts";
import { label, macAddress, pathPrefix, playerId, playerUrl, preSharedKey } from "./setting-shapes.ts";

/** The sections that a player may override. */
type Overridable = "device" | "poll" | "publish" | "queue" | "commands" | "controls";

function overrides<Name extends Overridable>(name: Name) {
  const section: z.ZodType = z.lazy(() => {
    const shapes = mapValues<Setting, z.ZodType>(sections[name], ({ shape, doc }) =>
      shape().optional().describe(doc),
    );
    return z.strictObject(shapes, `an object of ${name} settings`);
  });
  return (section as z.ZodType<Partial<Settings[Name]>>)
    .optional()
    .describe(`What to set otherwise for this player alone of \`${name}.*\`.`);
}

/** One entry of the list of players. */
export const playerShape = once(() =>
  z.strictObject(
    {
      id: playerId().optional().describe("A level of its topics. Needed as soon as there are two players."),
      name: label().optional().describe("What people call it. The id if not given."),
      url: playerUrl().describe("Its address. Needed."),
      pathPrefix: pathPrefix().optional().describe("The same as its `device.pathPrefix`."),
      mac: macAddress().optional().describe("The address of its network card."),
      psk: preSharedKey()
        .optional()
        .describe("A secret that some firmwares demand in the header `X-Auth-PSK`."),
      device: overrides("device"),
      poll: overrides("poll"),
      publish: overrides("publish"),
      queue: overrides("queue"),
      commands: overrides("commands"),
      controls: overrides("controls"),
    },
    "a player: wanted an object with a url",
  ),
);

/** What of an entry may be shown as it is; the rest is a secret, or may carry one. */
export const openPlayerKeys = ["id", "name", "pathPrefix", "mac"] as const;

/** One entry of the list of players, checked. */
export type PlayerEntry = z.infer<ReturnType<typeof playerShape>>;

/** One player with its own settings laid over those of all players. */
export interface PlayerConfig extends Pick<Settings, Overridable> {
  readonly id: string;
  readonly name: string;
  /** With a scheme, the port where it is not the scheme's own, and credentials if there are any. */
  readonly url: string;
  readonly pathPrefix: string;
  readonly mac?: string;
  readonly psk?: string;
}

/** All players, the one given in short last. */
export function resolvePlayers(settings: Settings, entries: readonly PlayerEntry[]): PlayerConfig[] {
  const { url, id, name } = settings.player;
  const short = url === "" ? [] : [{ url, id, name: name === "" ? id : name }];
  return [...entries, ...short].map((entry) =>
    resolvePlayer(settings, { ...entry, id: entry.id ?? settings.player.id }),
  );
}

/** One player that has an id. */
export function resolvePlayer(
  settings: Pick<Settings, Overridable>,
  entry: PlayerEntry & { readonly id: string },
): PlayerConfig {
  const { url, mac, psk, id, name = id } = entry;
  const device = withOwn(settings.device, entry.device);
  const prefix = entry.pathPrefix ?? device.pathPrefix;
  return {
    id,
    name,
    url,
    pathPrefix: prefix,
    ...(mac !== undefined && { mac }),
    ...(psk !== undefined && { psk }),
    device: prefix === device.pathPrefix ? device : { ...device, pathPrefix: prefix },
    poll: withOwn(settings.poll, entry.poll),
    publish: withOwn(settings.publish, entry.publish),
    queue: withOwn(settings.queue, entry.queue),
    commands: withOwn(settings.commands, entry.commands),
    controls: withOwn(settings.controls, entry.controls),
  };
}

/** What all players have in common, itself where a player has nothing of its own: thousands may share it. */
function withOwn<Common extends object, Own extends object>(
  common: Common,
  own: Own | undefined,
): Common | (Common & Own) {
  return own === undefined ? common : { ...common, ...own };
}
