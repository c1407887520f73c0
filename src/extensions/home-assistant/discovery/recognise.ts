import { asList, asObject, asText, type Json, type JsonObject } from "../../../core/resources/json.ts";
import { type BridgeName, isBridgeName } from "../../../core/topics/topics.ts";
import { originName } from "./describe-device.ts";
import type { Identity } from "./identity.ts";

/** To what an announcement of ours belongs. */
export interface Owner {
  readonly identity: Identity;
  /** The base topic that it was made for. */
  readonly base: string;
  /** The bridge that made it. */
  readonly bridge: BridgeName;
  /** The player that it was made for; undefined for the bridge itself. */
  readonly id: string | undefined;
}

/** Reads an announcement; undefined for one of another program. */
export function recogniseOwn(text: string): (Owner & { readonly payload: JsonObject }) | undefined {
  // Homes have hundreds of announcements: only those that can be ours are parsed.
  if (!text.includes(`"${originName}"`)) return undefined;
  const payload = parseObject(text);
  const owner = payload && readOwn(payload);
  return payload && owner && { ...owner, payload };
}

/** The owner of a payload that was parsed already; undefined for one of another program. */
export function readOwn(payload: JsonObject): Owner | undefined {
  if (asObject(payload["origin"])?.["name"] !== originName) return undefined;
  const owner = asList(payload["owner"] ?? payload["availability"]);
  const [state = "", player] = owner.map((entry) => asText(asObject(entry)?.["topic"]));
  const identity = asText(asList(asObject(payload["device"])?.["identifiers"])[0]);
  const [, base = "", bridge = ""] = /^(.+)\/([^/]+)\/state$/.exec(state) ?? [];
  if (identity === undefined || !isBridgeName(bridge)) return undefined;
  if (owner.length === 1) return { identity, base, bridge, id: undefined };
  const id = /\/([a-z0-9_-]+)\/availability$/.exec(player ?? "")?.[1];
  return id === undefined ? undefined : { identity, base, bridge, id };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
