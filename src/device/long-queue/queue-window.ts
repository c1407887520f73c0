import type { JsonObject } from "../../core/resources/player.ts";
import type { QueueRows } from "./queue-rows.ts";

/** So many entries are put into our words between two pauses. */
const slice = 100;

/** The entries of a queue around the current one; what did not change since the reading before is kept as it is. */
export class QueueWindow {
  #entries: ReadonlyMap<number, JsonObject> = new Map();
  #start = 0;

  /** The entries from one place to another, where the queue's own begin at `start`. */
  *read(
    rows: QueueRows,
    from: number,
    to: number,
    start: number,
    readEntry: (index: number) => JsonObject,
  ): Generator<void, readonly JsonObject[]> {
    const entries = new Map<number, JsonObject>();
    for (let at = from; at < to; at++) {
      const kept = start === this.#start && rows.isUnchanged(at) ? this.#entries.get(at) : undefined;
      entries.set(at, kept ?? readEntry(at));
      if (entries.size % slice === 0) yield;
    }
    this.#entries = entries;
    this.#start = start;
    return [...entries.values()];
  }
}
