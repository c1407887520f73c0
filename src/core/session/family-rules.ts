import type { CallName } from "../controls/call.ts";
import type { Browses } from "../library.ts";
import type { ResourceContext, ResourceLeaf, ResourceName } from "../resources/player.ts";

type EachResource<T> = Readonly<Partial<Record<ResourceName, T>>>;

/** How the requests to a player are shared. */
export interface Shares {
  /**
   * How likely the next change is one that only this answer reveals, relative to the others; the core leaves out what the
   * player lacks, and what another answer reveals. A resource without a number is read when another one shows that it
   * changed, or after the time that it demands itself.
   */
  readonly changeWeights: EachResource<number>;
  /** Intervals in milliseconds of what takes no share. */
  readonly every: EachResource<number>;
}

/** What the core has to know about the players of a family. */
export interface FamilyRules {
  readonly pace: (
    known: Pick<ResourceContext, "player" | "resources" | "memory">,
    isActive: boolean,
  ) => Shares;
  /** Short answers that every player gives. After a read without an answer, one of them shows whether it is online. */
  readonly onlineChecks: readonly ResourceName[];
  /** Resources that every player has: an answer that denies one of them may be a mistake. */
  readonly mandatory: ReadonlySet<ResourceName>;
  /** Operations that every player has: one that denies them is only busy. */
  readonly mandatoryCalls: ReadonlySet<CallName>;
  /** Resources of some models only: a first refusal, or an answer that nothing is there, makes one unsupported. */
  readonly optional: ReadonlySet<ResourceName>;
}

/** The rules until the family of a player is known: then, its first answer tells. */
export const strangerRules: FamilyRules = {
  pace: () => ({ changeWeights: {}, every: {} }),
  onlineChecks: ["model"],
  mandatory: new Set(),
  mandatoryCalls: new Set(),
  optional: new Set(),
};

/** What a player turned out to be, and what follows from that and its configuration. */
export interface PlayerProfile {
  readonly family: string;
  /** Its address with the port, without credentials. */
  readonly address: string;
  readonly rules: FamilyRules;
  /** The resources and the calls that its players may have; all if undefined. */
  readonly resources?: readonly ResourceName[];
  readonly calls?: readonly CallName[];
  readonly missingTopics?: readonly ResourceLeaf[];
  /** The requests to their library, and whether they may be used. */
  readonly browses?: Browses;
  /** Operations that must not be used. */
  readonly withoutOperations: readonly CallName[];
  /** Resources that must not be read. */
  readonly withoutResources: readonly ResourceName[];
  /** Settings of the player that its family does not have. */
  readonly ignoredSettings?: readonly string[];
}
