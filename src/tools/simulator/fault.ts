import type { OperationName } from "./operations.ts";
import type { Reply } from "./reply.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

/** A request on its way to the player. */
export interface Call {
  readonly operation: OperationName | undefined;
  readonly query: URLSearchParams;
  /** How many other requests waited for their answer when this one came. */
  readonly others: number;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** What a fault has to work with; `answer` is what a faultless player would say now. */
export interface Bench {
  readonly player: SimulatedPlayer;
  readonly now: () => number;
  readonly random: () => number;
  readonly answer: (operation: OperationName) => Reply;
}

/** A way to misbehave; `next` asks the older faults and at last the player itself. */
export interface Fault {
  /** Requests it does not concern pass it by and do not count; without it, all concern it. */
  readonly concerns?: (call: Call) => boolean;
  readonly handle: (call: Call, next: () => Promise<Reply>) => Reply | Promise<Reply>;
}

/** Begins a fault: what it has to remember, it remembers from this moment on. */
export type StartFault = (bench: Bench) => Fault;

/** A fault with its limits: for one operation only, for so many requests only. */
export interface Behaviour {
  readonly text: string;
  readonly start: StartFault;
  readonly operation?: OperationName | undefined;
  readonly times?: number | undefined;
}

/** A row in the list of faults: how it is written and how its argument, checked already, makes it. */
export interface FaultKind {
  readonly argument?: { readonly name: string; readonly pattern: RegExp };
  readonly create: (argument: string) => StartFault;
}
