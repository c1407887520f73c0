import type { ControlName } from "../../core/controls/table.ts";
import type { Family } from "../../families/family.ts";
import type { Clock } from "../../lib/clock.ts";

/** A simulated player, as far as the kit needs it. */
export interface Conforming extends AsyncDisposable {
  readonly url: string;
  /** Faults that it can have; none in a recording. */
  readonly behaviors?: { add(fault: string): Disposable };
}

/** What the kit has to know of a make; what is left out is not tried, as with a recording, which does nothing. */
export interface Conformance<Simulated extends Conforming> {
  readonly family: Family;
  readonly start: (clock: Clock) => Promise<Simulated>;
  /** Changes by hand, and what they show; in this order. */
  readonly hands?: Readonly<
    Record<string, readonly [act: (player: Simulated) => void, leaf: string, shows: string | RegExp]>
  >;
  /** A change by hand to another source, whose titles trail it. */
  readonly changeSource?: (player: Simulated) => void;
  /** The commands, in this order, and what the player must have done then. */
  readonly commands?: readonly (readonly [
    control: ControlName,
    request: string,
    isDone: (player: Simulated) => boolean,
  ])[];
  /** The fault under which the player confirms what it does not do. */
  readonly ignores?: string;
  /** Controls that nothing proves, or that would end the player. */
  readonly unproven?: readonly ControlName[];
  /** Commands whose argument the player refuses under this fault; their controls must stay. */
  readonly refusals?: readonly (readonly [control: ControlName, request: string, fault: string])[];
  /** Properties that the player has, but does not show during this. */
  readonly unshown?: readonly string[];
}

/** What lies beside the file of a make, for `make check`. */
export type Check<Simulated extends Conforming = Conforming> = Omit<Conformance<Simulated>, "family">;
