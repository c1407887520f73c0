import { lookup } from "node:dns/promises";
import type { Family } from "../../families/family.ts";
import { findPlayers, type FoundPlayer } from "../finder/find-players.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";

/** The machine and network that an examination runs on; tests replace it. */
export interface Environment {
  readonly clock: Clock;
  readonly nodeVersion: string;
  readonly families: readonly Family[];
  /** The addresses behind a host name; rejects when there are none. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly search: (signal: AbortSignal) => Promise<readonly FoundPlayer[]>;
}

/** Players answer at once. */
const searchMs = 2000;

/** This machine, and the makes that its players may be of. */
export function machineWith(families: readonly Family[]): Environment {
  return {
    clock: systemClock,
    nodeVersion: process.versions.node,
    families,
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    search: (signal) => findPlayers({ families, clock: systemClock, listenMs: searchMs }, signal),
  };
}
