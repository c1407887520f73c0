/** The places of a list's entries in a text: two numbers and a mark per entry, no objects. */
export class EntryTable {
  readonly body: Buffer;
  #length = 0;
  #starts: Uint32Array;
  #ends: Uint32Array;
  #marks: Uint8Array;
  /** Which entries are, byte by byte, at the place in the list where they were in the text before. */
  #kept: Uint8Array;

  constructor(body: Buffer, capacity: number) {
    this.body = body;
    this.#starts = new Uint32Array(capacity);
    this.#ends = new Uint32Array(capacity);
    this.#marks = new Uint8Array(capacity);
    this.#kept = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  start(index: number): number {
    return this.#starts[index] ?? 0;
  }

  end(index: number): number {
    return this.#ends[index] ?? 0;
  }

  isKept(index: number): boolean {
    return this.#kept[index] === 1;
  }

  /** The first marked entry; -1 if there is none. */
  firstMarked(): number {
    return this.#marks.subarray(0, this.#length).indexOf(1);
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

  add(start: number, end: number, isMarked: boolean): void {
    this.#reserve(1);
    const index = this.#length++;
    this.#starts[index] = start;
    this.#ends[index] = end;
    this.#marks[index] = isMarked ? 1 : 0;
  }

  /** Adds entries of the table of a text that is the same there. */
  addFrom(before: EntryTable, from: number, to: number): void {
    this.#reserve(to - from);
    const target = this.#length;
    this.#starts.set(before.#starts.subarray(from, to), target);
    this.#ends.set(before.#ends.subarray(from, to), target);
    this.#marks.set(before.#marks.subarray(from, to), target);
    this.#length += to - from;
    if (target === from) this.#kept.fill(1, target, this.#length);
  }

  #reserve(count: number): void {
    const wanted = this.#length + count;
    if (wanted <= this.#starts.length) return;
    const capacity = Math.max(wanted, this.#starts.length * 2);
    const grow = <T extends Uint32Array | Uint8Array>(made: T, from: T): T => {
      made.set(from);
      return made;
    };
    this.#starts = grow(new Uint32Array(capacity), this.#starts);
    this.#ends = grow(new Uint32Array(capacity), this.#ends);
    this.#marks = grow(new Uint8Array(capacity), this.#marks);
    this.#kept = grow(new Uint8Array(capacity), this.#kept);
  }
}
