import type { ActiveBehavior } from "./behaviors.ts";
import type { SearchWay } from "./beacon.ts";
import type { Behavior } from "./fault.ts";
import type { Traffic } from "./traffic.ts";

/** A make of simulated players, as the command line and the demo need it. */
export interface SimulatedMake {
  readonly usualPort: number;
  readonly presets: readonly string[];
  readonly faultUsages: readonly string[];
  /** The flags that are its own; one without a value is a switch. */
  readonly flags: Readonly<Record<string, { readonly value?: string; readonly about: string }>>;
  readonly example: string;
  /** Throws TypeError for an invalid fault. */
  readonly parseFault: (text: string) => unknown;
  /** Starts one with the options in the flags. */
  start(given: GivenFlags, common: CommonOptions): Promise<RunningSimulator>;
  /** Its players in the demo, which has the first two of every make by default; the third of the first make is off. */
  readonly demoPlayers: readonly DemoPlayer[];
  /** A player of the demo that set-up finds; one make has it. */
  readonly startSpare?: () => Promise<AsyncDisposable & { readonly url: string }>;
}

export interface GivenFlags {
  has(name: string): boolean;
  word(name: string, example: string): string | undefined;
  wholeNumber(name: string, range: { readonly min: number; readonly max: number }): number | undefined;
  choice<Name extends string>(name: string, choices: Readonly<Record<Name, unknown>>): Name | undefined;
}

export interface CommonOptions {
  readonly host: string;
  readonly port: number;
  readonly name?: string;
  readonly queueSize?: number;
}

export interface RunningSimulator extends AsyncDisposable {
  readonly url: string;
  readonly title: string;
  readonly traffic: Traffic;
  readonly behaviors: { add(behavior: Behavior | string): ActiveBehavior };
  readonly searchWays: readonly SearchWay[];
  /** What else to know about it, line by line. */
  readonly notes: readonly string[];
}

export interface DemoPlayer {
  readonly id: string;
  readonly name: string;
  readonly start: () => Promise<DemoSimulator>;
}

export type DemoSimulator = AsyncDisposable & {
  readonly url: string;
  /** What else its entry in the list of players has. */
  readonly entry?: object;
};

/** An address for this machine itself instead of the one for all interfaces. */
export function reachable(host: string): string {
  return host.replace("0.0.0.0", "127.0.0.1");
}
