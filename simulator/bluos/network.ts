import type { SimulatorClock } from "../clock.ts";

/** What the network knows of a player. */
interface Member {
  readonly address: string;
  /** The address of its primary. */
  readonly master: string | undefined;
  isReconnecting: boolean;
}

/** The simulated players that know each other: only they can be grouped. */
export class Network<Player extends Member> {
  readonly #players = new Map<string, Player>();
  readonly #listeners = new Set<() => void>();

  /** A player at its `ip:port`, if it is on. */
  at(address: string): Player | undefined {
    return this.#players.get(address);
  }

  join(player: Player): void {
    this.#players.set(player.address, player);
    for (const other of this.#players.values()) {
      if (other.master === player.address) other.isReconnecting = false;
    }
    this.changed();
  }

  /** A player is switched off: its secondaries look for it. */
  leave(player: Player): void {
    this.#players.delete(player.address);
    for (const other of this.#players.values()) {
      if (other.master === player.address) other.isReconnecting = true;
    }
    this.changed();
  }

  /** Looks at every held poll again. */
  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Resolves when `isOver` holds after a change, the time is up, or the signal aborts. */
  async until(isOver: () => boolean, ms: number, clock: SimulatorClock, signal: AbortSignal): Promise<void> {
    if (isOver() || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel();
        this.#listeners.delete(look);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const look = (): void => {
        if (isOver()) done();
      };
      const cancel = clock.after(ms, done);
      this.#listeners.add(look);
      signal.addEventListener("abort", done);
    });
  }
}
