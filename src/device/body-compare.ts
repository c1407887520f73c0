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

/** The first block for a body whose length was not announced; the next one is twice as large. */
const firstBlockBytes = 16_384;

/**
 * Collects a body while comparing it, piece by piece, with the last one: a compare is hundreds of times cheaper than a
 * parse, and nothing is kept of a body that is the same. What differs is copied, so that no piece keeps its slab alive.
 */
export class BodyCompare {
  readonly #previous: Buffer | undefined;
  #length: number | undefined;
  #bytes = 0;
  /** How much of it is the same as the previous body. */
  #sameBytes = 0;
  #isSame: boolean;
  /** Where the last piece ends that was not the same at the same place. */
  #differsUntil = 0;
  /** The body from the first piece on that differs: at its place where the length was announced, else packed in blocks. */
  #body: Buffer | undefined;
  readonly #blocks: Buffer[] = [];
  /** How much of the last block is filled. */
  #filled = 0;

  constructor(previous: Buffer | undefined) {
    this.#previous = previous;
    this.#isSame = previous !== undefined;
  }

  /** How much of it arrived. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Announces its length, before its first piece. */
  expect(bytes: number): void {
    this.#length = bytes;
  }

  /** Takes a piece. */
  add(piece: Buffer): void {
    const start = this.#bytes;
    this.#bytes += piece.byteLength;
    if (this.#isInPrevious(piece, start)) {
      if (this.#isSame) {
        this.#sameBytes = this.#bytes;
        return;
      }
    } else {
      this.#isSame = false;
      this.#differsUntil = this.#bytes;
    }
    if (this.#length === undefined) {
      this.#append(piece);
    } else {
      this.#body ??= Buffer.allocUnsafeSlow(this.#length);
      piece.copy(this.#body, start);
    }
  }

  /** Whether it is the same as the previous one, once all of it arrived. */
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

  /** Whether the previous body has the same bytes at this place. */
  #isInPrevious(piece: Buffer, start: number): boolean {
    const previous = this.#previous;
    const end = start + piece.byteLength;
    return previous !== undefined && end <= previous.byteLength && piece.compare(previous, start, end) === 0;
  }

  #append(piece: Buffer): void {
    for (let at = 0; at < piece.byteLength; ) {
      let block = this.#blocks.at(-1);
      if (block === undefined || this.#filled === block.byteLength) {
        block = Buffer.allocUnsafeSlow(Math.max(firstBlockBytes, 2 * (block?.byteLength ?? 0)));
        this.#blocks.push(block);
        this.#filled = 0;
      }
      const copied = piece.copy(block, this.#filled, at);
      this.#filled += copied;
      at += copied;
    }
  }

  *#gather(): Generator<void, Buffer> {
    // Kept until it changes: a small one that Node cuts from its pool would keep the whole slab of 8 KB with it.
    const body = this.#body ?? Buffer.allocUnsafeSlow(this.#bytes);
    let [at, copied] = [0, 0];
    for (const part of this.#parts()) {
      at += part.copy(body, at);
      copied += part.byteLength;
      if (copied < copySliceBytes) continue;
      copied = 0;
      yield;
    }
    this.#blocks.length = 0;
    return body;
  }

  /** What is not in its place yet: the common beginning, and the blocks. */
  *#parts(): Generator<Buffer> {
    for (let at = 0; at < this.#sameBytes; at += copySliceBytes) {
      const part = this.#previous?.subarray(at, Math.min(at + copySliceBytes, this.#sameBytes));
      if (part !== undefined) yield part;
    }
    for (const block of this.#blocks) {
      const end = block === this.#blocks.at(-1) ? this.#filled : block.byteLength;
      for (let at = 0; at < end; at += copySliceBytes)
        yield block.subarray(at, Math.min(at + copySliceBytes, end));
    }
  }
}
