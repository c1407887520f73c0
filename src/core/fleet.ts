import { rendezvous } from "../lib/rendezvous.ts";
import type { BridgeName } from "./topics.ts";

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

/** The bridge that a player belongs to in a fleet of this size. */
export function ownerOf(playerId: string, count: number): BridgeName {
  return bridgeNameOf({ count, index: rendezvous(playerId, count) });
}

/** The number at the end of a host name, as a StatefulSet gives it: 2 of `player2mqtt-2`. */
export function ordinalOf(hostname: string): number | undefined {
  // What stands behind the first dot is the domain.
  const digits = /-(\d{1,9})$/.exec(hostname.split(".")[0] ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}
