/** A body that differs from the previous one. */
export interface ChangedBody {
  readonly body: Buffer;
  /** The previous one, and how many bytes both have in common at their beginning, at least. */
  readonly previous: Buffer | undefined;
  readonly sameBytes: number;
  /** From here on to the end both have the same bytes at the same places; the length of the body where that is not known. */
  readonly sameFrom: number;
}

/** So much is copied between two pauses: a millisecond's work. */
const copySliceBytes = 2_097_152;

/**
 * Collects a body while comparing it, chunk by chunk, with the last one: a compare is hundreds of times cheaper than a
 * parse, and nothing is kept of a body that is the same.
 */
export class BodyCompare {
  readonly #previous: Buffer | undefined;
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  /** How much of it is the same as the previous body. */
  #sameBytes = 0;
  #isSame: boolean;
  /** Where the last chunk ends that was not the same at the same place. */
  #differsUntil = 0;

  constructor(previous: Buffer | undefined, maxBytes: number) {
    this.#previous = previous;
    this.#maxBytes = maxBytes;
    this.#isSame = previous !== undefined;
  }

  /** Takes a chunk; false when the body grows beyond its cap. */
  add(chunk: Buffer): boolean {
    const start = this.#bytes;
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#maxBytes) return false;
    if (this.#isInPrevious(chunk, start)) {
      if (this.#isSame) {
        this.#sameBytes = this.#bytes;
        return true;
      }
    } else {
      this.#isSame = false;
      this.#differsUntil = this.#bytes;
    }
    this.#chunks.push(chunk);
    return true;
  }

  /** Whether it is the same as the previous one, now that all of it came. */
  get isUnchanged(): boolean {
    return this.#isSame && this.#bytes === this.#previous?.byteLength;
  }

  /** The body that differs; a large one is put together in pieces. */
  *changed(): Generator<void, ChangedBody> {
    const isAsLong = this.#bytes === this.#previous?.byteLength;
    return {
      body: yield* this.#gather(),
      previous: this.#previous,
      sameBytes: this.#sameBytes,
      sameFrom: isAsLong ? this.#differsUntil : this.#bytes,
    };
  }

  /** Whether the previous body has the same bytes at this place. A chunk that just came is compared in no time. */
  #isInPrevious(chunk: Buffer, start: number): boolean {
    const previous = this.#previous;
    const end = start + chunk.byteLength;
    return previous !== undefined && end <= previous.byteLength && chunk.compare(previous, start, end) === 0;
  }

  *#gather(): Generator<void, Buffer> {
    // Kept until it changes: a small one that Node cuts from its pool would keep the whole slab of 8 KB with it.
    const body = Buffer.allocUnsafeSlow(this.#bytes);
    let [at, copied] = [0, 0];
    for (const part of this.#parts()) {
      at += part.copy(body, at);
      copied += part.byteLength;
      if (copied < copySliceBytes) continue;
      copied = 0;
      yield;
    }
    return body;
  }

  /** All of it in order: what was the same so far, which the previous body holds, and the chunks from there on. */
  *#parts(): Generator<Buffer> {
    for (let at = 0; at < this.#sameBytes; at += copySliceBytes) {
      const part = this.#previous?.subarray(at, Math.min(at + copySliceBytes, this.#sameBytes));
      if (part !== undefined) yield part;
    }
    yield* this.#chunks;
  }
}
