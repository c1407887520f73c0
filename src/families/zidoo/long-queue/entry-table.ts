/** After this many searches a hash table is worth its cost. */
const searchesBeforeTable = 32;

/** The places of a list's entries in a text, and the findings about each: four numbers per entry, no objects. */
export class EntryTable {
  readonly body: Buffer;
  #length = 0;
  #starts: Uint32Array;
  #ends: Uint32Array;
  #digests: Int32Array;
  /** The index of the identical entry in the previous table; -1 for a new one. */
  #origins: Int32Array;
  #marks: Uint8Array;

  constructor(body: Buffer, capacity: number) {
    this.body = body;
    this.#starts = new Uint32Array(capacity);
    this.#ends = new Uint32Array(capacity);
    this.#digests = new Int32Array(capacity);
    this.#origins = new Int32Array(capacity);
    this.#marks = new Uint8Array(capacity);
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

  origin(index: number): number {
    return this.#origins[index] ?? -1;
  }

  /** The first marked entry; -1 if there is none. */
  firstMarked(): number {
    return this.#marks.subarray(0, this.#length).indexOf(1);
  }

  bytes(index: number): Buffer {
    return this.body.subarray(this.start(index), this.end(index));
  }

  /** Whether `count` entries from `first` on, with the separator behind them, are at `at` in another text. */
  matchesAt(first: number, count: number, body: Buffer, at: number): boolean {
    return first + count < this.#length && this.#isAt(this.start(first), this.start(first + count), body, at);
  }

  /** The place behind this entry if it is at `at` in another text; -1 if it is not. */
  endAt(index: number, body: Buffer, at: number): number {
    if (index < 0 || index >= this.#length || !this.#isAt(this.start(index), this.end(index), body, at))
      return -1;
    return at + this.end(index) - this.start(index);
  }

  /** Finds an entry by its digest; -1 if there is none. */
  finder(): (digest: number) => number {
    const digests = this.#digests.subarray(0, this.#length);
    let places: Map<number, number> | undefined;
    let searches = 0;
    return (digest) => {
      if (++searches <= searchesBeforeTable) return digests.indexOf(digest);
      places ??= placesOf(digests);
      return places.get(digest) ?? -1;
    };
  }

  /** The number of entries that end before this place, their separator included. */
  countBefore(place: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.start(middle) <= place) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #isAt(start: number, end: number, body: Buffer, at: number): boolean {
    const until = at + end - start;
    return until <= body.length && body.compare(this.body, start, end, at, until) === 0;
  }

  add(start: number, end: number, digest: number, isMarked: boolean): void {
    this.#reserve(1);
    const index = this.#length++;
    this.#starts[index] = start;
    this.#ends[index] = end;
    this.#digests[index] = digest;
    this.#origins[index] = -1;
    this.#marks[index] = isMarked ? 1 : 0;
  }

  /** Adds entries of a previous table whose bytes begin at `at` in this text. */
  addFrom(before: EntryTable, first: number, count: number, at: number): void {
    this.#reserve(count);
    const shift = at - before.start(first);
    for (let offset = 0; offset < count; offset++) {
      const index = this.#length++;
      this.#starts[index] = before.start(first + offset) + shift;
      this.#ends[index] = before.end(first + offset) + shift;
      this.#origins[index] = first + offset;
    }
    const target = this.#length - count;
    this.#digests.set(before.#digests.subarray(first, first + count), target);
    this.#marks.set(before.#marks.subarray(first, first + count), target);
  }

  #reserve(count: number): void {
    const wanted = this.#length + count;
    if (wanted <= this.#starts.length) return;
    const capacity = Math.max(wanted, this.#starts.length * 2);
    const grow = <T extends Uint32Array | Int32Array | Uint8Array>(made: T, from: T): T => {
      made.set(from);
      return made;
    };
    this.#starts = grow(new Uint32Array(capacity), this.#starts);
    this.#ends = grow(new Uint32Array(capacity), this.#ends);
    this.#digests = grow(new Int32Array(capacity), this.#digests);
    this.#origins = grow(new Int32Array(capacity), this.#origins);
    this.#marks = grow(new Uint8Array(capacity), this.#marks);
  }
}

function placesOf(digests: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  for (const [index, digest] of digests.entries()) places.set(digest, index);
  return places;
}

/** FNV-1a over words of four bytes. It only hints where to look: equality is decided by the bytes. */
export function digestOf(body: Buffer, start: number, end: number): number {
  let digest = 0x811c9dc5 ^ (end - start);
  let place = start;
  for (; place + 4 <= end; place += 4) digest = Math.imul(digest ^ body.readInt32LE(place), 0x01000193);
  for (; place < end; place++) digest = Math.imul(digest ^ (body[place] ?? 0), 0x01000193);
  return digest | 0;
}
