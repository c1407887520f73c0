import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

interface LocalDate {
  readonly localParts: (date: Date) => Record<string, unknown>;
  readonly localOffset: (date: Date) => string;
}

const { localOffset, localParts } = (await import(
  new URL("../../scripts/build-local-date.mjs", import.meta.url).href
)) as LocalDate;

const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"];
const formatter = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      weekday: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      timeZoneName: "longOffset",
    }),
  ]),
);
const numbers = ["year", "month", "day", "hour", "minute", "second"];

describe("the date that the bundled cron reads without a formatter", () => {
  it.each(zones)("is the one that Intl tells in %s", (zone) => {
    const before = process.env["TZ"];
    process.env["TZ"] = zone;
    try {
      const moments = fc.date({
        min: new Date("1990-01-01"),
        max: new Date("2037-12-31"),
        noInvalidDate: true,
      });
      fc.assert(
        fc.property(moments, (date) => {
          const told = Object.fromEntries(
            (formatter.get(zone)?.formatToParts(date) ?? []).map(({ type, value }) => [type, value]),
          );
          const wanted = Object.fromEntries(numbers.map((name) => [name, Number(told[name])]));
          const offset = told["timeZoneName"] ?? "";
          const gmt = /^GMT(\+00:00)?$/.test(offset) ? "Z" : offset;
          const millisecond = date.getUTCMilliseconds();
          expect(localParts(date)).toEqual({ ...wanted, weekday: told["weekday"], millisecond, gmt });
          expect(localOffset(date)).toBe(gmt);
        }),
      );
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });
});
