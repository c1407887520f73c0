import { lookup } from "node:dns/promises";
import { askModel } from "../../device/ask-model.ts";
import { findPlayers, type FoundPlayer } from "../finder/find-players.ts";
import { ways } from "../finder/ways.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { type Neighbour, readNeighbours, stirNeighbours } from "./player/neighbours.ts";

/** What an examination asks of the machine it runs on; a test puts its own in its place. */
export interface World {
  readonly clock: Clock;
  readonly nodeVersion: string;
  /** The addresses behind a host name; rejects when there are none. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Who was seen on the network lately: addresses with their MACs. */
  readonly neighbours: () => Promise<readonly Neighbour[]>;
  /** Makes the system look who is on the network of this address, so that `neighbours` knows. */
  readonly stir: (address: string) => Promise<void>;
  /** Asks all players of the network to show themselves. */
  readonly search: (signal: AbortSignal) => Promise<readonly FoundPlayer[]>;
}

/** Where players listen. */
const playerPort = 9529;
/** Those that answer do it at once; a table of who is where was asked before. */
const searchMs = 2000;

/** This machine. */
export const thisWorld: World = {
  clock: systemClock,
  nodeVersion: process.versions.node,
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  neighbours: readNeighbours,
  stir: stirNeighbours,
  search: (signal) =>
    findPlayers(
      { ways, clock: systemClock, listenMs: searchMs, port: playerPort, confirm: askModel },
      signal,
    ),
};
