/** The places of a list's entries in a text. A careless list has a hundred thousand: eight bytes for each, and no objects. */
export class EntryTable {
  readonly body: Buffer;
  #length = 0;
  /** Of each entry where it starts, and where it ends, with two marks in the lowest bits. */
  #places = new Uint32Array(1024);

  constructor(body: Buffer) {
    this.body = body;
  }

  get length(): number {
    return this.#length;
  }

  start(index: number): number {
    return this.#places[2 * index] ?? 0;
  }

  end(index: number): number {
    return this.#endOf(index) >>> 2;
  }

  /** Whether an entry is, byte by byte, at the place in the list where it was in the text before. */
  isKept(index: number): boolean {
    return (this.#endOf(index) & 1) !== 0;
  }

  /** The first marked entry; -1 if there is none. */
  firstMarked(): number {
    for (let index = 0; index < this.#length; index++) if (this.#isMarked(index)) return index;
    return -1;
  }

  bytes(index: number): Buffer {
    return this.body.subarray(this.start(index), this.end(index));
  }

  /** The first entry that begins at this place of the text or behind it. */
  firstFrom(place: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.start(middle) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(start: number, end: number, isMarked: boolean, isKept = false): void {
    const at = 2 * this.#length++;
    if (at === this.#places.length) {
      const places = new Uint32Array(2 * at);
      places.set(this.#places);
      this.#places = places;
    }
    this.#places[at] = start;
    this.#places[at + 1] = end * 4 + Number(isMarked) * 2 + Number(isKept);
  }

  /** Adds entries of the table of a text that is the same there. */
  addFrom(before: EntryTable, from: number, to: number): void {
    const isKept = this.#length === from;
    for (let at = from; at < to; at++)
      this.add(before.start(at), before.end(at), before.#isMarked(at), isKept);
  }

  #isMarked(index: number): boolean {
    return (this.#endOf(index) & 2) !== 0;
  }

  #endOf(index: number): number {
    return this.#places[2 * index + 1] ?? 0;
  }
}
