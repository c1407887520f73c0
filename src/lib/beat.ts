import type { Alarm, Clock } from "./clock.ts";

/** Those who wait for the same moment. */
interface Group {
  readonly callbacks: Set<() => void>;
  cancel: () => void;
}

/**
 * A timer that many share: each of their moments is put off to the next of a regular beat, so that those which are close
 * together fall into one. A process that wakes for one small piece of work finds its caches cold each time, and what it
 * does for several in a row takes clearly less.
 */
export class Beat implements Alarm {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #groups = new Map<number, Group>();

  constructor(clock: Clock, everyMs: number) {
    this.#clock = clock;
    this.#everyMs = everyMs;
  }

  /** Calls back once, at the first beat after `ms`; the returned function takes the call back. */
  after(ms: number, callback: () => void): () => void {
    const at = Math.ceil((this.#clock.now() + ms) / this.#everyMs) * this.#everyMs;
    const group = this.#groups.get(at) ?? this.#gather(at);
    group.callbacks.add(callback);
    return () => {
      group.callbacks.delete(callback);
      if (group.callbacks.size === 0 && this.#groups.get(at) === group) this.#end(at, group);
    };
  }

  #gather(at: number): Group {
    const group: Group = { callbacks: new Set(), cancel: () => {} };
    this.#groups.set(at, group);
    this.#await(at, group);
    return group;
  }

  #await(at: number, group: Group): void {
    group.cancel = this.#clock.after(at - this.#clock.now(), () => {
      // Timers may come a fraction early. Whoever is woken before its moment would sleep for a whole beat more.
      if (this.#clock.now() < at) this.#await(at, group);
      else this.#fire(at, group);
    });
  }

  #fire(at: number, group: Group): void {
    this.#groups.delete(at);
    for (const callback of group.callbacks) callback();
  }

  #end(at: number, group: Group): void {
    this.#groups.delete(at);
    group.cancel();
  }
}
