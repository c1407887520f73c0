import { translatable } from "../../lib/phrase.ts";
import { flag, number } from "./property.ts";
import { rarelyRead, type Resource } from "./resource.ts";

export interface Battery {
  readonly level: number;
  readonly isCharging: boolean;
}

export const battery = {
  ...rarelyRead,
  summary: ({ level, isCharging }) =>
    isCharging ? translatable("summary.charging", "battery: {level} %, charging", { level }) : `${level} %`,
  topics: {
    battery: number(
      "Battery",
      { names: { de: "Akku", fr: "Batterie", zh: "电池" }, unit: "%", sample: "80", category: "diagnostic" },
      ({ level }) => level,
    ),
    "battery/charging": flag(
      "Battery charging",
      {
        names: { de: "Akku wird geladen", fr: "Batterie en charge", zh: "电池充电中" },
        sample: "off",
        category: "diagnostic",
      },
      ({ isCharging }) => isCharging,
    ),
  },
} satisfies Resource<Battery>;
