import type { Browses } from "../library.ts";
import type { FormerInfo } from "../resources/model.ts";
import type { ResourceContext } from "../resources/player.ts";
import type { WakingContext } from "../resources/power.ts";
import type { Availability, Support } from "../resources/resource.ts";
import type { CallName } from "./call.ts";
import type { Phrase } from "../../lib/phrase.ts";

/** Whether the player supports an operation; `off` means that the owner has not enabled it. */
export interface OperationState {
  readonly support: Support | "off";
  readonly denials: number;
}

type OffAction = "poweroff" | "standby";

export interface Failure {
  readonly at: number;
  readonly phrase: Phrase;
}

interface KnownProfile {
  /** The name of its family; undefined until it is known. */
  readonly family: string | undefined;
  /** Its address with the port of its family, without credentials; undefined until the family is known. */
  readonly address: string | undefined;
  /** The calls that players of its family may have; undefined while any is possible. */
  readonly calls: ReadonlySet<CallName> | undefined;
  /** The same for the requests to its library. */
  readonly browses: Browses;
  /** Properties that no player of its family tells, although it answers the request that has them at others. */
  readonly missingTopics: ReadonlySet<string> | undefined;
}

export type PlayerConfig = ResourceContext["config"] & {
  /** No command sets a volume above this share of the player's range. */
  readonly maxVolumePercent: number;
  /** The effect of `off`: switch the player off, or put it into standby. */
  readonly offAction: OffAction;
  readonly wakeMacs: readonly string[];
  /** The paths that `raw` may request. */
  readonly rawPaths: readonly string[];
  readonly readsLibrary: boolean;
};

/** What the bridge knows about a player besides its answers: from an earlier run, from its other players. */
type BridgeKnowledge = ResourceContext["bridge"] & {
  /** What an earlier run published about it, until it answers: another device may have taken its place since then. */
  readonly former: FormerInfo | undefined;
  /** The identity under which Home Assistant knows the player; undefined until it is decided. */
  readonly identity: string | undefined;
};

/** Everything known about a player: topics are rendered from it, and commands are decided by it. */
export interface KnownPlayer extends ResourceContext, WakingContext {
  /** Operations with known support; all others are unknown. */
  readonly operations: Readonly<Partial<Record<CallName, OperationState>>>;
  readonly profile: KnownProfile;
  readonly config: PlayerConfig;
  readonly bridge: BridgeKnowledge;
  readonly presence: {
    readonly availability: Availability;
    /** The last failed request of the current silence; undefined while the player answers. */
    readonly failure: Failure | undefined;
  };
}

/** Whether the player supports an operation, as far as known. Its plug is another device. */
export function operationSupport(
  { profile: { calls }, operations }: Pick<KnownPlayer, "profile" | "operations">,
  name: CallName,
): OperationState["support"] {
  if (name !== "switchPlug" && calls?.has(name) === false) return "unsupported";
  return operations[name]?.support ?? "unknown";
}
