import type { Command } from "../../core/controls/command.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import type { Session } from "../../core/session/session.ts";

/** A player as the page sees it. */
export interface PagePlayer {
  readonly id: string;
  readonly name: string;
  /** Its address without credentials. */
  readonly address: string;
  readonly state: Session;
  readonly stats: { readonly polls: number; readonly latencyMs: number | undefined };
  /** A command that is older is not sent any more. */
  readonly deadlineMs: number;
  /** Takes a command in, as one that came over MQTT. */
  offer(command: Command): void;
}

/** The bridge as the page sees it. */
interface PageBridge {
  readonly sessions: readonly PagePlayer[];
}

/** The last answer of a player to one operation, as its bytes were. */
interface RawAnswer {
  readonly operation: string;
  readonly body: Uint8Array;
}

/** What the page asks of the players' devices besides their state. */
export interface PageDevices {
  /** The last answers of a player that are still at hand. */
  answers(playerId: string): readonly RawAnswer[];
  /** Entries of a player's music queue as it was last answered, from this one on. */
  queueEntries(playerId: string, from: number, count: number): readonly JsonObject[];
  /** Asks the player itself, and nobody else, for a picture. Throws DeviceError where there is no answer. */
  picture(
    playerId: string,
    url: string,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly body: Uint8Array }>;
}

/** What the page works with. */
export interface PageWorld {
  readonly version: string;
  readonly baseTopic: string;
  /** Players are searched for on the network, not configured. */
  readonly findsPlayers: boolean;
  readonly bridge: PageBridge;
  readonly devices: PageDevices;
  /** Messages published so far, and how large one may be. */
  readonly traffic: {
    readonly published: number;
    readonly maxPayloadBytes: number;
    readonly largestPayloadBytes: number;
  };
}
