import type { CallName } from "./call.ts";
import type { Wording } from "./request.ts";
import { type Decision, usually } from "./effect.ts";
import type { ResourceName } from "../resources/player.ts";
import type { KnownPlayer } from "./known-player.ts";
import type { Support } from "../resources/resource.ts";

/** One thing about a player that can be set. */
export interface Control extends Wording {
  /** What a player without it lacks. */
  readonly what: string;
  /** The resource without which there is no such control; undefined where only trying tells. */
  readonly family: ResourceName | undefined;
  /** The operations that it may come to. */
  readonly operations: readonly CallName[];
  /** Read after the command came and before it is decided: a toggle or a step must not start from an old picture. */
  readonly fresh: readonly ResourceName[];
  /** Read before the command is decided if they never were. */
  readonly needed: readonly ResourceName[];
  /** Whether the player has it, where the family alone does not say. */
  readonly offers: (session: Pick<KnownPlayer, "player">) => Support;
  /** Whether it makes sense to ask it of a player that is off. */
  readonly isForAbsent: boolean;
  /** Why a request cannot be understood; undefined for one that can. */
  readonly problemOf: (request: string) => string | undefined;
  /** Whether a newer request leaves it standing: two steps are two steps, two volumes are the last one. */
  readonly isStep: (request: string) => boolean;
  /** How long an outcome may take from the first call on, where the player shows it late or never. */
  readonly takesMs: (request: string) => number;
  /** Decides about a request. */
  readonly decide: (request: string, session: KnownPlayer, now: number) => Decision;
}

/** What a control is made of: what its requests are read to, and what follows from that. */
interface ControlSpec<Wanted> extends Wording {
  readonly what: string;
  readonly family?: ResourceName;
  readonly operations: readonly CallName[];
  readonly fresh?: readonly ResourceName[];
  readonly needed?: readonly ResourceName[];
  readonly offers?: (session: Pick<KnownPlayer, "player">) => Support;
  readonly isForAbsent?: boolean;
  /** Undefined for what cannot be understood. */
  readonly read: (request: string) => Wanted | undefined;
  readonly isStep?: (wanted: Wanted) => boolean;
  readonly takesMs?: (wanted: Wanted) => number;
  readonly decide: (wanted: Wanted, session: KnownPlayer, now: number) => Decision;
}

/** Makes a control. */
export function defineControl<Wanted>(spec: ControlSpec<Wanted>): Control {
  const { read, isStep = () => false, takesMs = () => usually.pollForMs, decide, ...rest } = spec;
  const problem = `malformed: wanted ${spec.wanted}`;
  return {
    family: undefined,
    fresh: [],
    needed: [],
    offers: () => "supported",
    isForAbsent: false,
    ...rest,
    problemOf: (request) => (read(request) === undefined ? problem : undefined),
    isStep: (request) => {
      const wanted = read(request);
      return wanted !== undefined && isStep(wanted);
    },
    takesMs: (request) => {
      const wanted = read(request);
      return wanted === undefined ? 0 : takesMs(wanted);
    },
    decide: (request, session, now) => {
      const wanted = read(request);
      return wanted === undefined ? rejected(problem) : decide(wanted, session, now);
    },
  };
}

/** One of these words, in whatever case it is written. */
export function oneOf<Word extends string>(...words: readonly Word[]): (request: string) => Word | undefined {
  return (request) => words.find((word) => word === request.toLowerCase());
}

/** The outcome of what makes no sense just now. */
export function rejected(reason: string): Decision {
  return { kind: "settle", outcome: { kind: "rejected", reason } };
}

/** The outcome of what cannot be done. */
export function failed(reason: string): Decision {
  return { kind: "settle", outcome: { kind: "failed", reason } };
}

/** The outcome of what is so already: nothing is sent. */
export const unchanged: Decision = { kind: "settle", outcome: { kind: "unchanged" } };

/** A request as it may be repeated in a reason. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 63)}…` : text);
}
