import type { JSX } from "preact";
import { t } from "../texts.ts";
import { asFields, fields, textOf, type Values } from "../values.ts";

export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** The player's own description of the current output. */
export function OutputFacts({ player }: { readonly player: Values }): JSX.Element | null {
  const facts = outputFacts(player);
  if (facts.length === 0) return null;
  return (
    <details class="output-facts">
      <summary>{t("output.about")}</summary>
      <Facts facts={facts} />
    </details>
  );
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="fact-list">
      {facts.map(({ label, text }, place) => (
        <div key={place}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

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
