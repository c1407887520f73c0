import type { BridgeName } from "../../core/topics/topics.ts";
import { type Announced, remember } from "./discovery/announced.ts";
import { recognizeOwn } from "./discovery/recognize.ts";

export class FoundAnnouncements {
  readonly #base: string;
  readonly #found = new Map<string, Announced>();
  /** The same of each player: a fleet has thousands. */
  readonly #ofPlayers = new Map<string, Map<string, Announced>>();

  constructor(base: string) {
    this.#base = base;
  }

  [Symbol.iterator](): Iterator<[string, Announced]> {
    return this.#found.entries();
  }

  get(topic: string): Announced | undefined {
    return this.#found.get(topic);
  }

  hasBridge(name: BridgeName): boolean {
    return [...this.#found.values()].some(({ owner: { id, bridge } }) => id === undefined && bridge === name);
  }

  record(topic: string, text: string): void {
    const own = recognizeOwn(text);
    this.put(topic, own && remember(own.payload, text));
  }

  /** Only announcements for our base topic count. */
  put(topic: string, announced: Announced | undefined): void {
    this.delete(topic);
    if (announced?.owner.base !== this.#base) return;
    this.#found.set(topic, announced);
    const { id } = announced.owner;
    if (id === undefined) return;
    this.#ofPlayers.set(id, (this.#ofPlayers.get(id) ?? new Map()).set(topic, announced));
  }

  delete(topic: string): void {
    const { id = "" } = this.#found.get(topic)?.owner ?? {};
    this.#found.delete(topic);
    const others = this.#ofPlayers.get(id);
    others?.delete(topic);
    if (others?.size === 0) this.#ofPlayers.delete(id);
  }

  clear(): void {
    this.#found.clear();
    this.#ofPlayers.clear();
  }

  of(playerId: string): [string, Announced][] {
    return [...(this.#ofPlayers.get(playerId) ?? [])];
  }
}
