import { useState } from "preact/hooks";
import type { DiscoveryView, TrialView } from "../../src/extensions/page/set-up-views.ts";
import { Finding } from "../check-page.tsx";
import { t } from "../texts.ts";
import { Field } from "./field.tsx";
import { AddForm, FoundCard } from "./found-card.tsx";
import { type SetupProps, useAction } from "./use-setup.ts";
import { Button, Form } from "../controls.tsx";

interface FinderProps extends SetupProps {
  readonly found: DiscoveryView | undefined;
  readonly isSearching: boolean;
  readonly search: () => void;
}

export function Finder({ setup, found, isSearching, search }: FinderProps) {
  return (
    <>
      <h3>{t("setup.inNetwork")}</h3>
      <p class="hint" role="status">
        {isSearching ? t("setup.searching") : found === undefined ? t("setup.searchHint") : foundText(found)}
      </p>
      <ul class="setup-list">
        {found?.players.map((player) => (
          <FoundCard key={player.url} found={player} setup={setup} />
        ))}
      </ul>
      <Button isDisabled={isSearching} isBusy={isSearching} onClick={search} icon="search">
        {found === undefined ? t("library.search") : t("setup.searchAgain")}
      </Button>
      <h3>{t("setup.byAddress")}</h3>
      <ByAddress setup={setup} />
    </>
  );
}

function foundText({ players }: DiscoveryView): string {
  return players.length === 0 ? t("setup.noneFound") : t("setup.found", { count: players.length });
}

function ByAddress({ setup }: SetupProps) {
  const [url, setUrl] = useState("");
  const [psk, setPsk] = useState("");
  const { isBusy, result, run } = useAction<TrialView>();
  const attempt = (): Promise<TrialView> =>
    setup.requests.tryPlayer({ url: url.trim(), ...(psk === "" ? {} : { psk }) });
  return (
    <>
      <Form class="setup-line" onSubmit={() => void run(attempt)}>
        <Field label={t("about.address")} value={url} onInput={setUrl} placeholder="192.168.1.20" />
        <Button type="submit" isDisabled={isBusy || url.trim() === ""} isBusy={isBusy}>
          {t("setup.try")}
        </Button>
        <details class="setup-more">
          <summary>{t("setup.needsKey")}</summary>
          <Field label={t("setup.psk")} value={psk} onInput={setPsk} isSecret hint={t("setup.pskHint")} />
        </details>
      </Form>
      <Trial isBusy={isBusy} result={result} />
      {result?.player !== undefined ? (
        <ul class="setup-list">
          <FoundCard key={result.player.url} found={result.player} psk={psk} setup={setup} />
        </ul>
      ) : result?.address !== undefined ? (
        <AddAnyway key={result.address} url={result.address} psk={psk} setup={setup} />
      ) : null}
    </>
  );
}

/** A player that does not answer now: it may be off or asleep, so it can be added anyway. */
function AddAnyway({ url, ...rest }: SetupProps & { readonly url: string; readonly psk: string }) {
  const same = rest.setup.view.players.find((player) => player.url === url);
  if (same !== undefined) return <p class="hint">{t("setup.isAdded", { id: same.id })}</p>;
  const { host } = new URL(url);
  const id = `player-${host.replaceAll(/\W+/g, "-").toLowerCase()}`.slice(0, 32);
  return (
    <>
      <p>{t("setup.noAnswer")}</p>
      <AddForm
        {...rest}
        url={url}
        mac=""
        asksMac
        suggestion={{ id, name: t("setup.someName", { host }) }}
        label={t("setup.addAnyway")}
      />
    </>
  );
}

interface TrialProps {
  readonly isBusy: boolean;
  readonly result: TrialView | undefined;
}

/** The findings of a trial: all of them where it failed, otherwise what answered and what needs attention. */
export function Trial({ isBusy, result }: TrialProps) {
  const { isUsable, findings = [] } = result ?? {};
  const shown = findings.filter(({ verdict }, at) => !isUsable || at === 0 || verdict === "warning");
  return (
    <div role="status">
      {isBusy ? <p class="hint">{t("setup.trying")}</p> : null}
      {shown.length === 0 ? null : (
        <ol class="setup-findings">
          {shown.map((finding) => (
            <Finding key={finding.check + finding.text} finding={finding} />
          ))}
        </ol>
      )}
    </div>
  );
}
