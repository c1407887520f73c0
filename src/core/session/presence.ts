import type { Failure } from "../controls/known-player.ts";
import type { ResourceName } from "../resources/player.ts";
import type { Availability } from "../resources/resource.ts";

/** Consecutive malformed answers. */
interface MalformedAnswers {
  readonly since: number;
  readonly count: number;
  /** The requested resources. */
  readonly resources: readonly ResourceName[];
}

export interface Presence {
  readonly availability: Availability;
  /** Consecutive requests without a usable answer that count towards offline. */
  readonly failures: number;
  /** The last failed request of the current silence; undefined while the player answers. */
  readonly failure: Failure | undefined;
  /** When the current silence, or the malformed answers before it, began. */
  readonly silentSince: number | undefined;
  /** Malformed answers since the last usable one; undefined if there are none. */
  readonly malformedAnswers: MalformedAnswers | undefined;
}

export const notAsked: Presence = {
  availability: "unknown",
  failures: 0,
  failure: undefined,
  silentSince: undefined,
  malformedAnswers: undefined,
};

/** What a usable answer proves. */
export const answering: Presence = { ...notAsked, availability: "online" };

export function withMalformedAnswer(
  presence: Presence,
  name: ResourceName,
  now: number,
): Presence & { readonly malformedAnswers: MalformedAnswers } {
  const { since = now, count = 0, resources = [] } = presence.malformedAnswers ?? {};
  return {
    ...presence,
    malformedAnswers: {
      since,
      count: count + 1,
      resources: resources.includes(name) ? resources : [...resources, name],
    },
  };
}

export function withoutFailure(presence: Presence): Presence {
  return presence.failure === undefined
    ? presence
    : { ...presence, failures: 0, failure: undefined, silentSince: undefined };
}

export function withSilence(presence: Presence, failure: Failure, isOffline: boolean): Presence {
  return {
    ...presence,
    availability: isOffline ? "offline" : "online",
    failures: presence.failures + 1,
    failure,
    silentSince: presence.silentSince ?? presence.malformedAnswers?.since ?? failure.at,
  };
}
