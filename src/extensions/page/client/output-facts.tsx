import type { JSX } from "preact";
import type { FactView } from "../wire.ts";

/** What the player tells about the current output. */
export function OutputFacts({ facts }: { readonly facts: readonly FactView[] }): JSX.Element | null {
  if (facts.length === 0) return null;
  return (
    <details class="output-facts">
      <summary>About this output</summary>
      <Facts facts={facts} />
    </details>
  );
}

/** Labels and texts in two columns. */
export function Facts({ facts }: { readonly facts: readonly FactView[] }): JSX.Element {
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
