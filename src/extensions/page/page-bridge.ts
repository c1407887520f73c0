import type { Command } from "../../core/controls/command.ts";
import type { Browse, LibraryListName, LibraryPage } from "../../core/library.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import type { Session } from "../../core/session/session.ts";
import type { Phrase } from "../../lib/phrase.ts";

/** A page of a library, or why there is none. */
type LibraryAnswer =
  | { readonly kind: "page"; readonly page: LibraryPage }
  | { readonly kind: "none"; readonly reason: string; readonly phrase?: Phrase };

export interface PagePlayer {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly state: Session;
  readonly stats: {
    readonly polls: number;
    readonly commands: number;
    readonly latencyMs: number | undefined;
  };
  /** The maximum age at which a command is still sent. */
  readonly deadlineMs: number;
  readonly libraryLists: readonly LibraryListName[];
  /** Requests a page of its library once its loop has nothing else to do. */
  browse(browse: Browse): Promise<LibraryAnswer>;
  /** Whether a picture of an entry of a list may be requested now, within the budget of the library; counts as one. */
  takePicture(): boolean;
  offer(command: Command): void;
  /** Somebody looks at it, so it is polled like an active one for a while. */
  watched(): void;
}

interface PageBridge {
  readonly sessions: readonly PagePlayer[];
}

interface RawAnswer {
  readonly operation: string;
  readonly body: Uint8Array;
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
  readonly bridge: PageBridge;
  readonly devices: PageDevices;
  /** The number of messages published so far, and the maximum size of one. */
  readonly traffic: {
    readonly published: number;
    readonly maxPayloadBytes: number;
    readonly largestPayloadBytes: number;
  };
}
