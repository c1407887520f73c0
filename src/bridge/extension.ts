import type { Settled } from "../core/topics/result.ts";
import type { ResourceName } from "../core/resources/player.ts";
import type { IncomingMessage, Message, Subscription } from "../core/topics/message.ts";
import type { BridgeInfo } from "../core/topics/render-bridge.ts";
import type { ChangedTopic } from "../core/topics/render.ts";
import type { BrokerPort, Log } from "../core/ports.ts";
import type { BridgeName } from "../core/topics/topics.ts";
import type { Clock } from "../lib/clock.ts";
import type { PlayerSession } from "./player-session.ts";

/** What extensions may see and do of a player. */
export type PlayerView = Pick<
  PlayerSession,
  | "id"
  | "name"
  | "address"
  | "state"
  | "stats"
  | "waiting"
  | "deadlineMs"
  | "libraryLists"
  | "offer"
  | "browse"
  | "takePicture"
  | "watched"
  | "publishAgain"
  | "identified"
>;

export interface ExtensionContext {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * An optional part that listens to the bridge: the bridge works with or without it. No callback may block; an error
 * that one throws is a bug and ends the bridge.
 */
export interface Extension {
  /** The subscriptions it needs, read again whenever players come or go. */
  readonly subscriptions?: readonly Subscription[];
  /** The broker is connected; the snapshot has not been published yet. */
  connected?(mqtt: BridgeInfo["mqtt"]): void;
  disconnected?(): void;
  /** A snapshot is being published, after a connect or on request; the extension may add messages to it. */
  announced?(): void;
  /** A message arrived that is not a command to a player; it may be meant for another extension. */
  received?(message: IncomingMessage): void | Promise<void>;
  arranged?(): void;
  /** These topics of a player changed and were published; the list is empty when only a request failed. */
  changed?(player: PlayerView, topics: readonly ChangedTopic[]): void;
  /** The player told it, whether or not a topic changed, or is offline. inferred: it follows from earlier answers. */
  observed?(player: PlayerView, resource: ResourceName, isInferred: boolean): void;
  /** A command ended and its outcome was published. */
  settled?(player: PlayerView, settled: Settled): void;
  /** What it would publish now on a topic of a player that is its own. */
  ownMessage?(topic: string): Message | undefined;
  /** The broker accepted a message with QoS 1. */
  accepted?(topic: string): void;
  /** The broker refused a message with QoS 1. */
  refused?(topic: string): void;
  /** Whether the topics of this former player or bridge must still stay on the broker. */
  holds?(id: string): boolean;
  stop?(): void | Promise<void>;
}

/** An extension with settings that a reload may change. */
export interface ReconfigurableExtension<Settings> extends Extension {
  /** Applies other settings; false if a new extension with them has to replace it. */
  reconfigure(settings: Settings): boolean;
}

/** Whether an extension still needs the topics of a former player or bridge. */
export function isHeld(extensions: Iterable<Extension>, id: string): boolean {
  return [...extensions].some((extension) => extension.holds?.(id) === true);
}
