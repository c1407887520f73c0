import type { Json, JsonObject } from "../../../core/resources/player.ts";
import { type BridgeName, isBridgeName } from "../../../core/topics/topics.ts";
import { asList, asObject, asText } from "../../../core/topics/as-json.ts";
import { originName } from "./describe-device.ts";
import type { Identity } from "./identity.ts";

/** An announcement of ours that lies at the broker. */
export interface OwnAnnouncement {
  readonly payload: JsonObject;
  readonly identity: Identity;
  /** The base topic that it was made for. */
  readonly base: string;
  /** The bridge that made it. */
  readonly bridge: BridgeName;
  /** The player that it was made for; undefined for the bridge itself. */
  readonly id: string | undefined;
}

/** Reads an announcement; undefined for one that some other program made. */
export function recogniseOwn(text: string): OwnAnnouncement | undefined {
  // Homes have hundreds of announcements: only what can be ours is read.
  if (!text.includes(`"${originName}"`)) return undefined;
  const payload = parseObject(text);
  return payload === undefined ? undefined : readOwn(payload);
}

/** The same of a payload that was read already. */
export function readOwn(payload: JsonObject): OwnAnnouncement | undefined {
  if (asObject(payload["origin"])?.["name"] !== originName) return undefined;
  const owner = asList(payload["owner"] ?? payload["availability"]);
  const [state = "", player] = owner.map((entry) => asText(asObject(entry)?.["topic"]));
  const identity = asText(asList(asObject(payload["device"])?.["identifiers"])[0]);
  const [, base = "", bridge = ""] = /^(.+)\/([^/]+)\/state$/.exec(state) ?? [];
  if (identity === undefined || !isBridgeName(bridge)) return undefined;
  if (owner.length === 1) return { payload, identity, base, bridge, id: undefined };
  const id = /\/([a-z0-9_-]+)\/availability$/.exec(player ?? "")?.[1];
  return id === undefined ? undefined : { payload, identity, base, bridge, id };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
