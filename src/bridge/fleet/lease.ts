import { randomUUID } from "node:crypto";
import type { LeaseStore } from "../../core/lease-store.ts";
import type { Clock } from "../../lib/clock.ts";

/** The holder of a player. Its lease has another id each time that it begins. */
export interface Holder {
  readonly member: string;
  readonly lease: string;
  /** Its own: members may differ for the time of an update. */
  readonly leaseMs: number;
}

/** What a member writes about itself: its lease, and a hash of the players in its configuration. */
export interface MemberRecord extends Holder {
  readonly list: string;
}

interface LeaseOptions {
  readonly member: string;
  readonly leaseMs: number;
  readonly store: () => Pick<LeaseStore, "read" | "write">;
  readonly clock: Clock;
  /**
   * Milliseconds that pass also while the machine is suspended. The monotonic clock of a process stands still then, and the
   * date can be set: so the time since the machine started decides.
   */
  readonly now: () => number;
  readonly list: () => string;
  /** The lease began, or holds again. */
  readonly onHeld: () => void;
  /** It cannot be relied on any more: from now on others may act. */
  readonly onLost: () => void;
  /** Another process of our name keeps its lease. */
  readonly onRival: () => void;
}

/** So much earlier than others may act, we stop: it covers what is in flight. */
const marginShare = 0.2;

/** Keeps the key of this member alive. It holds while the last write that the store confirmed began less than a lease, less a margin, ago. */
export class Lease {
  readonly #options: LeaseOptions;
  #id = "";
  #revision = 0;
  #validUntil = Number.NEGATIVE_INFINITY;
  #isHeld = false;
  #cancelEnd: () => void = () => {};
  /** The last write of another process of our name, and since when we know it. */
  #rival = { revision: 0, since: 0, isAlive: false };
  isWanted = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /** What this member writes as the holder of a player. */
  get holder(): Holder {
    const { leaseMs, member } = this.#options;
    return { member, lease: this.#id, leaseMs };
  }

  isOurs(holder: Holder | undefined): boolean {
    return holder !== undefined && holder.lease === this.#id;
  }

  /** Asked before anything is sent to a player: a process that was frozen finds out here. */
  get isHeld(): boolean {
    if (this.#isHeld && this.#options.now() >= this.#validUntil) this.#lose();
    return this.#isHeld;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, leaseMs } = this.#options;
    while (!signal.aborted) {
      let waitMs = leaseMs / 20;
      try {
        if (this.isWanted && (await (this.#id === "" ? this.#begin() : this.#refresh())))
          waitMs = leaseMs / 3;
      } catch {
        // The store says itself why; what was written is read before the next try.
      }
      await clock.sleep(waitMs, signal);
    }
    this.#cancelEnd();
  }

  /** Gives the lease up, so that others need not wait for its end: nothing may be sent to a player any more. */
  async end(): Promise<void> {
    const [id, revision] = [this.#id, this.#revision];
    this.#lose();
    this.#id = "";
    if (id === "") return;
    const { member, store } = this.#options;
    await store()
      .write("members", member, "", revision)
      .catch(() => {});
  }

  /** Begins a lease where there is none of our name, or one that nobody has kept alive for its whole time. */
  async #begin(): Promise<boolean> {
    const { member, now, onRival, store } = this.#options;
    const { revision = 0, value = "" } = (await store().read("members", member)) ?? {};
    const other = readHolder(value);
    if (other !== undefined) {
      const isNew = revision !== this.#rival.revision;
      const isAlive = this.#rival.isAlive || (isNew && this.#rival.revision !== 0);
      if (isAlive && !this.#rival.isAlive) onRival();
      if (isNew) this.#rival = { revision, since: now(), isAlive };
      if (now() - this.#rival.since < other.leaseMs) return false;
    }
    this.#rival = { revision: 0, since: 0, isAlive: false };
    [this.#id, this.#revision] = [randomUUID(), revision];
    return this.#refresh();
  }

  async #refresh(): Promise<boolean> {
    if (await this.#write()) return true;
    const { member, store } = this.#options;
    const found = await store().read("members", member);
    // It was written, and only the confirmation was lost.
    if (found !== undefined && this.isOurs(readHolder(found.value))) this.#revision = found.revision;
    else {
      this.#lose();
      this.#id = "";
    }
    return false;
  }

  async #write(): Promise<boolean> {
    const { clock, leaseMs, list, member, now, onHeld, store } = this.#options;
    const [id, revision] = [this.#id, this.#revision];
    const record: MemberRecord = { member, lease: id, leaseMs, list: list() };
    // Others count from when they hear of it, which is later.
    const begunAt = now();
    const written = await store().write("members", member, JSON.stringify(record), revision);
    // It was given up meanwhile.
    if (written === undefined || id !== this.#id) return false;
    this.#revision = written;
    const wasHeld = this.isHeld;
    this.#validUntil = begunAt + leaseMs * (1 - marginShare);
    const leftMs = this.#validUntil - now();
    if (leftMs <= 0) return false;
    this.#isHeld = true;
    this.#cancelEnd();
    this.#cancelEnd = clock.after(leftMs, () => void this.isHeld);
    if (!wasHeld) onHeld();
    return true;
  }

  #lose(): void {
    this.#cancelEnd();
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#options.onLost();
  }
}

/** The holder in a record; undefined for none, and for what nobody of us wrote. */
export function readHolder(value: string): (Partial<MemberRecord> & Holder) | undefined {
  try {
    const { lease, leaseMs, list, member } = JSON.parse(value) as Partial<
      Record<keyof MemberRecord, unknown>
    >;
    if (typeof member !== "string" || typeof lease !== "string" || typeof leaseMs !== "number")
      return undefined;
    return { member, lease, leaseMs, ...(typeof list === "string" && { list }) };
  } catch {
    return undefined;
  }
}
