import { ordinalOf } from "../core/fleet.ts";
import type { Settings } from "./sections.ts";

/** The fleet's settings with the number of this shard found out. */
export interface ResolvedFleet {
  readonly shardCount: number;
  readonly shardIndex: number;
}

/** Finds out which shard this is, or what is wrong with that. */
export function resolveFleet(
  { shardCount, shardIndex }: Settings["fleet"],
  hostname: string,
): ResolvedFleet | { readonly problem: string } {
  const index = shardIndex === "auto" ? ordinalOf(hostname) : Number(shardIndex);
  if (index === undefined) {
    return {
      problem: `fleet.shardIndex: auto finds no number at the end of the host name ${JSON.stringify(hostname)}: wanted one such as player2mqtt-0, or the number itself`,
    };
  }
  if (index >= shardCount) {
    return {
      problem: `fleet.shardIndex: ${index} is no shard of ${shardCount}: wanted a number from 0 to ${shardCount - 1}, or a larger fleet.shardCount`,
    };
  }
  return { shardCount, shardIndex: index };
}
