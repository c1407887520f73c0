import type { LeaseBucket, StoredRecord } from "../../core/lease-store.ts";

/** The holder of a key: a member and the id of its lease. Each lease has another one. */
export interface Holder {
  readonly member: string;
  /** Empty: the member is gone, as another one found. One that leaves in good order empties its key. */
  readonly lease: string;
  /** Its own: members may differ for the time of an update. */
  readonly leaseMs: number;
  /** A hash of the players in its configuration; in the member's own key only. */
  readonly list?: string;
}

interface Seen {
  readonly holder: Holder | undefined;
  readonly revision: number;
  /** Since when this is the last that we know. */
  readonly since: number;
  /** Whether we have seen its holder refresh it. */
  readonly isRefreshed: boolean;
}

/** A member that died is forgotten after this time. */
const rememberedMs = 24 * 3_600_000;

/**
 * The members and the holders of the players as the store has them, or had them: each write says which revision it follows, so
 * an old view does no harm. Clocks are not compared: a member is gone once its key has not changed for a lease of its own by
 * *our* clock, and the store has then accepted that we replace the key, which shows that it was not refreshed meanwhile.
 */
export class Roster {
  readonly #self: string;
  readonly #now: () => number;
  readonly #members = new Map<string, Seen>();
  readonly #players = new Map<string, Seen>();

  constructor(self: string, now: () => number) {
    this.#self = self;
    this.#now = now;
  }

  /** Returns whether the holder is another one now. */
  changed(bucket: LeaseBucket, key: string, { revision, value }: StoredRecord): boolean {
    const seen = bucket === "members" ? this.#members : this.#players;
    const before = seen.get(key);
    if (revision !== 0 && revision <= (before?.revision ?? 0)) return false;
    // The clock of the store decided that a key ends: whose it was may still act.
    const holder = revision === 0 ? before?.holder : readHolder(value);
    const isRefreshed = holder !== undefined && holder.lease === before?.holder?.lease;
    seen.set(key, { holder, revision, since: this.#now(), isRefreshed });
    return holder?.lease !== before?.holder?.lease;
  }

  /** After a time without the store, nobody is gone before it had time to come back. */
  restarted(isNew: boolean): void {
    if (isNew) this.#players.clear();
    if (isNew) this.#members.clear();
    const since = this.#now();
    for (const [name, seen] of this.#members) this.#members.set(name, { ...seen, since, isRefreshed: false });
  }

  holderOf(id: string): Holder | undefined {
    return this.#players.get(id)?.holder;
  }

  /** What must not have changed when a key is written. */
  revisionOf(bucket: LeaseBucket, key: string): number {
    return (bucket === "members" ? this.#members : this.#players).get(key)?.revision ?? 0;
  }

  /** The key of this member's name. */
  get own(): Seen | undefined {
    return this.#members.get(this.#self);
  }

  /** All others that are there or have died. */
  get others(): readonly (Holder & { readonly isUp: boolean; readonly isRefreshed: boolean })[] {
    return [...this.#members].flatMap(([name, seen]) => {
      const { holder, isRefreshed, since } = seen;
      if (holder === undefined || name === this.#self) return [];
      if (holder.lease === "" && this.#now() - since >= rememberedMs) return [];
      return [{ ...holder, isUp: this.isUp(seen), isRefreshed }];
    });
  }

  /** Others that seem to be gone: the store has to say so. */
  get silent(): readonly Holder[] {
    return this.others.filter(({ isUp, lease }) => lease !== "" && !isUp);
  }

  get counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { holder } of this.#players.values())
      if (holder !== undefined) counts.set(holder.member, (counts.get(holder.member) ?? 0) + 1);
    return counts;
  }

  /** Whether a key has changed within its lease. */
  isUp({ holder, since }: Seen): boolean {
    return holder !== undefined && holder.lease !== "" && this.#now() - since < holder.leaseMs;
  }

  /** Whether nobody acts for the player any more: a key that was emptied or belongs to a later lease cannot be refreshed again. */
  isFree(id: string): boolean {
    const holder = this.holderOf(id);
    if (holder === undefined) return true;
    const seen = this.#members.get(holder.member);
    if (seen !== undefined) return seen.holder?.lease !== holder.lease;
    // A member without a key may be there all the same, for a lease from now.
    this.#members.set(holder.member, { holder, revision: 0, since: this.#now(), isRefreshed: false });
    return false;
  }
}

/** The holder in a record; undefined for none, and for what nobody of us wrote. */
function readHolder(value: string): Holder | undefined {
  try {
    const { lease, leaseMs, list, member } = JSON.parse(value) as Partial<Record<keyof Holder, unknown>>;
    if (typeof member !== "string" || typeof lease !== "string" || typeof leaseMs !== "number")
      return undefined;
    return { member, lease, leaseMs, ...(typeof list === "string" && { list }) };
  } catch {
    return undefined;
  }
}
