import type { Resource } from "./resource.ts";

export interface App {
  readonly package: string;
  readonly label: string;
}

export const apps = {
  title: "apps",
  readOn: "refresh",
  readEveryMs: "never",
  topics: { "app/options": (list) => JSON.stringify(list) },
} satisfies Resource<readonly App[]>;
