import { hash32 } from "../../../lib/hash.ts";
import { digitsOfMac } from "../../../core/mac.ts";
import type { Session } from "../../../core/session/session.ts";

/** The permanent prefix of a device's unique ids, its identifier, and the name of its discovery topic. */
export type Identity = string;

const defaultBase = "player2mqtt";

/**
 * An identity from the configured id of a player, or the name of a bridge, which no player can have as its id. A bridge with
 * another base topic may have a player of the same id, so the base is part of it.
 */
export function identityOfId(base: string, id: string): Identity {
  return base === defaultBase ? `player2mqtt_${id}` : `player2mqtt_${base.replaceAll("/", "+")}+${id}`;
}

/** An identity from a MAC, and from what tells players with the same MAC apart; undefined for a MAC that does not identify a device. */
export function identityOfMac(mac: string, unit?: string): Identity | undefined {
  const digits = digitsOfMac(mac);
  if (digits === undefined) return undefined;
  return `player2mqtt_${digits}${unit === undefined ? "" : `_${unit}`}`;
}

interface IdentityClues {
  readonly base: string;
  readonly id: string;
  readonly configuredMac: string | undefined;
  /** The identity under which Home Assistant already knows this player. */
  readonly known: Identity | undefined;
  readonly session: Pick<Session, "player" | "resources">;
}

/**
 * The identity of a player, or undefined while undecided: a player that has not reported its model may still report its
 * MAC, and changing an identity later would leave traces. Configuring a MAC is the way to change it.
 */
export function decideIdentity(clues: IdentityClues): Identity | undefined {
  const { base, id, configuredMac, known, session } = clues;
  const configured = configuredMac === undefined ? undefined : identityOfMac(configuredMac);
  if (configured !== undefined) return configured;
  if (known !== undefined) return known;
  const { model } = session.player;
  const reported = model?.mac === undefined ? undefined : identityOfMac(model.mac, model.unit);
  if (reported !== undefined) return reported;
  const hasNoMac = model !== undefined || session.resources.model.support === "unsupported";
  return hasNoMac ? identityOfId(base, id) : undefined;
}

/** The identity as a level of a discovery topic, valid for Home Assistant and the strictest broker. */
export function topicLevel(identity: Identity): string {
  return /^[\w-]{1,40}$/.test(identity)
    ? identity
    : `player2mqtt_${hash32(identity).toString(16).padStart(8, "0")}`;
}
