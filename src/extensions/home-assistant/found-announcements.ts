import type { BridgeName } from "../../core/topics/topics.ts";
import { type Announced, remember } from "./discovery/announced.ts";
import { recogniseOwn } from "./discovery/recognise.ts";

/** Announcements of player2mqtt found at the broker, by topic. */
export class FoundAnnouncements {
  readonly #base: string;
  readonly #found = new Map<string, Announced>();

  constructor(base: string) {
    this.#base = base;
  }

  [Symbol.iterator](): Iterator<[string, Announced]> {
    return this.#found.entries();
  }

  get(topic: string): Announced | undefined {
    return this.#found.get(topic);
  }

  /** Whether a bridge itself is announced. */
  hasBridge(name: BridgeName): boolean {
    return [...this.#found.values()].some(({ owner: { id, bridge } }) => id === undefined && bridge === name);
  }

  /** Records a message on a topic. */
  record(topic: string, text: string): void {
    const own = recogniseOwn(text);
    this.put(topic, own && remember(own.payload, text));
  }

  /** Only announcements for our base topic count. */
  put(topic: string, announced: Announced | undefined): void {
    if (announced?.owner.base === this.#base) this.#found.set(topic, announced);
    else this.#found.delete(topic);
  }

  delete(topic: string): void {
    this.#found.delete(topic);
  }

  clear(): void {
    this.#found.clear();
  }

  /** The announcements of one player. */
  of(playerId: string): [string, Announced][] {
    return [...this.#found].filter(([, { owner }]) => owner.id === playerId);
  }
}
