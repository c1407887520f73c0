import type { JSX } from "preact";
import type { TopicState } from "../state.ts";
import { t } from "../texts.ts";

/** The topics of a player and their values. */
export function TopicTable({
  base,
  topics,
}: {
  readonly base: string;
  readonly topics: ReadonlyMap<string, TopicState>;
}): JSX.Element {
  const rows = [...topics].sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <section class="panel">
      <h2>{t("topics.title")}</h2>
      <p class="hint">{t("topics.hint", { base })}</p>
      <dl class="topics">
        {rows.map(([topic, { value, changes }]) => (
          <div key={topic}>
            <dt>{topic}</dt>
            {/* A new key makes a new element, which glows as it appears. */}
            <dd
              key={changes}
              class={changes > 0 ? "is-new" : undefined}
              tabIndex={value.length > 200 ? 0 : undefined}
            >
              {value === "" ? <i>{t("topics.empty")}</i> : value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
