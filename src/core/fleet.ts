import { rendezvous } from "../lib/rendezvous.ts";
import type { BridgeName } from "./topics/topics.ts";

/** One bridge of a fleet: how many there are, and which of them this is, from 0. */
export interface Shard {
  readonly count: number;
  readonly index: number;
}

/** A bridge that is alone. */
export const alone: Shard = { count: 1, index: 0 };

/** What a bridge is called in topics. Alone, it has the plain name. */
export function bridgeNameOf({ count, index }: Shard): BridgeName {
  return count === 1 ? "bridge" : `bridge-${index}`;
}

/** Whether a bridge of this name is one of a fleet of this size. */
export function isOfFleet(bridge: BridgeName, count: number): boolean {
  if (count === 1 || bridge === "bridge") return count === 1 && bridge === "bridge";
  return Number(bridge.slice("bridge-".length)) < count;
}

/** The bridge that a player belongs to in a fleet of this size. */
export function ownerOf(playerId: string, count: number): BridgeName {
  return bridgeNameOf({ count, index: rendezvous(playerId, count) });
}

/** The number at the end of a host name, as a StatefulSet gives it: 2 of `player2mqtt-2`. */
export function ordinalOf(hostname: string): number | undefined {
  // What stands behind the first dot is the domain.
  const digits = /^[^.]*-(\d{1,9})(?:\.|$)/.exec(hostname)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Who goes first where two bridges have one player: the one that is alone, then the lower number. */
function rankOf(bridge: BridgeName): number {
  return bridge === "bridge" ? -1 : Number(bridge.slice("bridge-".length));
}

/** The one that goes first. */
export function firstOf(bridges: readonly BridgeName[]): BridgeName | undefined {
  return bridges.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
}

/** What decides where a player's place is. */
export interface PlaceClues {
  readonly self: BridgeName;
  /** Whom it belongs to by our configuration. */
  readonly owner: BridgeName;
  readonly isOwnerThere: boolean;
  readonly isHeldHere: boolean;
  /** The first of the other bridges that have it now. */
  readonly holder: BridgeName | undefined;
}

/**
 * Where a player's place is now. Nobody takes what another has, and nobody lets go before the owner is there to take
 * it: so it is polled by one, also while bridges of a fleet disagree about how many they are.
 */
export function placeOf({
  self,
  owner,
  isOwnerThere,
  isHeldHere,
  holder,
}: PlaceClues): "here" | "elsewhere" | "waiting" {
  if (self === "bridge") return "here";
  const isYielding = holder !== undefined && (!isHeldHere || firstOf([self, holder]) === holder);
  if (owner === self) return isYielding ? "waiting" : "here";
  return isHeldHere && !isYielding && !isOwnerThere ? "here" : "elsewhere";
}
