import { asList, asObject, asText, type JsonObject, parseObject } from "../../../core/resources/json.ts";
import { type BridgeName, isBridgeName } from "../../../core/topics/topics.ts";
import { originName } from "./describe-device.ts";
import type { Identity } from "./identity.ts";

export interface Owner {
  readonly identity: Identity;
  readonly base: string;
  readonly bridge: BridgeName;
  /** The player it was made for; undefined for the bridge itself. */
  readonly id: string | undefined;
}

/** Parses an announcement; undefined for another program's. */
export function recognizeOwn(text: string): (Owner & { readonly payload: JsonObject }) | undefined {
  // A home has hundreds of announcements; parse only those that can be ours.
  if (!text.includes(`"${originName}"`)) return undefined;
  const payload = parseObject(text);
  const owner = payload && readOwn(payload);
  return payload && owner && { ...owner, payload };
}

/** The owner of a parsed payload; undefined for another program's. */
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
