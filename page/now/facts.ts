import { t } from "../texts.ts";
import { asFields, fields, numberOf, text, textOf, type Values } from "../values.ts";

/** Short facts about the film: resolution, codec, frame rate; empty where the player reports none. */
export function filmFacts(values: Values): string {
  const fps = text(values, "video/fps");
  const resolution = text(values, "video/resolution").replace(/^(\d+)x(\d+)$/, "$1 × $2");
  return [resolution, text(values, "video/codec"), fps === "" ? "" : `${fps} fps`]
    .filter((part) => part !== "")
    .join("  ·  ");
}

/** The sound on its way, such as "FLAC 24/96 → DSP → 96 kHz, not bit-perfect"; empty where the output is not known. */
export function soundText(values: Values): string {
  const [source, processing, output] = (["source", "processing", "output"] as const).map((part) =>
    fields(values, `sound/${part}`),
  );
  const [khz, khzOut] = [source, output].map((signal) => kilohertzOf(signal?.["sampleRateHz"]));
  const format = textOf(output?.["format"]);
  const out = joined(format === "PCM" ? "" : format, khzOut === undefined ? "" : `${khzOut} kHz`);
  if (out === "") return "";
  const bits = textOf(source?.["bits"]);
  const rate = khz === undefined ? "" : bits === "" ? `${khz} kHz` : `${bits}/${khz}`;
  const steps = (["dsp", "eq", "subwoofer"] as const).filter((step) => processing?.[step] === true);
  const way = [joined(textOf(source?.["codec"]), rate), ...steps.map((step) => t(`sound.${step}`)), out]
    .filter((part) => part !== "")
    .join(" → ");
  const bitPerfect = text(values, "sound/bit-perfect");
  return bitPerfect === "on" || bitPerfect === "off" ? t(`sound.bitPerfect.${bitPerfect}`, { way }) : way;
}

function kilohertzOf(hertz: unknown): number | undefined {
  const rate = numberOf(hertz);
  return rate === undefined ? undefined : Math.round(rate / 100) / 10;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** The player's own description of the current output. */
export function outputFacts(values: Values): readonly Fact[] {
  const info = fields(values, "audio/output/info");
  const { infolist, formatLines, isConnect } = info;
  const rows = asList(infolist).map(asFields);
  const reported = rows.map(({ title, value }) => fact(textOf(title), textOf(value)));
  // Most firmware reports the formats and the rate among the rows, too.
  const isNew = ({ text }: Fact): boolean => !reported.some((other) => other.text === text);
  return [
    fact("Connected", typeof isConnect === "boolean" ? (isConnect ? "yes" : "no") : ""),
    ...[fact("Sample rate", textOf(info["sampleRate"]))].filter(isNew),
    ...reported,
    ...[fact("Formats", asList(formatLines).map(textOf).join("\n"))].filter(isNew),
  ].filter(({ label, text }) => label !== "" && text !== "");
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fact(label: string, text: string): Fact {
  return {
    label: label
      .trimEnd()
      .replace(/[:：]$/, "")
      .trimEnd(),
    text,
  };
}
