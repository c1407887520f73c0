import type { Resource } from "./resource.ts";

/** An app of the player. */
export interface App {
  readonly package: string;
  readonly label: string;
}

/** The apps that the player allows to be opened. */
export const apps = {
  title: "apps",
  readOn: "refresh",
  readEveryMs: "never",
  summary: (list) => `apps: ${list.length}`,
  topics: { "app/options": (list) => JSON.stringify(list) },
} satisfies Resource<readonly App[]>;
