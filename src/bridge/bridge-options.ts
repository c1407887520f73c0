import type { Shard } from "../core/fleet.ts";
import type { Subscription } from "../core/topics/message.ts";
import type { Log, SchedulePort } from "../core/ports.ts";
import type { Counters } from "../core/session/counters.ts";
import type { Clock } from "../lib/clock.ts";
import type { CountedBroker } from "../core/ports.ts";
import type { HomeAssistantOptions } from "../extensions/home-assistant/home-assistant-options.ts";
import type { BridgePlayer } from "./player-runner.ts";

/** How it lives with Home Assistant. */
export type HomeAssistantSettings = Pick<
  HomeAssistantOptions,
  "prefix" | "isEnabled" | "hasMediaPlayers" | "random"
>;

/** What a bridge works with. */
export interface BridgeOptions {
  readonly base: string;
  readonly shard: Shard;
  readonly version: string;
  /** All players of the fleet: which of them sit here follows from their ids. */
  readonly players: readonly BridgePlayer[];
  readonly broker: CountedBroker;
  readonly schedule: SchedulePort;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Counters;
  readonly homeAssistant: HomeAssistantSettings;
  /** Whether a player that is not among them is gone; else it may only sleep. */
  readonly isListComplete: () => boolean;
}

/** What wants to hear something of the broker. */
export interface Listener {
  readonly subscriptions: readonly Subscription[];
}
