import { options } from "./property.ts";
import { rarelyRead, type Resource } from "./resource.ts";

export interface App {
  readonly package: string;
  readonly label: string;
}

export const apps = {
  ...rarelyRead,
  topics: {
    "app/options": options(
      {
        sample: '[{"value":"com.example.radio","title":"Radio"}]',
        about: ": the packages and names of the apps",
      },
      (all) => all.map((one) => ({ value: one.package, title: one.label })),
    ),
  },
} satisfies Resource<readonly App[]>;
