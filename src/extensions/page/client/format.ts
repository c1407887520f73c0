/** A place in a film: `1:02:03`, `4:05`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
] as const;

/** A duration in its largest unit: `12 s`, `3 min`. */
export function spanText(ms: number): string {
  const unit = units.find(([, unitMs]) => ms >= unitMs) ?? units[3];
  return `${Math.max(0, Math.floor(ms / unit[1]))} ${unit[0]}`;
}

/** The age of an event, without seconds. */
export function agoText(ms: number): string {
  return ms < 60_000 ? "just now" : `${spanText(ms)} ago`;
}

/** A time of day, with the date unless it is today. */
export function momentText(at: number, now: number): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (date.toDateString() === new Date(now).toDateString()) return time;
  return `${date.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
}

/** A size in bytes. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A response time; short ones with a decimal. */
export function millisecondsText(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
