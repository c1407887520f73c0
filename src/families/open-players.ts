import { DeviceError } from "../core/errors.ts";
import type { PlayerDevice, RawAnswer } from "../core/ports.ts";
import type { JsonObject } from "../core/resources/json.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { translatable } from "../lib/phrase.ts";
import { RecognizedPlayer, type RecognizedPlayerOptions } from "./recognized-player.ts";

/** An icon has a few KB, a cover some hundred. */
const largestPictureBytes = 1_048_576;

export class OpenPlayers {
  readonly #clock: Clock;
  readonly #players = new Map<string, PlayerDevice>();
  /** Whether something may be sent to a player now, asked of those that are opened from then on; always if absent. */
  mayAct: ((playerId: string) => boolean) | undefined;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Opens a player; it removes itself when it is closed. */
  open(playerId: string, options: RecognizedPlayerOptions): PlayerDevice {
    const { mayAct } = this;
    const player = new RecognizedPlayer({
      clock: this.#clock,
      ...options,
      ...(mayAct !== undefined && { isOnHold: () => !mayAct(playerId) }),
      onClosed: () => {
        if (this.#players.get(playerId) === player) this.#players.delete(playerId);
      },
    });
    this.#players.set(playerId, player);
    return player;
  }

  answers(playerId: string): readonly RawAnswer[] {
    return this.#players.get(playerId)?.answers ?? [];
  }

  queueEntries(playerId: string, from: number, count: number): readonly JsonObject[] {
    return this.#players.get(playerId)?.queueEntries(from, count) ?? [];
  }

  /** Reads entries of a music queue that were not read. Throws DeviceError. */
  async readQueue(playerId: string, from: number, count: number): Promise<void> {
    await this.#players.get(playerId)?.readQueue?.(from, count);
  }

  /** Requests a picture from the player itself, and from no other host. */
  picture(playerId: string, url: string, signal: AbortSignal): ReturnType<PlayerDevice["picture"]> {
    const player = this.#players.get(playerId);
    if (player === undefined)
      throw new DeviceError(
        "unreachable",
        translatable("answer.moved-away", "the player is no longer polled by this bridge"),
      );
    return player.picture(url, largestPictureBytes, signal);
  }
}
