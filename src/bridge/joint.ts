import type { BridgeContext } from "./bridge-context.ts";
import { FleetMember } from "./fleet/fleet-member.ts";
import type { FleetOptions } from "./fleet/roster.ts";
import type { Ownership } from "./ownership.ts";
import { StandBy } from "./stand-by.ts";

interface JointOptions {
  /** Whether this bridge takes over from an older one of its name, or stands by for it. */
  readonly takesOver: boolean;
  /** The players of all members. */
  readonly players: Iterable<string>;
  readonly fleet: FleetOptions | undefined;
}

/** A bridge alone watches for another one of its name. In a fleet, the store knows whose each player and each name is. */
export function createOwnership(context: BridgeContext, options: JointOptions): Ownership {
  const { fleet, players, takesOver } = options;
  return fleet === undefined ? new StandBy(context, takesOver) : new FleetMember(context, players, fleet);
}
