import { bridgeNameOf, isOfFleet, ownerOf, placeOf, type Shard } from "../../core/fleet.ts";
import type { Log } from "../../core/ports.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import type { TaskScope } from "../../lib/task-scope.ts";
import type { Peers } from "./peers.ts";
import type { BridgePlayer, PlayerRunner } from "../player-runner.ts";
import { PlayerRunners } from "../player-runners.ts";

/** What it takes to decide who sits here. */
export interface AssignmentOptions {
  readonly shard: Shard;
  readonly peers: Peers;
  readonly clock: Clock;
  readonly log: Log;
  readonly createRunner: (player: BridgePlayer, place: number) => PlayerRunner;
  /** Those that left do so no more; said before others come, so that what the broker holds for them is sent again. */
  readonly onLeft: () => void;
  /** All sit that shall; said before those that came make their first request. */
  readonly onAssigned: () => void;
}

/** Who sits here: players come and go as the configuration, and in a fleet the other bridges, say. */
export class Assignment {
  readonly runners: PlayerRunners;
  readonly #options: AssignmentOptions;
  readonly #self: BridgeName;
  #count: number;
  #players: ReadonlyMap<string, BridgePlayer>;
  readonly #restarting = new Set<string>();
  #scope: TaskScope | undefined;
  #settled: Promise<void> = Promise.resolve();
  #waiting = "";

  constructor(players: readonly BridgePlayer[], options: AssignmentOptions) {
    this.#options = options;
    this.#self = bridgeNameOf(options.shard);
    this.#count = options.shard.count;
    this.#players = byId(players);
    this.runners = new PlayerRunners(options.clock);
    for (const [place, player] of this.#coming().entries())
      this.runners.add(options.createRunner(player, place));
  }

  /** Whether the configuration has such a player, here or elsewhere. */
  isConfigured(playerId: string): boolean {
    return this.#players.has(playerId);
  }

  /** Whether a bridge of this name is one of the fleet. */
  isOfFleet(bridge: BridgeName): boolean {
    return isOfFleet(bridge, this.#count);
  }

  /** The loops begin. */
  start(scope: TaskScope): void {
    this.#scope = scope;
    for (const runner of this.runners) runner.start(scope, this.#options.clock);
  }

  /** Makes these the players of a fleet of so many bridges. */
  arrange(players: readonly BridgePlayer[], count: number): Promise<void> {
    return this.#afterwards(() => {
      this.#players = byId(players);
      this.#count = count;
    });
  }

  /** Begins a player's session anew; false where no such player sits here. */
  async restart(playerId: string): Promise<boolean> {
    if (this.runners.get(playerId) === undefined) return false;
    await this.#afterwards(() => this.#restarting.add(playerId));
    return true;
  }

  /** Something has changed: whoever shall sit here comes, whoever shall not leaves. */
  settle(): Promise<void> {
    return this.#afterwards(() => {});
  }

  /** One after the other: who leaves has left before anybody decides anew. */
  #afterwards(change: () => unknown): Promise<void> {
    const settling = this.#settled.then(() => {
      change();
      return this.#settle();
    });
    this.#settled = settling.catch(() => {});
    return settling;
  }

  async #settle(): Promise<void> {
    const { clock, createRunner, onLeft, onAssigned } = this.#options;
    const scope = this.#scope;
    if (scope === undefined || scope.signal.aborted) return;
    const leaving = this.#leaving();
    if (leaving.length > 0) {
      await Promise.all(leaving.map(([runner, why]) => runner.leave(why)));
      for (const [runner] of leaving) this.runners.remove(runner);
      onLeft();
    }
    const coming = this.#coming().map(createRunner);
    for (const runner of coming) this.runners.add(runner);
    if (leaving.length > 0 || coming.length > 0) onAssigned();
    for (const runner of coming) runner.start(scope, clock);
    this.#tellWaiting();
  }

  /** Who sits here and shall not, with the reason that open commands are told. */
  #leaving(): [runner: PlayerRunner, why: string][] {
    const leaving: [PlayerRunner, string][] = [];
    for (const runner of this.runners) {
      const player = this.#players.get(runner.player.id);
      if (player === undefined) leaving.push([runner, "the player was removed"]);
      else if (player !== runner.player) leaving.push([runner, "the player's settings changed"]);
      else if (this.#restarting.delete(player.id))
        leaving.push([runner, "the player's session was restarted"]);
      else if (this.#placeOf(player.id) !== "here")
        leaving.push([runner, "the player went to another bridge of the fleet"]);
    }
    return leaving;
  }

  #coming(): BridgePlayer[] {
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
      isOwnerThere: peers.isThere(owner),
      isHeldHere: this.runners.get(playerId) !== undefined,
      holder: peers.holderOf(playerId),
    });
  }

  /** Says once whom it waits for, and that it waits no more. */
  #tellWaiting(): void {
    const { log, peers } = this.#options;
    const waiting = peers.isRead
      ? [...this.#players.keys()].filter((id) => this.#placeOf(id) === "waiting")
      : [];
    const bridges = [...new Set(waiting.map((id) => peers.holderOf(id)))];
    const text = JSON.stringify([waiting.length, bridges]);
    if (text === this.#waiting || (this.#waiting === "" && waiting.length === 0)) return;
    this.#waiting = waiting.length === 0 ? "" : text;
    if (waiting.length === 0) log.info({}, "no player is waited for any more");
    else
      log.info(
        { players: waiting.length, bridges },
        "players wait until another bridge of the fleet lets them go",
      );
  }
}

function byId(players: readonly BridgePlayer[]): ReadonlyMap<string, BridgePlayer> {
  return new Map(players.map((player) => [player.id, player]));
}
