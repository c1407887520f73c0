import { DeviceClient, type DeviceOptions, type RawAnswer } from "./client.ts";
import { DeviceError } from "../../core/errors.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import { say } from "../../lib/phrase.ts";

/** An icon has a few KB, a cover some hundred. */
const largestPictureBytes = 1_048_576;

/** All open clients, for features that need more than the players' state. */
export class OpenDevices {
  readonly #clients = new Map<string, DeviceClient>();

  /** Opens a player's client; it removes itself when it is closed. */
  open(playerId: string, options: DeviceOptions): DeviceClient {
    const onClosed = (): void => {
      if (this.#clients.get(playerId) === client) this.#clients.delete(playerId);
    };
    const client = new DeviceClient(options, onClosed);
    this.#clients.set(playerId, client);
    return client;
  }

  /** The last answers of a player. */
  answers(playerId: string): readonly RawAnswer[] {
    return this.#clients.get(playerId)?.answers ?? [];
  }

  /** Entries of a player's music queue from its last answer. */
  queueEntries(playerId: string, from: number, count: number): readonly JsonObject[] {
    return this.#clients.get(playerId)?.queueEntries(from, count) ?? [];
  }

  /** Requests a picture from the player itself, and from no other host. */
  picture(playerId: string, url: string, signal: AbortSignal): ReturnType<DeviceClient["picture"]> {
    const client = this.#clients.get(playerId);
    if (client === undefined)
      throw new DeviceError(
        "unreachable",
        say("answer.moved-away", "the player is no longer polled by this bridge"),
      );
    return client.picture(url, largestPictureBytes, signal);
  }
}
