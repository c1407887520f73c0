/** An entry that a queue can play; a length of 0 means a stream without a known end. */
export interface Playable {
  readonly durationMs: number;
}

export type PlaybackState = "playing" | "paused" | "stopped";

export interface PlayQueueOptions {
  readonly now: () => number;
  readonly state: PlaybackState;
  readonly atEnd: "stop" | "restart";
}

/**
 * A list that plays: one entry is current and its position follows the injected time.
 *
 * It has no timer: every access first computes what has happened since the last one.
 */
export class PlayQueue<Entry extends Playable> {
  atEnd: "stop" | "restart";
  readonly #now: () => number;
  #entries: readonly Entry[];
  #state: PlaybackState;
  #index = 0;
  #positionMs = 0;
  #seenAtMs: number;
  #revision = 0;
  #listRevision = 0;
  /** The entry after one that has ended: the next, the same, or a random one. */
  order: "list" | "single" | "shuffle" = "list";

  constructor(entries: readonly Entry[], options: PlayQueueOptions) {
    this.atEnd = options.atEnd;
    this.#now = options.now;
    this.#entries = entries;
    this.#state = entries.length > 0 ? options.state : "stopped";
    this.#seenAtMs = options.now();
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get state(): PlaybackState {
    this.#advance();
    return this.#state;
  }

  /** The index of the current entry, -1 if the list is empty. */
  get index(): number {
    this.#advance();
    return this.#entries.length > 0 ? this.#index : -1;
  }

  get current(): Entry | undefined {
    return this.state === "stopped" ? undefined : this.#entries[this.#index];
  }

  get positionMs(): number {
    this.#advance();
    return this.#positionMs;
  }

  /** Grows with every change but that of the position, so a rendered list knows when it is out of date. */
  get revision(): number {
    this.#advance();
    return this.#revision;
  }

  /** Grows when the list itself changes, not when another entry plays. */
  get listRevision(): number {
    return this.#listRevision;
  }

  play(): void {
    if (this.#entries.length > 0) this.#enter("playing");
  }

  pause(): void {
    if (this.state === "playing") this.#enter("paused");
  }

  stop(): void {
    this.#enter("stopped");
    this.#positionMs = 0;
  }

  seek(positionMs: number): void {
    this.#advance();
    this.#positionMs = Math.max(0, positionMs);
  }

  /** Moves by `by` entries; a step past the end does what `atEnd` says. */
  skip(by = 1): void {
    this.#advance();
    this.#positionMs = 0;
    this.#step(by);
  }

  playEntry(index: number): void {
    if (this.#entries[index] === undefined)
      throw new RangeError(`No entry ${index} in ${this.#entries.length}`);
    this.#advance();
    this.#index = index;
    this.#positionMs = 0;
    this.#enter("playing");
  }

  /** Replaces the list; the current entry keeps playing if it is still in it. */
  edit(change: (entries: readonly Entry[]) => readonly Entry[]): void {
    this.#advance();
    const current = this.#entries[this.#index];
    this.#entries = change(this.#entries);
    this.#revision += 1;
    this.#listRevision += 1;
    const index = this.#entries.findIndex((entry) => entry === current);
    if (index === -1) this.#positionMs = 0;
    this.#index = index === -1 ? Math.max(0, Math.min(this.#index, this.#entries.length - 1)) : index;
    if (this.#entries.length === 0) this.stop();
  }

  /** Changes fields of one entry without affecting playback. */
  update(index: number, changes: Partial<Entry>): void {
    this.#advance();
    this.#entries = this.#entries.map((entry, at) => (at === index ? { ...entry, ...changes } : entry));
    this.#revision += 1;
    this.#listRevision += 1;
  }

  #enter(state: PlaybackState): void {
    this.#advance();
    this.#state = state;
    this.#revision += 1;
  }

  #advance(): void {
    const now = this.#now();
    if (this.#state === "playing") this.#positionMs += Math.max(0, now - this.#seenAtMs);
    this.#seenAtMs = now;
    for (let lengthMs = this.#lengthMs(); this.#positionMs >= lengthMs; lengthMs = this.#lengthMs()) {
      this.#positionMs -= lengthMs;
      this.#goOn();
    }
  }

  #goOn(): void {
    if (this.order === "list") this.#step(1);
    else {
      this.#revision += 1;
      if (this.order === "shuffle") this.#index = (this.#index * 5 + 3) % this.#entries.length;
    }
  }

  #lengthMs(): number {
    const lengthMs = this.#state === "playing" ? (this.#entries[this.#index]?.durationMs ?? 0) : 0;
    return lengthMs > 0 ? lengthMs : Number.POSITIVE_INFINITY;
  }

  #step(by: number): void {
    const next = Math.max(0, this.#index + by);
    this.#revision += 1;
    if (next < this.#entries.length) {
      this.#index = next;
    } else if (this.atEnd === "restart") {
      this.#index = 0;
    } else {
      this.#state = "stopped";
      this.#positionMs = 0;
    }
  }
}
