/*
 * What node-cron asks of Intl.DateTimeFormat for the machine's own time zone, read from the date itself: a formatter
 * brings 7 MB of ICU's tables into memory for nothing else. The build puts it into node-cron.
 */

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** A moment as the clocks of this machine show it. */
export interface LocalParts {
  readonly day: number;
  /** From 1 on. */
  readonly month: number;
  readonly year: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  readonly weekday: string | undefined;
  /** How far that is from Greenwich. */
  readonly gmt: string;
}

/** The parts of a date in local time. */
export function localParts(date: Date): LocalParts {
  return {
    day: date.getDate(),
    month: date.getMonth() + 1,
    year: date.getFullYear(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
    millisecond: date.getMilliseconds(),
    weekday: weekdays[date.getDay()],
    gmt: localOffset(date),
  };
}

/** How far local time is from Greenwich: `GMT+02:00`, or `Z` for not at all. */
export function localOffset(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  if (minutes === 0) return "Z";
  const pad = (number: number): string => String(Math.trunc(number)).padStart(2, "0");
  return `GMT${minutes < 0 ? "-" : "+"}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
}
