/*
 * What node-cron asks of Intl.DateTimeFormat for the machine's own time zone, read from the date itself: a formatter
 * brings 7 MB of ICU's tables into memory for nothing else.
 */

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** The parts of a date in local time, and how far that is from Greenwich. */
export function localParts(date) {
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
export function localOffset(date) {
  const minutes = -date.getTimezoneOffset();
  if (minutes === 0) return "Z";
  const pad = (number) => String(Math.trunc(number)).padStart(2, "0");
  return `GMT${minutes < 0 ? "-" : "+"}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
}
