import type { Clock } from "../../lib/clock.ts";
import type { TaskScope } from "../../lib/task-scope.ts";
import type { Membership } from "./membership.ts";
import type { BridgePlayer, PlayerRunner } from "../player-runner.ts";
import { PlayerRunners } from "../player-runners.ts";
import { type Phrase, message } from "../../lib/phrase.ts";

export interface AssignmentOptions {
  readonly membership: Membership;
  /** Whether this bridge runs players at all, or another one of its name does. */
  readonly mayRun: () => boolean;
  readonly clock: Clock;
  readonly createRunner: (player: BridgePlayer, place: number) => PlayerRunner;
  /**
   * Runners stopped. Called before others are created, so that the broker sends retained messages to the new ones
   * again.
   */
  readonly onLeft: () => void;
  /** The runners changed. Called before new ones make their first request. */
  readonly onAssigned: () => void;
}

/** Decides which players run here: by the configuration, and in a fleet by the claims of its members. */
export class Assignment {
  readonly runners: PlayerRunners;
  readonly #options: AssignmentOptions;
  #players: ReadonlyMap<string, BridgePlayer>;
  readonly #restarting = new Set<string>();
  #scope: TaskScope | undefined;
  #lastChange: Promise<void> = Promise.resolve();

  constructor(players: readonly BridgePlayer[], options: AssignmentOptions) {
    this.#options = options;
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

  start(scope: TaskScope): void {
    this.#scope = scope;
    for (const runner of this.runners) runner.start(scope, this.#options.clock);
  }

  /** The configured player with this id. */
  get(playerId: string): BridgePlayer | undefined {
    return this.#players.get(playerId);
  }

  /** Sets the players. */
  arrange(players: readonly BridgePlayer[]): Promise<void> {
    return this.#afterwards(() => {
      this.#players = byId(players);
      this.#options.membership.configure([...this.#players.keys()]);
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
    const { clock, createRunner, membership, onLeft, onAssigned } = this.#options;
    const scope = this.#scope;
    if (scope === undefined || scope.signal.aborted) return;
    const stopping = this.#stopping();
    if (stopping.length > 0) {
      await Promise.all(stopping.map(([runner, reason]) => runner.stop(reason)));
      for (const [runner] of stopping) this.runners.remove(runner);
      onLeft();
    }
    membership.stopped((id) => this.runners.get(id) !== undefined);
    const starting = this.#starting().map(createRunner);
    for (const runner of starting) this.runners.add(runner);
    if (stopping.length > 0 || starting.length > 0) onAssigned();
    for (const runner of starting) runner.start(scope, clock);
  }

  /** The runners to stop, with the reason that their open commands report. */
  #stopping(): [runner: PlayerRunner, reason: Phrase][] {
    const stopping: [PlayerRunner, Phrase][] = [];
    for (const runner of this.runners) {
      const player = this.#players.get(runner.player.id);
      if (player === undefined) stopping.push([runner, message("end.removed", "the player was removed")]);
      else if (player !== runner.player)
        stopping.push([runner, message("end.changed", "the player's settings changed")]);
      else if (this.#restarting.delete(player.id))
        stopping.push([runner, message("end.restarted", "the player's session was restarted")]);
      else if (!this.#options.mayRun())
        stopping.push([runner, message("end.taken-over", "another bridge of this name took over")]);
      else if (!this.#options.membership.mayGoOn(player.id))
        stopping.push([runner, message("end.moved", "the player moved to another bridge of the fleet")]);
    }
    return stopping;
  }

  #starting(): BridgePlayer[] {
    if (!this.#options.mayRun()) return [];
    const { membership } = this.#options;
    return [...this.#players.values()].filter(
      ({ id }) => this.runners.get(id) === undefined && membership.mayStart(id),
    );
  }
}

function byId(players: readonly BridgePlayer[]): ReadonlyMap<string, BridgePlayer> {
  return new Map(players.map((player) => [player.id, player]));
}
