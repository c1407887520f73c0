import { text } from "./property.ts";
import { rarelyRead, type Resource } from "./resource.ts";

export interface Firmware {
  /** The version that could be installed; the present one if none is newer. */
  readonly latest: string;
}

/** What the player knows of newer firmware; the present one is in its model. */
export const firmware = {
  ...rarelyRead,
  summary: ({ latest }) => latest,
  topics: {
    "firmware/latest": text(
      "Latest firmware",
      {
        names: { de: "Neueste Firmware", fr: "Dernier micrologiciel", zh: "最新固件" },
        sample: "4.8.740012",
        category: "diagnostic",
        about: "the version that the player could install, or its present one if none is newer",
      },
      ({ latest }) => latest,
    ),
  },
} satisfies Resource<Firmware>;
