import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { localOffset, localParts } from "../../src/ops/local-date.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
];

/** What Intl tells of a moment in a zone, in the words of node-cron. */
function toldByIntl(timeZone: string): (date: Date) => object {
  const format = new Intl.DateTimeFormat("en-US", {
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
  });
  return (date) => {
    const told = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
    const numbers = ["year", "month", "day", "hour", "minute", "second"] as const;
    const offset = told["timeZoneName"] ?? "";
    return {
      ...Object.fromEntries(numbers.map((name) => [name, Number(told[name])])),
      millisecond: date.getUTCMilliseconds(),
      weekday: told["weekday"],
      gmt: /^GMT(\+00:00)?$/.test(offset) ? "Z" : offset,
    };
  };
}

/** The moments of a year at which the clocks of this process are put forward or back, to the half hour. */
function clockChanges(year: number): Date[] {
  const halfHour = 30 * 60_000;
  const changes: Date[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += halfHour) {
    const moment = new Date(at);
    if (moment.getTimezoneOffset() !== new Date(at - halfHour).getTimezoneOffset()) changes.push(moment);
  }
  return changes;
}

const machineZone = process.env["TZ"];

afterEach(() => {
  if (machineZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = machineZone;
});

describe("the date that the bundled cron reads without a formatter", () => {
  it.each(zones)("is the one that Intl tells in %s", (zone) => {
    process.env["TZ"] = zone;
    const told = toldByIntl(zone);
    const moments = fc.date({
      min: new Date("1990-01-01"),
      max: new Date("2037-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (date) => {
        expect(localParts(date)).toEqual(told(date));
        expect(localOffset(date)).toBe(localParts(date).gmt);
      }),
    );
  });

  it.each([
    ["Europe/Berlin", ["GMT+02:00", "GMT+01:00"]],
    ["America/St_Johns", ["GMT-02:30", "GMT-03:30"]],
    ["Australia/Lord_Howe", ["GMT+10:30", "GMT+11:00"]],
    ["Asia/Kathmandu", []],
  ])("is the one that Intl tells around the moments when the clocks change in %s", (zone, offsets) => {
    process.env["TZ"] = zone;
    const told = toldByIntl(zone);
    const changes = clockChanges(2026);
    expect(changes.map(localOffset)).toEqual(offsets);
    for (const change of changes) {
      for (const seconds of [-5400, -3600, -1800, -1, 0, 1, 1799, 3600]) {
        const moment = new Date(change.getTime() + seconds * 1000);
        expect(localParts(moment)).toEqual(told(moment));
      }
    }
  });
});
