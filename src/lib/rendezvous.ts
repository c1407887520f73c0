import { hash32 } from "./hash.ts";

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
