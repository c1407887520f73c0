import { rarelyRead, type Resource } from "./resource.ts";

export interface SleepTimer {
  /** Undefined while it is off. */
  readonly minutes: number | undefined;
}

export const sleep = {
  title: "sleep timer",
  ...rarelyRead,
  summary: ({ minutes = 0 }) => `${minutes} min`,
  // The timer of the bridge has the same topic: see resumable-state.ts.
  topics: {},
} satisfies Resource<SleepTimer>;
