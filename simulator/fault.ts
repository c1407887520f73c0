import type { SimulatorClock } from "./clock.ts";
import type { Reply } from "./reply.ts";

export interface Call {
  /** Its name; undefined for a path that the player does not have. */
  readonly operation: string | undefined;
  readonly query: URLSearchParams;
  readonly others: number;
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal;
}

/** Dependencies of a fault; `answer` gives the answer of a player without faults. */
export interface FaultContext<Player = unknown> {
  readonly player: Player;
  readonly clock: SimulatorClock;
  readonly random: () => number;
  readonly answer: (operation: string) => Reply;
}

/** A kind of misbehavior; `next` passes the call to the older faults and finally to the player. */
export interface Fault {
  /** Requests that it does not apply to pass unchanged and do not count; by default it applies to all. */
  readonly appliesTo?: (call: Call) => boolean;
  readonly handle: (call: Call, next: () => Promise<Reply>) => Reply | Promise<Reply>;
}

/** Starts a fault; its state begins at this moment. */
export type StartFault<Player = unknown> = (context: FaultContext<Player>) => Fault;

/** A fault with its limits: one operation only, a number of requests only. */
export interface Behavior<Player = unknown> {
  readonly text: string;
  readonly start: StartFault<Player>;
  readonly operation?: string | undefined;
  readonly times?: number | undefined;
}

/** A row in the table of faults: its argument, and how to create it from a valid argument. */
export interface FaultKind<Player = unknown> {
  readonly argument?: { readonly name: string; readonly pattern: RegExp };
  readonly create: (argument: string) => StartFault<Player>;
}
