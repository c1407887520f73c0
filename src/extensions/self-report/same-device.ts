import { digitsOfMac } from "../../core/mac.ts";
import type { Log } from "../../core/ports.ts";
import type { PlayerSession } from "../../bridge/player-session.ts";

/**
 * Notices players that are one device under two addresses, such as a name and a number: it is asked everything twice,
 * by loops that do not wait for each other, and players dislike that.
 */
export class SameDevice {
  readonly #log: Log;
  readonly #told = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Looks at what the players say of themselves; each two are told of once. */
  look(sessions: Iterable<Pick<PlayerSession, "id" | "state">>): void {
    const ids = new Map<string, string>();
    for (const { id, state } of sessions) {
      const digits = digitsOfMac(state.player.model?.mac ?? "");
      if (digits === undefined) continue;
      const other = ids.get(digits);
      if (other === undefined) ids.set(digits, id);
      else this.#tell(id, other);
    }
  }

  #tell(player: string, other: string): void {
    const pair = `${other} ${player}`;
    if (this.#told.has(pair)) return;
    this.#told.add(pair);
    this.#log.warn({ player, other }, "two players have the same MAC: is one device configured twice?");
  }
}
