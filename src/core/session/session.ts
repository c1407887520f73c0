import type { BackoffPolicy } from "../../lib/backoff.ts";
import type { KnownPlayer } from "../controls/known-player.ts";
import { type ResourceName, resourceOf } from "../resources/player.ts";
import type { ResourceState } from "../resources/resource.ts";
import type { FamilyRules } from "./family-rules.ts";
import type { IdentityCheck } from "./identity-check.ts";
import type { Pending } from "./pending.ts";
import type { Presence } from "./presence.ts";
import type { Schedule } from "./schedule.ts";

/** The state of one player's loop, as a value: a change replaces a part as a whole. `newSession` has all of them. */
export interface Session extends KnownPlayer {
  readonly presence: Presence;
  readonly identityCheck: IdentityCheck;
  readonly schedule: Schedule;
  readonly pending: Pending;
}

export interface Pace {
  /** Multiplies the intervals. */
  readonly factor: number;
  /** The resources with a cron schedule of their own. */
  readonly scheduled: ReadonlySet<ResourceName>;
}

/** The rules of one player that come from its configuration and from its family. */
export interface SessionPolicy {
  readonly rules: FamilyRules;
  readonly gapMs: number;
  readonly offlineAfter: number;
  readonly backoff: BackoffPolicy;
  /** The player's offset in every interval, 0 to 1. */
  readonly phase: number;
  readonly idleFactor: number;
  /** How often resources are read, except those with a cron schedule of their own. */
  readonly pace: Pace;
  readonly positionIntervalMs: number;
}

export interface Moment {
  readonly now: number;
  readonly policy: SessionPolicy;
}

/** Replaces some fields of a resource's read state. */
export function withResource(session: Session, name: ResourceName, change: Partial<ResourceState>): Session {
  const { resources } = session;
  return { ...session, resources: { ...resources, [name]: { ...resources[name], ...change } } };
}

/** Whether a first answer that something has ended, or that came while the player was busy, has yet to be confirmed. */
export function isUnconfirmed({ resources }: Session, name: ResourceName): boolean {
  return resourceOf(name).confirmsEmpty === true && resources[name].confusions === 1;
}

/** Makes resources due at `at`, unless they are due earlier. */
export function withDue(session: Session, at: number, names: readonly ResourceName[]): Session {
  const resources = { ...session.resources };
  for (const name of names) {
    if (resources[name].unread !== undefined) continue;
    resources[name] = { ...resources[name], dueAt: Math.min(resources[name].dueAt, at) };
  }
  return { ...session, resources };
}

/** Whether the player itself answers at its address, as far as known. */
export function mayBeAsked({
  presence,
  identityCheck,
}: Pick<Session, "presence" | "identityCheck">): boolean {
  return presence.availability === "online" && identityCheck.status === "confirmed";
}
