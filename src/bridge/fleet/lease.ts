import { randomUUID } from "node:crypto";
import type { FleetOptions, Holder, Roster } from "./roster.ts";

/** So much earlier than others may act, we stop: it covers what is in flight. */
const marginShare = 0.2;

/**
 * Keeps the key of this member alive. It holds while the last write that the store confirmed began less than a lease, less a
 * margin, ago. A lease that has passed is over: the next one has another id, by which no player is ours yet.
 */
export class Lease {
  readonly #roster: Roster;
  readonly #options: FleetOptions;
  /** The prefix of the ids of all leases of this process. */
  readonly #process = randomUUID();
  #count = 0;
  #id = "";
  #validUntil = Number.NEGATIVE_INFINITY;
  #refreshAt = Number.NEGATIVE_INFINITY;
  #keeping: Promise<void> | undefined;

  constructor(roster: Roster, options: FleetOptions) {
    this.#roster = roster;
    this.#options = options;
    this.#renew();
  }

  /** What this member writes into its key, and into those of its players. */
  get holder(): Holder {
    const { leaseMs, member } = this.#options;
    const { list, own } = this.#roster;
    return { member, lease: this.#id, leaseMs, list, revision: own?.revision ?? 0 };
  }

  /** Asked before anything is sent to a player: a process that was frozen finds out here. */
  get isHeld(): boolean {
    return this.isOurs(this.#roster.own?.holder) && this.#options.now() < this.#validUntil;
  }

  /** Whether another process keeps a lease under our name. */
  get hasRival(): boolean {
    const { own } = this.#roster;
    return own?.isRefreshed === true && this.#roster.isUp(own) && !this.#isOfUs;
  }

  isOurs(holder: Holder | undefined): boolean {
    return holder?.lease === this.#id;
  }

  /** Begins the lease, or refreshes it after a third of its time; to be called more often than that. */
  keep(): Promise<void> {
    return (this.#keeping ??= this.#keep().finally(() => {
      this.#keeping = undefined;
    }));
  }

  /** Gives the lease up, so that others need not wait for its end: nothing may be sent to a player any more. */
  async end(): Promise<void> {
    this.#renew();
    await this.#keeping;
    if (this.#isOfUs) await this.#roster.write("members", this.#options.member, undefined);
  }

  async #keep(): Promise<void> {
    const { leaseMs, member, now } = this.#options;
    const { own } = this.#roster;
    const isRefresh = this.isHeld;
    if (isRefresh) {
      if (now() < this.#refreshAt) return;
    } else {
      // A lease that nobody has refreshed for its whole length is over, too.
      if (own !== undefined && this.#roster.isUp(own) && !this.#isOfUs) return;
      this.#renew();
    }
    const { holder } = this;
    // Others count from when they hear of it, which is later.
    const begunAt = now();
    const isWritten = await this.#roster.write("members", member, holder);
    // It was given up meanwhile, or has passed.
    if (!isWritten || !this.isOurs(holder) || (isRefresh && !this.isHeld)) return;
    this.#refreshAt = begunAt + leaseMs / 3;
    this.#validUntil = begunAt + leaseMs * (1 - marginShare);
  }

  /** Whether this process wrote the key of our name, perhaps by a write that was never confirmed. */
  get #isOfUs(): boolean {
    return this.#roster.own?.holder?.lease.startsWith(this.#process) === true;
  }

  #renew(): void {
    this.#count += 1;
    this.#id = `${this.#process}-${this.#count}`;
  }
}
