import { hash32 } from "../lib/hash.ts";
import type { BridgeName } from "./topics/topics.ts";

/** The name of a bridge in topics. A bridge without a fleet has the plain name. */
export function bridgeNameOf(member: string): BridgeName {
  return member === "" ? "bridge" : `bridge-${member}`;
}

/**
 * The member whose turn a player is: the highest random weight decides. A newcomer takes its share from all others, and
 * nothing moves between those. The result must never change: processes of different versions have to agree.
 */
export function memberOf(id: string, members: Iterable<string>): string | undefined {
  const hash = hash32(id);
  let [best, most] = ["", -1];
  for (const member of members) {
    const weight = mix(hash + Math.imul(hash32(bridgeNameOf(member)), 0x9e3779b9));
    if (weight > most || (weight === most && member < best)) [best, most] = [member, weight];
  }
  return most < 0 ? undefined : best;
}

/** The last step of MurmurHash3: each input bit affects half of the output bits. */
function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
