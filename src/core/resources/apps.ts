import { part } from "./property.ts";
import { rarelyRead, type Resource } from "./resource.ts";

export interface App {
  readonly package: string;
  readonly label: string;
}

export const apps = {
  ...rarelyRead,
  topics: {
    "app/options": part(
      "options",
      {
        sample: '[{"package":"com.example.radio","label":"Radio"}]',
        about: "JSON array of the apps that can be opened: `package`, `label`",
      },
      (all) => JSON.stringify(all),
    ),
  },
} satisfies Resource<readonly App[]>;
