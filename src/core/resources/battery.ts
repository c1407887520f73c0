import { numeric, type Resource } from "./resource.ts";

/** The battery of a portable player. */
export interface Battery {
  readonly level: number;
  readonly isCharging: boolean;
}

/** The battery. */
export const battery = {
  title: "battery",
  readOn: "refresh",
  readEveryMs: "never",
  summary: ({ level, isCharging }) => `battery ${level} %${isCharging ? ", charging" : ""}`,
  topics: {
    battery: numeric(({ level }) => level),
    "battery/charging": ({ isCharging }) => (isCharging ? "on" : "off"),
  },
} satisfies Resource<Battery>;
