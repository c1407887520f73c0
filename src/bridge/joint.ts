import type { BridgeContext } from "./bridge-context.ts";
import { HeldCommands } from "./fleet/held-commands.ts";
import { Membership, type MembershipOptions } from "./fleet/membership.ts";
import type { OtherBridges } from "./other-bridges.ts";
import type { OwnershipPlug } from "./ownership.ts";
import type { PlayerRunners } from "./player-runners.ts";
import { StandBy } from "./stand-by.ts";

/** How a bridge stands to others below its base topic. */
export interface Joint {
  readonly others: OtherBridges;
  readonly plugs: readonly OwnershipPlug[];
}

interface JointOptions extends MembershipOptions {
  /** Whether this bridge takes over from an older one of its name, or stands by for it. */
  readonly takesOver: boolean;
}

/**
 * Watches for another bridge of the same name and, as a member of a fleet, shares the players with the others. Those of
 * the fleet come last, since the last plug is asked first about a command, and what another refused would not be held.
 */
export function createJoint(context: BridgeContext, runners: PlayerRunners, options: JointOptions): Joint {
  const others = new Membership(context, options);
  const fleet = options.member === "" ? [] : [others, new HeldCommands(context, others, runners)];
  return { others, plugs: [new StandBy(context, options.takesOver), ...fleet] };
}
