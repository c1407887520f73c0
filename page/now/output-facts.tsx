import type { JSX } from "preact";
import type { FactView } from "../../src/extensions/page/wire.ts";
import { t } from "../texts.ts";

export function OutputFacts({ facts }: { readonly facts: readonly FactView[] }): JSX.Element | null {
  if (facts.length === 0) return null;
  return (
    <details class="output-facts">
      <summary>{t("output.about")}</summary>
      <Facts facts={facts} />
    </details>
  );
}

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
