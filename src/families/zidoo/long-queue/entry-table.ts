/** The places of a list's entries in a text: numbers, no objects. */
export class EntryTable {
  readonly body: Buffer;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #marks: boolean[] = [];
  /** Which entries are, byte by byte, at the place in the list where they were in the text before. */
  readonly #kept: boolean[] = [];

  constructor(body: Buffer) {
    this.body = body;
  }

  get length(): number {
    return this.#starts.length;
  }

  start(index: number): number {
    return this.#starts[index] ?? 0;
  }

  end(index: number): number {
    return this.#ends[index] ?? 0;
  }

  isKept(index: number): boolean {
    return this.#kept[index] === true;
  }

  /** The first marked entry; -1 if there is none. */
  firstMarked(): number {
    return this.#marks.indexOf(true);
  }

  bytes(index: number): Buffer {
    return this.body.subarray(this.start(index), this.end(index));
  }

  /** The first entry that begins at this place of the text or behind it. */
  firstFrom(place: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.start(middle) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(start: number, end: number, isMarked: boolean, isKept = false): void {
    this.#starts.push(start);
    this.#ends.push(end);
    this.#marks.push(isMarked);
    this.#kept.push(isKept);
  }

  /** Adds entries of the table of a text that is the same there. */
  addFrom(before: EntryTable, from: number, to: number): void {
    const isKept = this.length === from;
    for (let at = from; at < to; at++)
      this.add(before.start(at), before.end(at), before.#marks[at] === true, isKept);
  }
}
