import type { BridgeName } from "./topics/topics.ts";
import { hash32 } from "../lib/hash.ts";

/** One bridge of a fleet: the size of the fleet, and the bridge's index from 0. */
export interface Shard {
  readonly count: number;
  readonly index: number;
}

/** A bridge that is not part of a fleet. */
export const alone: Shard = { count: 1, index: 0 };

/** The name of a bridge in topics. A single bridge has the plain name. */
export function bridgeNameOf({ count, index }: Shard): BridgeName {
  return count === 1 ? "bridge" : `bridge-${index}`;
}

/** Whether a bridge of this name is one of a fleet of this size. */
export function isFleetMember(bridge: BridgeName, count: number): boolean {
  if (count === 1 || bridge === "bridge") return count === 1 && bridge === "bridge";
  return Number(bridge.slice("bridge-".length)) < count;
}

export function ownerOf(playerId: string, count: number): BridgeName {
  return bridgeNameOf({ count, index: rendezvous(playerId, count) });
}

/** The number at the end of a StatefulSet's host name: 2 of `player2mqtt-2`. */
export function ordinalOf(hostname: string): number | undefined {
  // The domain begins after the first dot.
  const digits = /^[^.]*-(\d{1,9})(?:\.|$)/.exec(hostname)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The precedence where two bridges claim one player: a single bridge first, then the lower number. */
function rankOf(bridge: BridgeName): number {
  return bridge === "bridge" ? -1 : Number(bridge.slice("bridge-".length));
}

export function firstOf(bridges: readonly BridgeName[]): BridgeName | undefined {
  return bridges.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
}

/** The facts that decide where a player runs. */
export interface PlaceFacts {
  readonly self: BridgeName;
  /** The owner according to our configuration. */
  readonly owner: BridgeName;
  readonly isOwnerOnline: boolean;
  readonly isHeldHere: boolean;
  /** The first of the other bridges that run it now. */
  readonly holder: BridgeName | undefined;
}

/**
 * Where a player runs now. No bridge takes a player that another one runs, and no bridge releases one before its owner
 * is online. So exactly one bridge polls it, even while bridges disagree about the size of the fleet.
 */
export function placeOf({
  self,
  owner,
  isOwnerOnline,
  isHeldHere,
  holder,
}: PlaceFacts): "here" | "elsewhere" | "waiting" {
  if (self === "bridge") return "here";
  const isYielding = holder !== undefined && (!isHeldHere || firstOf([self, holder]) === holder);
  if (owner === self) return isYielding ? "waiting" : "here";
  return isHeldHere && !isYielding && !isOwnerOnline ? "here" : "elsewhere";
}

/**
 * Assigns a name to one of `count` nodes by the highest random weight. An added node takes its share from all others,
 * and nothing moves between those. The result must never change: processes of different versions have to agree.
 */
export function rendezvous(name: string, count: number): number {
  const hash = hash32(name);
  let [best, heaviest] = [0, -1];
  for (let node = 0; node < count; node++) {
    const weight = mix(hash + Math.imul(node + 1, 0x9e3779b9));
    if (weight > heaviest) [best, heaviest] = [node, weight];
  }
  return best;
}

/** The last step of MurmurHash3: each input bit affects half of the output bits. */
function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
