import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { JsonObject } from "../core/player.ts";

/**
 * A payload that is kept for long and looked at rarely. What a player is announced with are 30 KB of text that say the
 * same of each entity, and more than that as objects: packed it is a tenth, for each of a thousand players.
 */
export class PackedPayload {
  readonly #bytes: Buffer;

  private constructor(text: string) {
    // Its own memory: what zlib returns is a view of a buffer with room to spare.
    this.#bytes = Buffer.from(Uint8Array.from(deflateRawSync(text, { level: 1 })).buffer);
  }

  static of(payload: JsonObject): PackedPayload {
    return new PackedPayload(JSON.stringify(payload));
  }

  /** The same, or the other one if it says the same: then it is kept once. */
  sharedWith(other: PackedPayload | undefined): PackedPayload {
    return other !== undefined && other.#bytes.equals(this.#bytes) ? other : this;
  }

  get text(): string {
    return inflateRawSync(this.#bytes).toString();
  }

  get payload(): JsonObject {
    return JSON.parse(this.text) as JsonObject;
  }
}
