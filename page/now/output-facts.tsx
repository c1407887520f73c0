import { t } from "../texts.ts";
import type { Values } from "../values.ts";
import { type Fact, outputFacts } from "./facts.ts";

/** The player's own description of the current output. */
export function OutputFacts({ player }: { readonly player: Values }) {
  const facts = outputFacts(player);
  if (facts.length === 0) return null;
  return (
    <details class="output-facts">
      <summary>{t("output.about")}</summary>
      <Facts facts={facts} />
    </details>
  );
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
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
