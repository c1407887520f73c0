import { translatable } from "../lib/phrase.ts";
import type { TaskScope } from "../lib/task-scope.ts";
import type { BridgeContext } from "./bridge-context.ts";
import type { EndReason, Ownership } from "./ownership.ts";
import { type BridgePlayer, createRunner, type PlayerRunner } from "./player-runner.ts";
import type { PlayerRunners } from "./player-runners.ts";

/** Which players run here: those of the configuration for which this bridge may act. */
export class Assignment {
  readonly #context: BridgeContext;
  readonly #ownership: Ownership;
  readonly #runners: PlayerRunners;
  #players: ReadonlyMap<string, BridgePlayer>;
  readonly #restarting = new Set<string>();
  #scope: TaskScope | undefined;
  #lastChange: Promise<void> = Promise.resolve();

  constructor(
    players: readonly BridgePlayer[],
    context: BridgeContext,
    ownership: Ownership,
    runners: PlayerRunners,
  ) {
    this.#context = context;
    this.#ownership = ownership;
    this.#runners = runners;
    this.#players = this.#configured(players);
    this.#addStarting();
  }

  /** The players of the configuration, on this bridge or another. */
  get configured(): Iterable<BridgePlayer> {
    return this.#players.values();
  }

  start(scope: TaskScope): void {
    this.#scope = scope;
    for (const runner of this.#runners) runner.start(scope, this.#context.clock);
  }

  get(playerId: string): BridgePlayer | undefined {
    return this.#players.get(playerId);
  }

  arrange(players: readonly BridgePlayer[]): Promise<void> {
    return this.#afterwards(() => {
      this.#players = this.#configured(players);
    });
  }

  /** Starts a player's session again; false if the player does not run here. */
  async restart(playerId: string): Promise<boolean> {
    if (this.#runners.get(playerId) === undefined) return false;
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
    const { clock, events } = this.#context;
    const scope = this.#scope;
    if (scope === undefined || scope.signal.aborted) return;
    const stopping = this.#stopping();
    if (stopping.length > 0) {
      await Promise.all(stopping.map(([runner, reason]) => runner.stop(reason)));
      for (const [runner] of stopping) this.#runners.remove(runner);
      events.playersLeft();
    }
    const starting = this.#addStarting();
    if (stopping.length > 0 || starting.length > 0) events.playersAssigned();
    for (const runner of starting) runner.start(scope, clock);
    this.#ownership.arranged?.((id) => this.#runners.get(id) !== undefined);
  }

  /** The runners to stop, with the reason that their open commands report. */
  #stopping(): [runner: PlayerRunner, reason: EndReason][] {
    const stopping: [PlayerRunner, EndReason][] = [];
    for (const runner of this.#runners) {
      const player = this.#players.get(runner.player.id);
      if (player === undefined)
        stopping.push([runner, translatable("end.removed", "the player was removed")]);
      else if (player !== runner.player)
        stopping.push([runner, translatable("end.changed", "the player's settings changed")]);
      else if (this.#restarting.delete(player.id))
        stopping.push([runner, translatable("end.restarted", "the player's session was restarted")]);
      else {
        const reason = this.#ownership.whyStop(player.id);
        if (reason !== undefined) stopping.push([runner, reason]);
      }
    }
    return stopping;
  }

  /** Creates the loops that may begin here, before they start. */
  #addStarting(): PlayerRunner[] {
    const starting = [...this.#players.values()]
      .filter(({ id }) => this.#runners.get(id) === undefined && this.#ownership.whyStop(id) === undefined)
      .map((player, place) => createRunner(player, place, this.#context, this.#ownership));
    for (const runner of starting) this.#runners.add(runner);
    return starting;
  }

  #configured(players: readonly BridgePlayer[]): ReadonlyMap<string, BridgePlayer> {
    const byId = new Map(players.map((player) => [player.id, player]));
    this.#ownership.configured?.([...byId.keys()]);
    return byId;
  }
}
