import { bridgeNameOf, isFleetMember, ownerOf, placeOf, type Shard } from "../../core/fleet.ts";
import type { Log } from "../../core/ports.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import type { TaskScope } from "../../lib/task-scope.ts";
import type { Peers } from "./peers.ts";
import type { BridgePlayer, PlayerRunner } from "../player-runner.ts";
import { PlayerRunners } from "../player-runners.ts";
import { type Phrase, say } from "../../lib/phrase.ts";

export interface AssignmentOptions {
  readonly shard: Shard;
  readonly peers: Peers;
  /** Whether this bridge runs players at all, or another one of its name does. */
  readonly mayRun: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly createRunner: (player: BridgePlayer, place: number) => PlayerRunner;
  /**
   * Runners stopped. Called before others are created, so that the broker sends retained messages to the new ones
   * again.
   */
  readonly onLeft: () => void;
  /** The runners changed. Called before new ones make their first request. */
  readonly onAssigned: () => void;
}

/** Decides which players run here: by the configuration, and in a fleet by the other bridges' claims. */
export class Assignment {
  readonly runners: PlayerRunners;
  readonly #options: AssignmentOptions;
  readonly #self: BridgeName;
  #count: number;
  #players: ReadonlyMap<string, BridgePlayer>;
  readonly #restarting = new Set<string>();
  #scope: TaskScope | undefined;
  #lastChange: Promise<void> = Promise.resolve();
  #loggedWaiting = "";

  constructor(players: readonly BridgePlayer[], options: AssignmentOptions) {
    this.#options = options;
    this.#self = bridgeNameOf(options.shard);
    this.#count = options.shard.count;
    this.#players = byId(players);
    this.runners = new PlayerRunners(options.clock);
    for (const [place, player] of this.#starting().entries())
      this.runners.add(options.createRunner(player, place));
  }

  /** The players of the configuration, on this bridge or another. */
  get configured(): Iterable<BridgePlayer> {
    return this.#players.values();
  }

  isConfigured(playerId: string): boolean {
    return this.#players.has(playerId);
  }

  /** Whether the fleet contains a bridge of this name. */
  isFleetMember(bridge: BridgeName): boolean {
    return isFleetMember(bridge, this.#count);
  }

  start(scope: TaskScope): void {
    this.#scope = scope;
    for (const runner of this.runners) runner.start(scope, this.#options.clock);
  }

  /** Sets the players and the size of the fleet. */
  arrange(players: readonly BridgePlayer[], count: number): Promise<void> {
    return this.#afterwards(() => {
      this.#players = byId(players);
      this.#count = count;
    });
  }

  /** Starts a player's session again; false if the player does not run here. */
  async restart(playerId: string): Promise<boolean> {
    if (this.runners.get(playerId) === undefined) return false;
    await this.#afterwards(() => this.#restarting.add(playerId));
    return true;
  }

  /** The other bridges changed: starts and stops the affected players. */
  update(): Promise<void> {
    return this.#afterwards(() => {});
  }

  /** Applies changes one after another, so that a runner has stopped before the next change begins. */
  #afterwards(change: () => unknown): Promise<void> {
    const changing = this.#lastChange.then(() => {
      change();
      return this.#apply();
    });
    this.#lastChange = changing.catch(() => {});
    return changing;
  }

  async #apply(): Promise<void> {
    const { clock, createRunner, onLeft, onAssigned } = this.#options;
    const scope = this.#scope;
    if (scope === undefined || scope.signal.aborted) return;
    const stopping = this.#stopping();
    if (stopping.length > 0) {
      await Promise.all(stopping.map(([runner, reason]) => runner.stop(reason)));
      for (const [runner] of stopping) this.runners.remove(runner);
      onLeft();
    }
    const starting = this.#starting().map(createRunner);
    for (const runner of starting) this.runners.add(runner);
    if (stopping.length > 0 || starting.length > 0) onAssigned();
    for (const runner of starting) runner.start(scope, clock);
    this.#logWaiting();
  }

  /** The runners to stop, with the reason that their open commands report. */
  #stopping(): [runner: PlayerRunner, reason: Phrase][] {
    const stopping: [PlayerRunner, Phrase][] = [];
    for (const runner of this.runners) {
      const player = this.#players.get(runner.player.id);
      if (player === undefined) stopping.push([runner, say("end.removed", "the player was removed")]);
      else if (player !== runner.player)
        stopping.push([runner, say("end.changed", "the player's settings changed")]);
      else if (this.#restarting.delete(player.id))
        stopping.push([runner, say("end.restarted", "the player's session was restarted")]);
      else if (!this.#options.mayRun())
        stopping.push([runner, say("end.taken-over", "another bridge of this name took over")]);
      else if (this.#placeOf(player.id) !== "here")
        stopping.push([runner, say("end.moved", "the player moved to another bridge of the fleet")]);
    }
    return stopping;
  }

  #starting(): BridgePlayer[] {
    if (!this.#options.mayRun()) return [];
    if (this.#count > 1 && !this.#options.peers.isRead) return [];
    return [...this.#players.values()].filter(
      ({ id }) => this.runners.get(id) === undefined && this.#placeOf(id) === "here",
    );
  }

  #placeOf(playerId: string): ReturnType<typeof placeOf> {
    const { peers } = this.#options;
    const owner = ownerOf(playerId, this.#count);
    return placeOf({
      self: this.#self,
      owner,
      isOwnerOnline: peers.isOnline(owner),
      isHeldHere: this.runners.get(playerId) !== undefined,
      holder: peers.holderOf(playerId),
    });
  }

  /** Logs once which bridges still run players of ours, and once when all handovers are complete. */
  #logWaiting(): void {
    const { log, peers } = this.#options;
    const waiting = peers.isRead
      ? [...this.#players.keys()].filter((id) => this.#placeOf(id) === "waiting")
      : [];
    const bridges = [...new Set(waiting.map((id) => peers.holderOf(id)))];
    const text = JSON.stringify([waiting.length, bridges]);
    if (text === this.#loggedWaiting || (this.#loggedWaiting === "" && waiting.length === 0)) return;
    this.#loggedWaiting = waiting.length === 0 ? "" : text;
    if (waiting.length === 0) log.info({}, "all handovers from other bridges are complete");
    else
      log.info(
        { players: waiting.length, bridges },
        "waiting for other bridges of the fleet to hand over players",
      );
  }
}

function byId(players: readonly BridgePlayer[]): ReadonlyMap<string, BridgePlayer> {
  return new Map(players.map((player) => [player.id, player]));
}
