import type { LeaseBucket, LeaseStore, LeaseStoreEvents, OpenLeaseStore } from "../../core/lease-store.ts";
import { asText, parseObject } from "../../core/resources/json.ts";

/** The holder of a key: a member and the id of its lease. Each lease has another one. */
export interface Holder {
  readonly member: string;
  /** Empty: the member is gone, as another one found. One that leaves in good order empties its key. */
  readonly lease: string;
  /** Its own: members may differ for the time of an update. */
  readonly leaseMs: number;
  /** Of its players, as in its configuration. */
  readonly list: string;
  /** The revision of the member's key when this was written. Who has only seen an older one does not know this lease yet. */
  readonly revision: number;
}

interface Seen {
  readonly holder: Holder | undefined;
  readonly revision: number;
  /** Since when this is the last that we know. */
  since: number;
  /** Whether we have seen its holder refresh it. */
  isRefreshed: boolean;
}

export interface FleetOptions {
  readonly member: string;
  readonly leaseMs: number;
  readonly openStore: OpenLeaseStore;
  /** Counts suspended time, in which the monotonic clock of a process stands still; the date can be set. */
  readonly now: () => number;
}

interface RosterOptions extends FleetOptions, Pick<LeaseStoreEvents, "heard" | "failed"> {
  /** A key has another holder now. */
  readonly onHolder: (bucket: LeaseBucket, key: string) => void;
}

/** A member that died is forgotten after this time. */
const rememberedMs = 24 * 3_600_000;

/**
 * The members and the holders of the players as the store has them, or had them: each write says which revision it follows, so
 * an old view does no harm. Clocks are not compared: a member is gone once its key has not changed for a lease of its own by
 * *our* clock, and the store has then accepted that we replace the key, which shows that it was not refreshed meanwhile.
 */
export class Roster {
  readonly store: LeaseStore;
  /** A hash of the players in the configuration of this member. */
  list = "";
  readonly #options: RosterOptions;
  readonly #seen: Readonly<Record<LeaseBucket, Map<string, Seen>>> = {
    members: new Map(),
    players: new Map(),
  };
  /** Why the store could not be used the last time; undefined once it has confirmed a write. */
  fault: string | undefined;
  #completeAt = 0;

  constructor(options: RosterOptions) {
    this.#options = options;
    this.store = options.openStore({
      ...options,
      connected: (isNew) => this.#connected(isNew),
      changed: (...change) => this.#changed(...change),
      failed: (reason) => {
        this.fault = `the store of the fleet cannot be used: ${reason}`;
        options.failed(reason);
      },
    });
  }

  /** Whether the store confirms the write; what it has instead is reported by itself. */
  async write(bucket: LeaseBucket, key: string, holder: Holder | undefined): Promise<boolean> {
    const { revision = 0 } = this.#seen[bucket].get(key) ?? {};
    const value = holder === undefined ? "" : JSON.stringify(holder);
    const written = await this.store.write(bucket, key, value, revision).catch(() => undefined);
    if (written === undefined) return false;
    this.fault = undefined;
    this.#changed(bucket, key, { value, revision: written });
    return true;
  }

  holderOf(id: string): Holder | undefined {
    return this.#seen.players.get(id)?.holder;
  }

  /** The key of this member's name. */
  get own(): Seen | undefined {
    return this.#seen.members.get(this.#options.member);
  }

  /** All others that are there or have died. */
  get others(): readonly (Seen & { readonly holder: Holder })[] {
    const { member, now } = this.#options;
    return [...this.#seen.members.values()].flatMap(({ holder, ...seen }) => {
      const isForgotten = holder?.lease === "" && now() - seen.since >= rememberedMs;
      return holder === undefined || holder.member === member || isForgotten ? [] : [{ holder, ...seen }];
    });
  }

  countOf(member: string): number {
    return [...this.#seen.players.values()].filter(({ holder }) => holder?.member === member).length;
  }

  /** Whether a key has changed within its lease. */
  isUp({ holder, since }: Seen): boolean {
    return holder !== undefined && holder.lease !== "" && this.#options.now() - since < holder.leaseMs;
  }

  /** Whether nobody acts for the player any more: a key that was emptied or belongs to a later lease cannot be refreshed again. */
  isFree(id: string): boolean {
    // A store that has just lost everything does not know who still acts.
    if (!this.#seen.players.has(id)) return this.#options.now() >= this.#completeAt;
    const holder = this.holderOf(id);
    if (holder === undefined) return true;
    const seen = this.#seen.members.get(holder.member);
    if (seen !== undefined && seen.revision >= holder.revision) return seen.holder?.lease !== holder.lease;
    // A member whose key is not known, or not since then, may be there all the same, for a lease from now.
    if ((seen?.holder?.lease ?? "") === "") {
      const awaited = { holder, revision: 0, since: this.#options.now(), isRefreshed: false };
      this.#seen.members.set(holder.member, awaited);
    }
    return false;
  }

  /** After a time without the store, nobody is gone before it had time to come back. */
  #connected(isNew: boolean): void {
    const { leaseMs, now } = this.#options;
    if (isNew) {
      for (const keys of Object.values(this.#seen)) keys.clear();
      this.#completeAt = now() + leaseMs;
    }
    for (const seen of this.#seen.members.values()) Object.assign(seen, { since: now(), isRefreshed: false });
  }

  #changed(...[bucket, key, { revision, value }]: Parameters<LeaseStoreEvents["changed"]>): void {
    const before = this.#seen[bucket].get(key);
    if (revision !== 0 && revision <= (before?.revision ?? 0)) return;
    // The clock of the store decided that a key ends: whose it was may still act.
    const holder = revision === 0 ? before?.holder : readHolder(value);
    const isRefreshed = holder !== undefined && holder.lease === before?.holder?.lease;
    this.#seen[bucket].set(key, { holder, revision, since: this.#options.now(), isRefreshed });
    if (holder?.lease !== before?.holder?.lease) this.#options.onHolder(bucket, key);
  }
}

/** The holder in a record; undefined for none, and for what nobody of us wrote. */
function readHolder(value: string): Holder | undefined {
  const { lease, leaseMs, list, member, revision } = parseObject(value) ?? {};
  if (typeof member !== "string" || typeof lease !== "string" || typeof leaseMs !== "number")
    return undefined;
  return {
    member,
    lease,
    leaseMs,
    list: asText(list) ?? "",
    revision: typeof revision === "number" ? revision : 0,
  };
}
