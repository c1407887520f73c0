import type { OperationName } from "../../src/tools/simulator/operations.ts";
import type { PlayerName } from "./schedule.ts";
import { operationFor, type Wish } from "./wishes.ts";

interface Asked {
  readonly at: number;
  readonly player: PlayerName;
  readonly operation: OperationName;
}

/** Operations that only read. */
const looks = /^get/;

/** Checks requests that change something: none without a command, and none twice for one command. */
export class Requests {
  readonly #asked: Asked[] = [];
  readonly #allowed = new Map<string, number>();

  /** Records a command: it may cause its request once. */
  allow(player: PlayerName, wish: Wish): void {
    const key = `${player} ${operationFor(wish)}`;
    this.#allowed.set(key, (this.#allowed.get(key) ?? 0) + 1);
  }

  /** Records a request to a player. */
  note(player: PlayerName, operation: OperationName | undefined): void {
    if (operation === undefined || looks.test(operation)) return;
    this.#asked.push({ at: performance.now(), player, operation });
  }

  /** Whether a player has received the request of a wish since then. */
  hasAsked(player: PlayerName, wish: Wish, since: number): boolean {
    const operation = operationFor(wish);
    return this.#asked.some(
      (asked) => asked.at >= since && asked.player === player && asked.operation === operation,
    );
  }

  /** When a player last received a changing request. */
  lastAt(player: PlayerName): number {
    return this.#asked.findLast((asked) => asked.player === player)?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** Requests that players received more often than commands asked for them. */
  excessive(): string[] {
    const counts = new Map<string, number>();
    for (const { player, operation } of this.#asked) {
      const key = `${player} ${operation}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return [...counts]
      .filter(([key, count]) => count > (this.#allowed.get(key) ?? 0))
      .map(([key, count]) => `${key} ${count} times, wanted at most ${this.#allowed.get(key) ?? 0} times`);
  }
}
