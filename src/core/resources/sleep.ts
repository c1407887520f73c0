import type { Resource } from "./resource.ts";

/** The timer after which a player stops. */
export interface SleepTimer {
  /** Undefined while it is off. */
  readonly minutes: number | undefined;
}

/** The sleep timer. */
export const sleep = {
  title: "sleep timer",
  readOn: "refresh",
  readEveryMs: "never",
  summary: ({ minutes }) => (minutes === undefined ? "sleep timer off" : `sleep timer of ${minutes} min`),
  // The timer of the bridge has the same topic: see under-way.ts.
  topics: {},
} satisfies Resource<SleepTimer>;
