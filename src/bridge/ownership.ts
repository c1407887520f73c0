import type { FleetView } from "../core/session/health.ts";
import type { BridgeRecord } from "../core/topics/bridge-record.ts";
import type { IncomingMessage, Subscription } from "../core/topics/message.ts";
import type { Phrase } from "../lib/phrase.ts";

/** One that knows of other bridges, which may act for players instead of this one. What it leaves out, it allows. */
export interface OwnershipPlug {
  /** Whether this bridge acts for players at all; otherwise it is one without a broker to its parts. */
  readonly isActive?: boolean;
  /** The client id of the bridge that acts instead. */
  readonly standsByFor?: string | undefined;
  /** The term of this bridge among those of its name. */
  readonly term?: number;
  /** Whether the players are shared: all commands are heard, and our own info has to come back from the broker. */
  readonly sharesPlayers?: boolean;
  readonly fleet?: FleetView | undefined;
  /** Whether nothing may be sent to any player now. */
  readonly isOnHold?: boolean;
  /** What a bridge that stands by has to hear to become active again. */
  readonly subscriptions?: readonly Subscription[];

  /** Whether the loop of a player may begin. */
  mayStart?(playerId: string): boolean;
  /** Why the loop of a player has to end; undefined while it may go on. */
  whyStop?(playerId: string): Phrase | undefined;
  /** Whether something may be sent to the player now; a loop that ends may still read back what it has sent. */
  mayAct?(playerId: string, isEnding: boolean): boolean;
  /**
   * Whether a command goes on now. A plug that says no has taken it or drops it; what it has taken it hands over by
   * `decided`, perhaps before this returns.
   */
  admits?(message: IncomingMessage): boolean;
  /** Why commands to a player fail that does not run here; undefined if they are no business of this bridge. */
  refusalOf?(playerId: string): Phrase | undefined;

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
  /** Loops ended; those of these players still run. */
  stopped?(isRunning: (playerId: string) => boolean): void;
  membersChanged?(): void;
  /** The players or members changed: commands that waited may be carried out. */
  release?(): void;
  /** The broker is gone, or another bridge acts now. */
  left?(): void;
  /** The process was suspended for so long that others may have taken its players. */
  stoodStill?(): void;
  /** The bridge stops while it acts: claims are withdrawn. */
  ended?(): void;
}

/** Whether this process may act for a player now: always, unless a plug says no. */
export class Ownership implements OwnershipPlug {
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

  get isOnHold(): boolean {
    return this.#plugs.some(({ isOnHold }) => isOnHold === true);
  }

  get subscriptions(): readonly Subscription[] {
    return this.#plugs.flatMap(({ subscriptions = [] }) => subscriptions);
  }

  mayStart(playerId: string): boolean {
    return this.#plugs.every((plug) => plug.mayStart?.(playerId) !== false);
  }

  whyStop(playerId: string): Phrase | undefined {
    return this.#first((plug) => plug.whyStop?.(playerId));
  }

  mayAct(playerId: string, isEnding = false): boolean {
    return this.#plugs.every((plug) => plug.mayAct?.(playerId, isEnding) !== false);
  }

  /** The last plug is asked first: a command that waits there is asked for again when it is handed over. */
  admits(message: IncomingMessage): boolean {
    return this.#plugs.findLast((plug) => plug.admits?.(message) === false) === undefined;
  }

  refusalOf(playerId: string): Phrase | undefined {
    return this.#first((plug) => plug.refusalOf?.(playerId));
  }

  /** Notifies all plugs. */
  tell(event: (plug: OwnershipPlug) => void): void {
    for (const plug of this.#plugs) event(plug);
  }

  #first<Value>(valueOf: (plug: OwnershipPlug) => Value | undefined): Value | undefined {
    for (const plug of this.#plugs) {
      const value = valueOf(plug);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}
