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

export function spanText(ms: number): string {
  const unit = units.find(([, unitMs]) => ms >= unitMs) ?? units[3];
  return `${Math.max(0, Math.floor(ms / unit[1]))} ${unit[0]}`;
}

export function agoText(ms: number): string {
  return ms < 1000 ? "just now" : `${spanText(ms)} ago`;
}
