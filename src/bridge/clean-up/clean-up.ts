import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import { clearBridge } from "../../core/topics/render-bridge.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import type { Membership } from "../fleet/membership.ts";
import { DepartedPlayers } from "./departed-players.ts";

export interface CleanUpOptions {
  readonly base: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly membership: Membership;
  /** Whether an extension still needs the topics of this player or bridge. */
  readonly isHeld: (id: string) => boolean;
  readonly isConfigured: (playerId: string) => boolean;
  readonly isListComplete: () => boolean;
  /** A bridge that is absent for long was found. */
  readonly onFormer: () => void;
  readonly onChanged: () => void;
}

/** Former bridges are checked at this interval until they are cleared. */
const checkEveryMs = 5000;

/** Clears the topics of players and bridges that no longer exist, and no others. */
export class CleanUp {
  readonly #options: CleanUpOptions;
  readonly #players: DepartedPlayers;
  readonly #timers: NamedTimers;

  constructor(options: CleanUpOptions) {
    this.#options = options;
    const { isConfigured, membership } = options;
    this.#players = new DepartedPlayers({
      ...options,
      isWanted: (id) => isConfigured(id) || membership.isClaimed(id),
    });
    this.#timers = new NamedTimers(options.clock);
  }

  get departed(): readonly string[] {
    return this.#players.ids;
  }

  get subscriptions(): Subscription[] {
    return this.#players.subscriptions;
  }

  /** Clears the topics of those former players that no bridge runs now. */
  clearUnwanted(playerIds: readonly string[]): void {
    this.#players.add(playerIds);
  }

  connected(): void {
    this.#players.connected();
  }

  disconnected(): void {
    this.#players.disconnected();
    this.#timers.cancelAll();
  }

  received(message: IncomingMessage): void {
    this.#players.received(message);
  }

  /**
   * Other bridges came or went. The topics of a former bridge are cleared once its players are cleared or run
   * elsewhere.
   */
  membersChanged(): void {
    const { base, broker, isHeld, membership, onFormer } = this.#options;
    if (!membership.isRead) return;
    const former = membership.absent;
    this.#timers.after("check", checkEveryMs, () => this.membersChanged());
    if (former.size === 0) return;
    onFormer();
    for (const [bridge, { players, pages }] of former) {
      this.#players.add(players);
      if (isHeld(bridge) || this.departed.some((id) => players.includes(id))) continue;
      for (const message of clearBridge(base, bridge, pages)) broker.publish(message);
      membership.forget(bridge);
    }
  }
}
