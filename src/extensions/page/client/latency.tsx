import type { JSX } from "preact";
import { millisecondsText } from "./format.ts";
import { Plot } from "./plot.tsx";

/** How long the player takes to answer, over the last minutes. */
export function Latency({ figures }: { readonly figures: readonly (number | null)[] }): JSX.Element | null {
  const last = figures.findLast((figure) => figure !== null);
  if (last === undefined || last === null) return null;
  const text = millisecondsText(last);
  return (
    <span class="figure" title="How long the player takes to answer, in the last five minutes">
      <Plot figures={figures} slots={60} label={`The player answers in ${text}`} />
      <span class="figure-text">{text}</span>
    </span>
  );
}
