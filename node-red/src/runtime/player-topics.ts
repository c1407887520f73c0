import { QuietPeriod } from "./quiet-period.ts";
import { topicKinds } from "./topic-kinds.ts";
import type { TopicValue } from "./topic-value.ts";

/** Topics with a single level; those that all players share (`info`, `availability`) have filters of their own. */
const singleLevels = ["description", ...[...topicKinds.keys()].filter((leaf) => !leaf.includes("/"))];

export class PlayerTopics {
  readonly id: string;
  readonly values = new Map<string, TopicValue>();
  /** Below a player, all that the filters for all players do not bring. */
  readonly filters: readonly string[];
  readonly replay: QuietPeriod;
  /** How many nodes follow it. */
  users = 0;
  #isSettled = false;
  #seen = new Set<string>();

  constructor(id: string, endReplay: () => void) {
    this.id = id;
    this.filters = [`${id}/+/+/#`, ...singleLevels.map((level) => `${id}/${level}`)];
    this.replay = new QuietPeriod(endReplay);
  }

  /** Whether all retained messages have arrived. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  beginReplay(): void {
    this.#isSettled = false;
    this.#seen = new Set();
    this.replay.start();
  }

  /** Forgets topics that became empty while there was no connection, unless the broker has lost everything. */
  endReplay(isComplete: boolean): void {
    this.#isSettled = true;
    if (!isComplete) return;
    for (const leaf of this.values.keys()) if (!this.#seen.has(leaf)) this.values.delete(leaf);
  }

  /** Takes a value; false for commands and questions that pass by. */
  receive(leaf: string, value: TopicValue): boolean {
    if (/\/(set|get)$/.test(leaf)) return false;
    this.#seen.add(leaf);
    this.values.set(leaf, value);
    return true;
  }

  stop(): void {
    this.#isSettled = false;
    this.replay.stop();
  }
}
