/**
 * Collects a body while comparing it, chunk by chunk, with the last one: a compare is hundreds of times cheaper than a
 * parse, and nothing is kept of a body that is the same.
 */
export class BodyCompare {
  readonly #previous: Buffer | undefined;
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #isSame: boolean;

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
    if (this.#isSame && this.#previous !== undefined) {
      if (
        this.#bytes <= this.#previous.byteLength &&
        chunk.compare(this.#previous, start, this.#bytes) === 0
      ) {
        return true;
      }
      this.#isSame = false;
      // What was the same so far is needed after all; the last body already holds it.
      this.#chunks.push(this.#previous.subarray(0, start));
    }
    this.#chunks.push(chunk);
    return true;
  }

  /** The body, or undefined when it is the same as the previous one. */
  changed(): Buffer | undefined {
    if (this.#isSame && this.#bytes === this.#previous?.byteLength) return undefined;
    if (this.#isSame && this.#previous !== undefined) return this.#previous.subarray(0, this.#bytes);
    return Buffer.concat(this.#chunks, this.#bytes);
  }
}
