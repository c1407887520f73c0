import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { JsonObject } from "../../core/resources/player.ts";

/** How far back a text that is packed can refer. */
const longestPatternBytes = 32_768;
/** A bridge's own payload is shorter, and no pattern for those of players. */
const shortestPatternBytes = 8192;

/**
 * Packs payloads that are kept for long and looked at rarely. What a player is announced with are 16 to 30 KB of text
 * that say the same of each entity, and nearly the same as those of all other players: packed after the pattern of the
 * first one they are some hundred bytes, for each of a thousand players.
 */
export class PayloadPacker {
  #pattern: Buffer | undefined;

  pack(payload: JsonObject): PackedPayload {
    const text = Buffer.from(JSON.stringify(payload));
    const packed = new PackedPayload(text, this.#pattern);
    if (this.#pattern === undefined && text.byteLength >= shortestPatternBytes) {
      this.#pattern = text.subarray(0, longestPatternBytes);
    }
    return packed;
  }
}

/** A payload that was packed. */
export class PackedPayload {
  readonly #bytes: Buffer;
  readonly #pattern: Buffer | undefined;

  constructor(text: Buffer, pattern: Buffer | undefined) {
    // Its own memory: what zlib returns is a view of a buffer with room to spare.
    this.#bytes = Buffer.from(Uint8Array.from(deflateRawSync(text, { dictionary: pattern })).buffer);
    this.#pattern = pattern;
  }

  /** The same, or the other one if it says the same: then it is kept once. */
  sharedWith(other: PackedPayload | undefined): PackedPayload {
    const isSame =
      other !== undefined && other.#pattern === this.#pattern && other.#bytes.equals(this.#bytes);
    return isSame ? other : this;
  }

  get text(): string {
    return inflateRawSync(this.#bytes, { dictionary: this.#pattern }).toString();
  }

  get payload(): JsonObject {
    return JSON.parse(this.text) as JsonObject;
  }
}
