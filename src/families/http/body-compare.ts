export interface ChangedBody {
  readonly body: Buffer;
  /** The previous body, and the minimum number of bytes that both have in common at the beginning. */
  readonly previous: Buffer | undefined;
  readonly sameBytes: number;
  /** From here to the end both bodies are equal, byte by byte; the length of the body if that is not known. */
  readonly sameFrom: number;
}

/** The amount that is copied between two pauses: about a millisecond's work. */
const copySliceBytes = 2_097_152;

/** The first block for a body without an announced length; each further block is twice as large. */
const firstBlockBytes = 16_384;

/**
 * Collects a body and compares it with the previous one, piece by piece. Comparing is hundreds of times cheaper than
 * parsing, and an unchanged body is not stored at all. Changed pieces are copied, so that none keeps its slab alive.
 */
export class BodyCompare {
  readonly #previous: Buffer | undefined;
  #length: number | undefined;
  #bytes = 0;
  #sameBytes = 0;
  #isSame: boolean;
  /** The end of the last piece that differed at its place. */
  #differsUntil = 0;
  /** The body from the first different piece on: at its place if the length was announced, else packed in blocks. */
  #body: Buffer | undefined;
  readonly #blocks: Buffer[] = [];
  /** The number of bytes used in the last block. */
  #filled = 0;

  constructor(previous: Buffer | undefined) {
    this.#previous = previous;
    this.#isSame = previous !== undefined;
  }

  get byteLength(): number {
    return this.#bytes;
  }

  /** Announces the length, before the first piece. */
  expect(bytes: number): void {
    this.#length = bytes;
  }

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

  /** Whether the complete body equals the previous one. */
  get isUnchanged(): boolean {
    return this.#isSame && this.#bytes === this.#previous?.byteLength;
  }

  /** The changed body; a large one is assembled in slices. */
  *changed(): Generator<void, ChangedBody> {
    const isAsLong = this.#bytes === this.#previous?.byteLength;
    return {
      body: yield* this.#gather(),
      previous: this.#previous,
      sameBytes: this.#sameBytes,
      sameFrom: isAsLong ? this.#differsUntil : this.#bytes,
    };
  }

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
    // The body is kept until it changes. A small one from Node's pool would keep the whole slab of 8 KB alive.
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

  /** The parts that are not at their place yet: the common beginning, and the blocks. */
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
