import { useState } from "preact/hooks";
import type { TopicState } from "../state.ts";
import { SearchInput } from "../controls.tsx";
import { t } from "../texts.ts";
import { CopyButton } from "./copy-button.tsx";

export function TopicTable({
  base,
  topics,
}: {
  readonly base: string;
  readonly topics: ReadonlyMap<string, TopicState>;
}) {
  const [searchText, setSearchText] = useState("");
  const words = searchText.trim().toLowerCase();
  const rows = [...topics]
    .filter(([topic, { value }]) => `${topic}\n${value}`.toLowerCase().includes(words))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <section class="panel">
      <header class="rows-head">
        <h2>{t("tab.topics")}</h2>
        <SearchInput label={t("topics.filter")} value={searchText} onInput={setSearchText} />
      </header>
      <p class="hint">{t("topics.hint", { base })}</p>
      <dl class="topics">
        {rows.map(([topic, state]) => (
          <Topic key={topic} base={base} topic={topic} {...state} />
        ))}
      </dl>
      {rows.length === 0 && words !== "" ? <p class="nothing">{t("topics.none", { searchText })}</p> : null}
    </section>
  );
}

function Topic({
  base,
  topic,
  value,
  changes,
}: TopicState & { readonly base: string; readonly topic: string }) {
  const text = indented(value);
  return (
    <div>
      <dt>
        {topic}
        <CopyButton text={value} label={t("topics.copy", { topic: `${base}${topic}` })} />
      </dt>
      {/* A new key makes a new element, which glows as it appears. */}
      <dd key={changes} class={changes > 0 ? "is-new" : undefined} tabIndex={isLong(text) ? 0 : undefined}>
        {value === "" ? <i>{t("topics.empty")}</i> : text}
      </dd>
    </div>
  );
}

/** Whether it may be taller than its place: what scrolls must be reachable by the keyboard. */
function isLong(text: string): boolean {
  return text.length > 120 || text.split("\n").length > 5;
}

/** JSON with one field a line; any other value as it is. */
function indented(value: string): string {
  if (!/^[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), undefined, 2);
  } catch {
    // A long value is cut by the bridge.
    return value;
  }
}
