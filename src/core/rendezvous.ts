import { hash32 } from "../lib/hash.ts";
import type { BridgeName } from "./topics/topics.ts";

/** Members of a fleet by their names, each with its part of the hash. */
export type Ring = readonly (readonly [name: BridgeName, salt: number])[];

/** The name of a bridge in topics. A bridge without a fleet has the plain name. */
export function bridgeNameOf(member: string): BridgeName {
  return member === "" ? "bridge" : `bridge-${member}`;
}

export function ringOf(members: Iterable<string>): Ring {
  return Array.from(members, salted);
}

function salted(member: string): Ring[number] {
  const name = bridgeNameOf(member);
  return [name, Math.imul(hash32(name), 0x9e3779b9)];
}

/**
 * How many of a ring come before this member for the player: the highest random weight decides. A newcomer takes its share
 * from all others, and nothing moves between those. The result must never change: processes of different versions have to agree.
 */
export function rankOf(id: string, member: string, ring: Ring): number {
  const hash = hash32(id);
  const [name, salt] = salted(member);
  const own = mix(hash + salt);
  let rank = 0;
  for (const [other, otherSalt] of ring) {
    if (other === name) continue;
    const weight = mix(hash + otherSalt);
    if (weight > own || (weight === own && other < name)) rank += 1;
  }
  return rank;
}

/** The member to which hashing assigns a player. */
export function memberOf(id: string, members: readonly string[]): string | undefined {
  const ring = ringOf(members);
  return members.find((member) => rankOf(id, member, ring) === 0);
}

/** The last step of MurmurHash3: each input bit affects half of the output bits. */
function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
