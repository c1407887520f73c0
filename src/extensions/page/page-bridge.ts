import type { PlayerView } from "../../bridge/extension.ts";
import type { RawAnswer } from "../../core/ports.ts";
import type { JsonObject } from "../../core/resources/json.ts";

type ShownFacts = "id" | "name" | "address" | "state" | "deadlineMs" | "libraryLists";

export interface PagePlayer
  extends Pick<PlayerView, ShownFacts | "browse" | "takePicture" | "offer" | "watched"> {
  readonly stats: Pick<PlayerView["stats"], "polls" | "commands" | "latencyMs">;
}

export interface PageDevices {
  /** The last answers of a player that are still in memory. */
  answers(playerId: string): readonly RawAnswer[];
  /** Entries of a player's music queue from this index, as last answered; those that were not read are missing. */
  queueEntries(playerId: string, from: number, count: number): readonly JsonObject[];
  /** Reads entries of a player's music queue that were not read. Throws DeviceError. */
  readQueue(playerId: string, from: number, count: number): Promise<void>;
  /** Requests a picture from the player itself and from no other host. Throws DeviceError on failure. */
  picture(
    playerId: string,
    url: string,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly body: Uint8Array }>;
}

export interface PageServices {
  readonly version: string;
  readonly baseTopic: string;
  /** Whether players are discovered instead of configured. */
  readonly findsPlayers: boolean;
  readonly needsSetUp: boolean;
  readonly bridge: { readonly sessions: readonly PagePlayer[] };
  readonly devices: PageDevices;
  /** The number of messages published so far, and the maximum size of one. */
  readonly traffic: {
    readonly published: number;
    readonly maxPayloadBytes: number;
    readonly largestPayloadBytes: number;
  };
}
