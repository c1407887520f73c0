import type { JsonObject } from "../../core/resources/player.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import { type OwnAnnouncement, recogniseOwn } from "./discovery/recognise.ts";
import type { PackedPayload, PayloadPacker } from "./packed-payload.ts";

/** One that was found. */
export type FoundAnnouncement = Omit<OwnAnnouncement, "payload"> & { readonly packed: PackedPayload };

/** Announcements of bridges that the broker was found to hold, by topic; those that some other program made are left out. */
export class FoundAnnouncements {
  readonly #base: string;
  readonly #packer: PayloadPacker;
  readonly #found = new Map<string, FoundAnnouncement>();

  constructor(base: string, packer: PayloadPacker) {
    this.#base = base;
    this.#packer = packer;
  }

  [Symbol.iterator](): Iterator<[string, FoundAnnouncement]> {
    return this.#found.entries();
  }

  /** What was found on this topic. */
  payload(topic: string): JsonObject | undefined {
    return this.#found.get(topic)?.packed.payload;
  }

  /** Whether there is one of a bridge itself. */
  hasBridge(name: BridgeName): boolean {
    return [...this.#found.values()].some(({ id, bridge }) => id === undefined && bridge === name);
  }

  /** Takes in what was heard on a topic. */
  hear(topic: string, text: string): void {
    this.put(topic, recogniseOwn(text));
  }

  /** Only what was made for our base topic counts. */
  put(topic: string, own: OwnAnnouncement | undefined): void {
    if (own?.base !== this.#base) {
      this.#found.delete(topic);
      return;
    }
    const { payload, ...about } = own;
    this.#found.set(topic, { ...about, packed: this.#packer.pack(payload) });
  }

  delete(topic: string): void {
    this.#found.delete(topic);
  }

  clear(): void {
    this.#found.clear();
  }

  /** Those of one player. */
  of(playerId: string): [string, FoundAnnouncement][] {
    return [...this.#found].filter(([, { id }]) => id === playerId);
  }
}
