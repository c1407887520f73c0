import { currentLocale, numberText, t } from "./texts.ts";

/** A place in a film: `1:02:03`, `4:05`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

function unitOf(ms: number): readonly [count: number, unit: (typeof units)[number][0]] {
  const [unit, unitMs] = units.find(([, unitMs]) => ms >= unitMs) ?? units[3];
  return [Math.max(0, Math.floor(ms / unitMs)), unit];
}

export function unitText(count: number, unit: (typeof units)[number][0]): string {
  return numberText(count, { style: "unit", unit, unitDisplay: "short" });
}

/** A duration in its largest unit: `12 sec`, `3 min`. */
export function spanText(ms: number): string {
  return unitText(...unitOf(ms));
}

/** The age of an event, without seconds. */
export function agoText(ms: number): string {
  if (ms < 60_000) return t("time.justNow");
  const [count, unit] = unitOf(ms);
  return new Intl.RelativeTimeFormat(currentLocale(), { style: "short" }).format(-count, unit);
}

/** A time of day, with the date unless it is today. */
export function momentText(at: number, now: number, hasSeconds = false): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  const day = isToday ? {} : ({ day: "numeric", month: "short" } as const);
  const second = hasSeconds ? ({ second: "2-digit" } as const) : {};
  const style = { hour: "2-digit", minute: "2-digit", ...second, ...day } as const;
  return new Intl.DateTimeFormat(currentLocale(), style).format(date);
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return t("size.bytes", { count: bytes });
  const [count, unit] = bytes < 1e6 ? [bytes / 1e3, "kilobyte"] : [bytes / 1e6, "megabyte"];
  return numberText(count, { style: "unit", unit, maximumFractionDigits: 1 });
}

export function millisecondsText(ms: number): string {
  return numberText(ms, { style: "unit", unit: "millisecond", maximumFractionDigits: ms < 10 ? 1 : 0 });
}
