import type { Json, JsonObject } from "./json.ts";

/** How a track, or an entry of the queue, is stored: `FLAC 24 bit 96 kHz`. */
export function trackFormat(entry: JsonObject | undefined): string {
  if (entry === undefined) return "";
  const bits = numberOf(entry["bits"]);
  const rate = numberOf(entry["sampleRateHz"] ?? entry["SampleRate"]);
  const khz = rate === undefined ? undefined : Math.round(rate > 2000 ? rate / 100 : rate * 10) / 10;
  return [
    (textOf(entry["codec"]) || textOf(entry["extension"])).toUpperCase(),
    bits === undefined || bits === 0 ? "" : `${bits} bit`,
    khz === undefined || khz === 0 ? "" : `${khz} kHz`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** A text; empty if the player sent anything else. */
export function textOf(value: Json | undefined): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim() : "";
}

/** A number, even if the player sent it as text. */
export function numberOf(value: Json | undefined): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
