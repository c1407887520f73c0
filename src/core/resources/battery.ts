import { translatable } from "../../lib/phrase.ts";
import { numeric, rarelyRead, type Resource } from "./resource.ts";

export interface Battery {
  readonly level: number;
  readonly isCharging: boolean;
}

export const battery = {
  title: "battery",
  ...rarelyRead,
  summary: ({ level, isCharging }) =>
    isCharging ? translatable("summary.charging", "battery: {level} %, charging", { level }) : `${level} %`,
  topics: {
    battery: numeric(({ level }) => level),
    "battery/charging": ({ isCharging }) => (isCharging ? "on" : "off"),
  },
} satisfies Resource<Battery>;
