/** The amount that is copied between two pauses: about a millisecond's work. */
const copySliceBytes = 2_097_152;

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
  /** The body from the first different piece on: at its place if the length was announced, else piece by piece. */
  #body: Buffer | undefined;
  readonly #pieces: Buffer[] = [];

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
    this.#isSame &&= this.#isInPrevious(piece, start);
    if (this.#isSame) {
      this.#sameBytes = this.#bytes;
    } else if (this.#length === undefined) {
      this.#pieces.push(Buffer.from(piece));
    } else {
      this.#body ??= Buffer.allocUnsafeSlow(this.#length);
      piece.copy(this.#body, start);
    }
  }

  /** Whether the complete body equals the previous one. */
  get isUnchanged(): boolean {
    return this.#isSame && this.#bytes === this.#previous?.byteLength;
  }

  #isInPrevious(piece: Buffer, start: number): boolean {
    const previous = this.#previous;
    const end = start + piece.byteLength;
    return previous !== undefined && end <= previous.byteLength && piece.compare(previous, start, end) === 0;
  }

  /** The changed body; a large one is assembled in slices. */
  *changed(): Generator<void, Buffer> {
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
    this.#pieces.length = 0;
    return body;
  }

  /** The parts that are not at their place yet: the common beginning, and the pieces. */
  *#parts(): Generator<Buffer> {
    const common = this.#previous?.subarray(0, this.#sameBytes);
    for (const part of common === undefined ? this.#pieces : [common, ...this.#pieces]) {
      for (let at = 0; at < part.length; at += copySliceBytes) yield part.subarray(at, at + copySliceBytes);
    }
  }
}
