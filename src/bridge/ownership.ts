import type { FleetView } from "../core/session/health.ts";
import type { BridgeRecord } from "../core/topics/bridge-record.ts";
import type { DatedMessage, IncomingMessage, Subscription } from "../core/topics/message.ts";
import type { Phrase } from "../lib/phrase.ts";

/** Why a loop ends, as its open commands report it. `lost`: nothing may be said any more, since another bridge answers for them. */
export type EndReason = Phrase | "lost";

/** Whether this process may act for a player now: it knows of other bridges, which may act instead. */
export interface Ownership {
  /** Whether this bridge acts for players at all; otherwise it is one without a broker to its parts. */
  readonly isActive: boolean;
  /** The client id of the bridge that acts instead. */
  readonly standsByFor?: string | undefined;
  /** The term of this bridge among those of its name. */
  readonly term?: number;
  /** Whether bridges share their players: then all hear all commands. */
  readonly sharesPlayers?: boolean;
  readonly fleet?: FleetView | undefined;
  readonly subscriptions: readonly Subscription[];

  /** Why the loop of a player has to end, or must not begin; undefined while it may run. */
  whyStop(playerId: string): EndReason | undefined;
  /** Whether something may be sent to the player, or said about it, now. */
  mayAct(playerId: string): boolean;
  /** Whether a command goes on now. Otherwise it is dropped, or handed over later by `decided`. */
  admits(message: DatedMessage): boolean;

  /** The connection to the broker began or ended, or a message arrived: before any part of the bridge notices it. */
  linked(): void;
  unlinked(): void;
  heard(message: IncomingMessage): void;
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
