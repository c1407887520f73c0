import type { FleetView } from "../core/session/health.ts";
import type { BridgeRecord } from "../core/topics/bridge-record.ts";
import type { DatedMessage, IncomingMessage, Subscription } from "../core/topics/message.ts";
import type { Phrase } from "../lib/phrase.ts";

/** Why a loop ends, as its open commands report it. `lost`: nothing may be said any more, since another bridge answers for them. */
export type EndReason = Phrase | "lost";

/** One that knows of other bridges, which may act for players instead of this one. What it leaves out, it allows. */
export interface OwnershipPlug {
  /** Whether this bridge acts for players at all; otherwise it is one without a broker to its parts. */
  readonly isActive?: boolean;
  /** The client id of the bridge that acts instead. */
  readonly standsByFor?: string | undefined;
  /** The term of this bridge among those of its name. */
  readonly term?: number;
  /** Whether bridges share their players: then all hear all commands. */
  readonly sharesPlayers?: boolean;
  readonly fleet?: FleetView | undefined;
  readonly subscriptions?: readonly Subscription[];

  /** Why the loop of a player has to end, or must not begin; undefined while it may run. */
  whyStop?(playerId: string): EndReason | undefined;
  /** Whether something may be sent to the player, or said about it, now. */
  mayAct?(playerId: string): boolean;
  /** Whether a command goes on now. A plug that says no drops it, or hands it over later by `decided`. */
  admits?(message: DatedMessage): boolean;

  /** The connection to the broker began or ended, or a message arrived: before any part of the bridge notices it. */
  linked?(): void;
  unlinked?(): void;
  heard?(message: IncomingMessage): void;
  /** The broker accepted a message with QoS 1. */
  accepted?(topic: string): void;
  /** The info of the bridge that ran before was read, and will be replaced. */
  claimed?(record: BridgeRecord | undefined): void;
  stateSent?(): void;
  configured?(playerIds: readonly string[]): void;
  /** Loops have ended or begun; those of these players run. */
  arranged?(isRunning: (playerId: string) => boolean): void;
  /** The bridge has ended and said its last. */
  left?(): Promise<void>;
}

/** Whether this process may act for a player now: always, unless a plug says no. */
export class Ownership {
  readonly #plugs: readonly OwnershipPlug[];

  constructor(plugs: readonly OwnershipPlug[]) {
    this.#plugs = plugs;
  }

  get isActive(): boolean {
    return this.#plugs.every(({ isActive }) => isActive !== false);
  }

  get standsByFor(): string | undefined {
    return this.#first(({ standsByFor }) => standsByFor);
  }

  get term(): number {
    return this.#first(({ term }) => term) ?? 0;
  }

  get sharesPlayers(): boolean {
    return this.#plugs.some(({ sharesPlayers }) => sharesPlayers === true);
  }

  get fleet(): FleetView | undefined {
    return this.#first(({ fleet }) => fleet);
  }

  get subscriptions(): readonly Subscription[] {
    return this.#plugs.flatMap(({ subscriptions = [] }) => subscriptions);
  }

  whyStop(playerId: string): EndReason | undefined {
    return this.#first((plug) => plug.whyStop?.(playerId));
  }

  mayAct(playerId: string): boolean {
    return this.#plugs.every((plug) => plug.mayAct?.(playerId) !== false);
  }

  admits(message: DatedMessage): boolean {
    return this.#plugs.every((plug) => plug.admits?.(message) !== false);
  }

  /** Notifies all plugs. */
  tell(event: (plug: OwnershipPlug) => void): void {
    for (const plug of this.#plugs) event(plug);
  }

  async leave(): Promise<void> {
    for (const plug of this.#plugs) await plug.left?.();
  }

  #first<Value>(valueOf: (plug: OwnershipPlug) => Value | undefined): Value | undefined {
    for (const plug of this.#plugs) {
      const value = valueOf(plug);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}
