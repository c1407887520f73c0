import { hash32 } from "./hash.ts";

/**
 * Which of `count` nodes a name belongs to, by the highest random weight: every node weighs every name, and the
 * heaviest has it. One node more takes its share from all others, and nothing moves between those. Stable for ever:
 * processes of different versions must agree.
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

/** The last step of MurmurHash3: every bit of what goes in moves half the bits of what comes out. */
function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
