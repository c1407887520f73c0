import { rarelyRead, type Resource } from "./resource.ts";

export interface App {
  readonly package: string;
  readonly label: string;
}

export const apps = {
  title: "apps",
  ...rarelyRead,
  topics: { "app/options": (list) => JSON.stringify(list) },
} satisfies Resource<readonly App[]>;
