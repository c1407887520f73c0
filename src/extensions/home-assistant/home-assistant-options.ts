import type { BrokerPort, Log } from "../../core/ports.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import type { AnnouncedPlayer } from "./home-assistant-player.ts";

/** What the life with Home Assistant needs. */
export interface HomeAssistantOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly prefix: string;
  readonly version: string;
  /** When it is not, what an earlier run announced is taken away. */
  readonly isEnabled: boolean;
  readonly hasMediaPlayers: boolean;
  readonly players: readonly AnnouncedPlayer[];
  /** Whether anybody has such a player: another bridge of the fleet may. */
  readonly isConfigured: (playerId: string) => boolean;
  /** Whether what a bridge of this name announced is ours to take away. */
  readonly isOurs: (bridge: BridgeName) => boolean;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  /** 0 up to, not including, 1. */
  readonly random: () => number;
  readonly log: Log;
  /** Publishes the state of one player anew, or everything. */
  readonly announce: (playerId: string | undefined) => void;
}
