import type { ResourceContext } from "../resources/player.ts";
import type { Support } from "../resources/resource.ts";
import type { CallName } from "./call.ts";

/** What is known about an operation that changes something; `off` is one that its owner has not switched on. */
export interface OperationState {
  readonly support: Support | "off";
  /** Denials in a row. */
  readonly denials: number;
}

/** The last request that brought no answer. */
interface Failure {
  readonly at: number;
  readonly reason: string;
}

/** All that is known of a player: what its topics are made of, and what commands are decided by. */
export interface KnownPlayer extends ResourceContext {
  /** Operations of which more is known than that they exist. */
  readonly operations: Readonly<Partial<Record<CallName, OperationState>>>;
  /** What Home Assistant knows the player by; undefined until that is decided. */
  readonly identity: string | undefined;
  /** The address of the player's network card as its owner configured it. */
  readonly mac: string | undefined;
  /** The failure that began, or last continued, the silence; undefined while the player answers. */
  readonly failure: Failure | undefined;
}
