/** `members` says who is there, and each of its keys ends by itself some time after its last write; `players` says whose each player is. */
export type LeaseBucket = "members" | "players";

export interface StoredRecord {
  /** Empty: nobody's. */
  readonly value: string;
  /** Each write of a key has a higher one; 0 stands for a key that does not exist. */
  readonly revision: number;
}

/** A store with consensus. */
export interface LeaseStore extends AsyncDisposable {
  /**
   * Writes a key if this revision is still its last one. Returns the new revision; or undefined if another write was first, and
   * then it reports what it has. Throws if the store did not confirm it, and then it may have been written.
   */
  write(bucket: LeaseBucket, key: string, value: string, revision: number): Promise<number | undefined>;
  /** Tells all others; what is not heard is lost. */
  say(text: string): void;
}

/** What a store reports. All keys are reported after each connect, later than `connected`. */
export interface LeaseStoreEvents {
  /** `isNew`: the store may have lost everything just now. */
  connected(isNew: boolean): void;
  changed(bucket: LeaseBucket, key: string, record: StoredRecord): void;
  heard(text: string): void;
  /** Why the store cannot be used now. */
  failed(reason: string): void;
}

/** Reports nothing before it has returned. */
export type OpenLeaseStore = (events: LeaseStoreEvents) => LeaseStore;
