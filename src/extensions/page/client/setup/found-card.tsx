import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ConfigurationResult, FoundPlayerView } from "../../set-up-views.ts";
import { Draw } from "../drawings.tsx";
import { t } from "../texts.ts";
import { Field } from "./field.tsx";
import { idFor } from "./player-id.ts";
import { ResultNote } from "./result-note.tsx";
import { type Setup, useAction } from "./use-setup.ts";

interface FoundCardProps {
  readonly found: FoundPlayerView;
  readonly psk?: string;
  readonly setup: Setup;
  readonly baseTopic: string;
}

/** A player that answered, with a name to give and a button to add it. */
export function FoundCard({ found, psk = "", setup, baseTopic }: FoundCardProps): JSX.Element {
  const { url, mac, model, firmware } = found;
  const [name, setName] = useState(found.name);
  const { isBusy, result, run } = useAction<ConfigurationResult>();
  const configured = setup.view?.players ?? [];
  const taken = configured.map((player) => player.id);
  // It may have been added after the search.
  const same = configured.find((player) => player.url === url || (mac !== null && player.mac === mac));
  const id = idFor(name === found.name ? found.id : name, found.id, taken);
  const facts = [model, firmware, mac, new URL(url).host].filter((fact) => fact !== null);
  const add = (): void => {
    const values = {
      id,
      name: name.trim() || id,
      url: shortUrl(url),
      ...(mac === null ? {} : { mac }),
      ...(psk === "" ? {} : { psk }),
    };
    void run(() => setup.change([{ kind: "add-player", values }]));
  };
  return (
    <li class="setup-player">
      <Draw name="plug" />
      <div>
        <p>
          <b>{model ?? t("setup.unknownModel")}</b>
          <span class="setup-facts">{facts.slice(model === null ? 0 : 1).join("  ·  ")}</span>
        </p>
        {same !== undefined ? (
          <p class="hint">{t("setup.isAdded", { id: same.id })}</p>
        ) : (
          <form
            class="setup-line"
            onSubmit={(event) => {
              event.preventDefault();
              add();
            }}
          >
            <Field
              label={t("setup.name")}
              value={name}
              onInput={setName}
              hint={t("setup.topics", { topics: `${baseTopic}/${id}/…` })}
            />
            <button type="submit" class="button is-main" disabled={isBusy}>
              {t("setup.add")}
              <span class="hidden"> {name}</span>
            </button>
          </form>
        )}
        <ResultNote result={result} />
      </div>
    </li>
  );
}

/** An address without what is its default anyway. */
function shortUrl(url: string): string {
  return /^http:\/\/([^/:@]+):9529$/.exec(url)?.[1] ?? url;
}
