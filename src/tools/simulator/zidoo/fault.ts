import type { OperationName } from "./operations.ts";
import type { Reply } from "./reply.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

/** A request before it reaches the player. */
export interface Call {
  readonly operation: OperationName | undefined;
  readonly query: URLSearchParams;
  /** The number of requests in progress when this one arrived. */
  readonly others: number;
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal;
}

/** Dependencies of a fault; `answer` gives the answer of a player without faults. */
export interface FaultContext {
  readonly player: SimulatedPlayer;
  readonly now: () => number;
  readonly random: () => number;
  readonly answer: (operation: OperationName) => Reply;
}

/** A kind of misbehaviour; `next` passes the call to the older faults and finally to the player. */
export interface Fault {
  /** Requests that it does not apply to pass unchanged and do not count; by default it applies to all. */
  readonly appliesTo?: (call: Call) => boolean;
  readonly handle: (call: Call, next: () => Promise<Reply>) => Reply | Promise<Reply>;
}

/** Starts a fault; its state begins at this moment. */
export type StartFault = (context: FaultContext) => Fault;

/** A fault with its limits: one operation only, a number of requests only. */
export interface Behaviour {
  readonly text: string;
  readonly start: StartFault;
  readonly operation?: OperationName | undefined;
  readonly times?: number | undefined;
}

/** A row in the table of faults: its argument, and how to create it from a valid argument. */
export interface FaultKind {
  readonly argument?: { readonly name: string; readonly pattern: RegExp };
  readonly create: (argument: string) => StartFault;
}
