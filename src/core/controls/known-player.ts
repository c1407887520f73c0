import type { ResourceContext } from "../resources/player.ts";
import type { Support } from "../resources/resource.ts";
import type { CallName } from "./call.ts";

/** Whether the player supports an operation; `off` means that the owner has not enabled it. */
export interface OperationState {
  readonly support: Support | "off";
  /** Consecutive denials. */
  readonly denials: number;
}

/** The last request without an answer. */
interface Failure {
  readonly at: number;
  readonly reason: string;
}

/** Everything known about a player: topics are rendered from it, and commands are decided by it. */
export interface KnownPlayer extends ResourceContext {
  /** Operations with known support; all others are unknown. */
  readonly operations: Readonly<Partial<Record<CallName, OperationState>>>;
  /** The identity under which Home Assistant knows the player; undefined until it is decided. */
  readonly identity: string | undefined;
  /** No command sets a volume above this share of the player's range. */
  readonly maxVolumePercent: number;
  /** The last failed request of the current silence; undefined while the player answers. */
  readonly failure: Failure | undefined;
}
