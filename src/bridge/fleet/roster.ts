import type { LeaseBucket, LeaseStore, StoredRecord } from "../../core/lease-store.ts";
import { rankOf, ringOf } from "../../core/rendezvous.ts";
import { type Holder, type MemberRecord, readHolder } from "./lease.ts";

interface Seen<Value> {
  readonly value: Value | undefined;
  readonly revision: number;
  /** Since when this is the last that we know. */
  readonly since: number;
  /** Emptied by another one, after its lease. */
  readonly isDead: boolean;
}

/** What a member writes in place of one that is gone. One that leaves in good order empties its key itself. */
const dead = "dead";
/** A member that died is forgotten after this time. */
const rememberedMs = 24 * 3_600_000;

/**
 * The members and the holders of the players as the store has them, or had them: each write says which revision it follows, so
 * an old view does no harm. Clocks are not compared: a member is gone once its key has not changed for a lease of its own by
 * *our* clock, and the store has accepted that we empty it, which shows that it was not refreshed meanwhile.
 */
export class Roster {
  readonly #self: string;
  readonly #now: () => number;
  readonly #store: () => Pick<LeaseStore, "read" | "write">;
  readonly #members = new Map<string, Seen<MemberRecord | Holder>>();
  readonly #players = new Map<string, Seen<Holder>>();
  readonly #gone = new Set<string>();
  /** Leases of members without a key, and since when we know of them. */
  readonly #missing = new Map<string, number>();
  #isBurying = false;

  constructor(self: string, now: () => number, store: () => Pick<LeaseStore, "read" | "write">) {
    this.#self = self;
    this.#now = now;
    this.#store = store;
  }

  /** Returns whether the holder is another one now. */
  changed(bucket: LeaseBucket, key: string, { value, revision }: StoredRecord): boolean {
    const seen: Map<string, Seen<Holder>> = bucket === "members" ? this.#members : this.#players;
    const before = seen.get(key);
    if (revision <= (before?.revision ?? 0)) return false;
    const holder = readHolder(value);
    seen.set(key, { value: holder, revision, since: this.#now(), isDead: value === dead });
    return holder?.lease !== before?.value?.lease;
  }

  /** After a time without the store, nobody is gone before it had time to come back. */
  restarted(isSame: boolean): void {
    const since = this.#now();
    if (!isSame) {
      this.#members.clear();
      this.#players.clear();
    }
    for (const [name, seen] of this.#members) this.#members.set(name, { ...seen, since });
    this.#missing.clear();
  }

  holderOf(id: string): Holder | undefined {
    return this.#players.get(id)?.value;
  }

  revisionOf(id: string): number {
    return this.#players.get(id)?.revision ?? 0;
  }

  /** The members that keep their keys alive; this one is always among them. */
  get living(): readonly string[] {
    const others = [...this.#members].filter(([name, seen]) => name !== this.#self && this.#isFresh(seen));
    return [this.#self, ...others.map(([name]) => name)];
  }

  /** All others that are there or have died. */
  get members(): ReadonlyMap<string, { readonly isUp: boolean; readonly list: string | undefined }> {
    const shown = [...this.#members].filter(
      ([name, { isDead, since, value }]) =>
        name !== this.#self && (value !== undefined || (isDead && this.#now() - since < rememberedMs)),
    );
    return new Map(
      shown.map(([name, seen]) => {
        const list = seen.value !== undefined && "list" in seen.value ? seen.value.list : undefined;
        return [name, { isUp: this.#isFresh(seen), list }];
      }),
    );
  }

  /** How many players each member holds. */
  get counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { value } of this.#players.values())
      if (value !== undefined) counts.set(value.member, (counts.get(value.member) ?? 0) + 1);
    return counts;
  }

  /** The place of each living member for a player: 0 is the one whose turn it is. */
  ranks(): (id: string, member?: string) => number {
    const ring = ringOf(this.living);
    return (id, member = this.#self) => rankOf(id, member, ring);
  }

  /** Whether nobody acts for the player any more; looks into it where that is not known yet. */
  isFree(id: string): boolean {
    const holder = this.holderOf(id);
    return holder === undefined || this.#isGone(holder);
  }

  #isFresh({ value, since }: Seen<Holder>): boolean {
    return value !== undefined && this.#now() - since < value.leaseMs;
  }

  #isGone(holder: Holder): boolean {
    const { lease, leaseMs, member } = holder;
    if (this.#gone.has(lease)) return true;
    const seen = this.#members.get(member);
    // A key that was emptied or belongs to a later lease: this one can never be refreshed again.
    if (seen !== undefined && seen.value?.lease !== lease) return true;
    const since = seen?.since ?? this.#missing.get(lease) ?? this.#now();
    if (seen === undefined) this.#missing.set(lease, since);
    if (this.#now() - since >= leaseMs) void this.#bury(holder, seen?.revision ?? 0);
    return false;
  }

  /** Empties the key of a member that seems to be gone. It fails if the member has refreshed it. */
  async #bury({ lease, member }: Holder, revision: number): Promise<void> {
    if (this.#isBurying) return;
    this.#isBurying = true;
    try {
      const emptied = await this.#store().write("members", member, dead, revision);
      if (emptied !== undefined) {
        this.#gone.add(lease);
        this.changed("members", member, { value: dead, revision: emptied });
        return;
      }
      const found = await this.#store().read("members", member);
      // A key that has ended by itself is reported to nobody.
      if (found === undefined) this.#members.delete(member);
      else this.changed("members", member, found);
    } catch {
      // Without an answer nobody is gone.
    } finally {
      this.#isBurying = false;
    }
  }
}
