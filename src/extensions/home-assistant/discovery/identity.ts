import { hash32 } from "../../../lib/hash.ts";
import { digitsOfMac } from "../../../core/mac.ts";
import type { Session } from "../../../core/session/session.ts";
import type { BridgeName } from "../../../core/topics/topics.ts";

/**
 * Who a device is to Home Assistant, for ever: the beginning of its unique ids, its identifier, and the name of its
 * discovery topic.
 */
export type Identity = string;

const defaultBase = "player2mqtt";

/** An identity from the configured id. Another base topic is another bridge, whose `player` is not ours. */
export function identityOfId(base: string, id: string): Identity {
  return base === defaultBase ? `player2mqtt_${id}` : `player2mqtt_${base.replaceAll("/", "+")}+${id}`;
}

/** The identity of a bridge itself; no player can have its id. */
export function bridgeIdentity(base: string, bridge: BridgeName = "bridge"): Identity {
  return identityOfId(base, bridge);
}

/** An identity from the address of a network card; undefined for one that is no player's own. */
export function identityOfMac(mac: string): Identity | undefined {
  const digits = digitsOfMac(mac);
  return digits === undefined ? undefined : `player2mqtt_${digits}`;
}

/** What an identity is decided from. */
export interface IdentityClues {
  readonly base: string;
  readonly id: string;
  readonly configuredMac: string | undefined;
  /** The identity under which Home Assistant already knows this player. */
  readonly known: Identity | undefined;
  readonly session: Pick<Session, "player" | "resources">;
}

/**
 * The identity of a player, or undefined while it cannot be decided: a player that never told its model may still
 * tell its MAC, and an identity cannot be changed without a trace. A configured MAC is the way to change it.
 */
export function decideIdentity({
  base,
  id,
  configuredMac,
  known,
  session,
}: IdentityClues): Identity | undefined {
  const configured = configuredMac === undefined ? undefined : identityOfMac(configuredMac);
  if (configured !== undefined) return configured;
  if (known !== undefined) return known;
  const { model } = session.player;
  const told = model?.mac === undefined ? undefined : identityOfMac(model.mac);
  if (told !== undefined) return told;
  const isSilent = model !== undefined || session.resources.model.support === "unsupported";
  return isSilent ? identityOfId(base, id) : undefined;
}

/** The level of an identity in a discovery topic: Home Assistant and the strictest broker must take it. */
export function topicLevel(identity: Identity): string {
  return /^[\w-]{1,40}$/.test(identity)
    ? identity
    : `player2mqtt_${hash32(identity).toString(16).padStart(8, "0")}`;
}
