import type { Command } from "../core/controls/command.ts";
import type { Settled } from "../core/topics/result.ts";
import type { Session } from "../core/session/session.ts";
import type { IncomingMessage, Subscription } from "../core/topics/message.ts";
import type { BridgeInfo } from "../core/topics/render-bridge.ts";
import type { ChangedTopic } from "../core/topics/render.ts";
import type { PlayerStats } from "./player-stats.ts";

/** A player of this bridge, as extensions see it. */
export interface PlayerView {
  readonly id: string;
  readonly name: string;
  /** Its address without credentials. */
  readonly address: string;
  readonly state: Session;
  readonly stats: Readonly<PlayerStats>;
  /** Commands that wait in its inbox. */
  readonly waiting: number;
  /** A command that is older is not sent any more. */
  readonly deadlineMs: number;
  /** Takes a command in; it gets exactly one outcome. */
  offer(command: Command): void;
  /** Publishes all topics of the player again. */
  announce(): void;
  /** Keeps by what Home Assistant knows the player, and publishes it. */
  identified(identity: string): void;
}

/**
 * A part that listens to the bridge and adds something to it: the bridge runs with or without it. Nothing here may
 * block; an error that is thrown is a bug and ends the bridge.
 */
export interface Extension {
  /** What the broker is asked to send, read again whenever players come or go. */
  readonly subscriptions?: readonly Subscription[];
  /** The broker is connected, and the snapshot has not been published yet. */
  connected?(mqtt: BridgeInfo["mqtt"]): void;
  /** The connection to the broker is lost. */
  disconnected?(): void;
  /** A snapshot is published, after a connect or because somebody needs one: add to it. */
  announced?(): void;
  /** A message arrived that is no command to a player; it may belong to somebody else. */
  received?(message: IncomingMessage): void | Promise<void>;
  /** Players, the configuration or the fleet changed. */
  arranged?(): void;
  /** These topics of a player were published because they changed; none where only a request failed. */
  changed?(player: PlayerView, topics: readonly ChangedTopic[]): void;
  /** A command to a player ended, after its outcome was published. */
  settled?(player: PlayerView, settled: Settled): void;
  /** The broker refused a message that was published with QoS 1. */
  refused?(topic: string): void;
  /** Whether the topics of this former player or bridge must stay at the broker for now. */
  holds?(id: string): boolean;
  /** The bridge stops, or goes on without this extension. */
  stop?(): void | Promise<void>;
}
