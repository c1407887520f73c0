import type { JSX } from "preact";
import { millisecondsText } from "./format.ts";
import { Plot } from "./plot.tsx";
import { t } from "./texts.ts";

export function Latency({ figures }: { readonly figures: readonly (number | null)[] }): JSX.Element | null {
  const last = figures.findLast((figure) => figure !== null);
  if (last === undefined || last === null) return null;
  const text = millisecondsText(last);
  return (
    <span class="figure" title={t("latency.title")}>
      <Plot figures={figures} slots={60} label={t("latency.label", { time: text })} />
      <span class="figure-text">{text}</span>
    </span>
  );
}
