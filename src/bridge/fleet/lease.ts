import { randomUUID } from "node:crypto";
import type { FleetOptions, Holder, Roster } from "./roster.ts";

interface LeaseOptions extends FleetOptions {
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
  readonly #roster: Roster;
  readonly #options: LeaseOptions;
  #id = "";
  /** The revision that the first write of this lease follows. */
  #beganAfter = 0;
  #validUntil = Number.NEGATIVE_INFINITY;
  #refreshAt = Number.NEGATIVE_INFINITY;
  #isHeld = false;
  /** Since when we have no lease: what others write under our name from then on is a rival's. */
  #withoutSince = Number.NEGATIVE_INFINITY;
  #keeping: Promise<void> | undefined;

  constructor(roster: Roster, options: LeaseOptions) {
    this.#roster = roster;
    this.#options = options;
  }

  /** What this member writes into its key, and into those of its players. */
  get holder(): Holder {
    const { leaseMs, member } = this.#options;
    return { member, lease: this.#id, leaseMs, list: this.#roster.list };
  }

  isOurs(holder: Holder | undefined): boolean {
    return this.#id !== "" && holder?.lease === this.#id;
  }

  /** Asked before anything is sent to a player: a process that was frozen finds out here. */
  get isHeld(): boolean {
    if (this.#isHeld && this.#options.now() >= this.#validUntil) this.#lose();
    return this.#isHeld;
  }

  /** Begins the lease, or refreshes it after a third of its time; to be called more often than that. */
  keep(): Promise<void> {
    return (this.#keeping ??= this.#keep().finally(() => {
      this.#keeping = undefined;
    }));
  }

  /** Gives the lease up, so that others need not wait for its end: nothing may be sent to a player any more. */
  async end(): Promise<void> {
    const lease = this.#id;
    this.#isHeld = false;
    this.#forget();
    await this.#keeping;
    const isOurs = lease !== "" && this.#roster.own?.holder?.lease === lease;
    if (isOurs) await this.#roster.write("members", this.#options.member, undefined);
  }

  async #keep(): Promise<void> {
    const { leaseMs, member, now, onHeld } = this.#options;
    if ((this.isHeld && now() < this.#refreshAt) || !this.#mayBegin()) return;
    const revision = this.#isOwn ? (this.#roster.own?.revision ?? 0) : this.#beganAfter;
    const { holder } = this;
    // Others count from when they hear of it, which is later.
    const begunAt = now();
    const isWritten = await this.#roster.write("members", member, holder, revision);
    // It was given up meanwhile.
    if (!this.isOurs(holder)) return;
    if (!isWritten) {
      // Written by another one; or it was our write, and only the confirmation was lost.
      if (!this.#isOwn && (this.#roster.own?.revision ?? 0) !== revision) this.#forget();
      return;
    }
    const wasHeld = this.isHeld;
    this.#refreshAt = begunAt + leaseMs / 3;
    this.#validUntil = begunAt + leaseMs * (1 - marginShare);
    this.#isHeld = now() < this.#validUntil;
    if (this.#isHeld && !wasHeld) onHeld();
  }

  /** A lease begins where there is none of our name, or one that nobody has kept alive for its whole time. */
  #mayBegin(): boolean {
    const { own } = this.#roster;
    if (this.#id !== "") return true;
    if (own !== undefined && this.#roster.isUp(own)) {
      if (own.isRefreshed && own.since > this.#withoutSince) this.#options.onRival();
      return false;
    }
    [this.#id, this.#beganAfter] = [randomUUID(), own?.revision ?? 0];
    return true;
  }

  get #isOwn(): boolean {
    const { own } = this.#roster;
    return own !== undefined && own.revision > 0 && this.isOurs(own.holder);
  }

  #forget(): void {
    this.#lose();
    this.#id = "";
    this.#withoutSince = this.#options.now();
  }

  #lose(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#options.onLost();
  }
}
