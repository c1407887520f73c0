import { useEffect, useState } from "preact/hooks";
import type { DiscoveryView } from "../../src/extensions/page/set-up-views.ts";
import type { PageState } from "../state.ts";
import { t } from "../texts.ts";
import { BrokerForm } from "./broker-form.tsx";
import { FileFacts, FileState } from "./file-state.tsx";
import { Finder } from "./finder.tsx";
import { OptionsForm } from "./options-form.tsx";
import { PlayerSettings } from "./player-settings.tsx";
import { useChange } from "./result-note.tsx";
import { messageOf } from "../requests.ts";
import { type Setup, type SetupProps, useSetup } from "./use-setup.ts";
import { Back, Button, Panel } from "../controls.tsx";

export function SetupPage({ state }: { readonly state: PageState }) {
  const { setup, requests, failure } = useSetup(state);
  const { search, ...searching } = useSearch(requests);
  const view = setup?.view;
  const isFirst = state.bridge?.setUp === "needed";
  useEffect(() => {
    // A newcomer has nothing to do but wait for it.
    if (isFirst) search();
  }, [isFirst]);
  return (
    <>
      <Back />
      <div class="setup">
        <h1>{isFirst ? t("setup.welcome") : t("header.setup")}</h1>
        <p class="hint">{t("setup.intro")}</p>
        {failure === "" && searching.failure === "" ? null : (
          <p class="banner is-bad" role="alert">
            {failure || searching.failure}
          </p>
        )}
        {setup === undefined || view === undefined ? null : (
          <>
            <FileState setup={setup} />
            <Panel title={t("setup.players")}>
              <Players setup={setup} />
              {view.findsPlayers || view.listFixedBy !== null ? null : (
                <Finder setup={setup} {...searching} search={search} />
              )}
            </Panel>
            <Panel title={t("setup.broker")}>
              <BrokerForm key={view.file.revision} setup={setup} found={searching.found} />
            </Panel>
            {view.findsPlayers || view.players.length > 0 ? (
              <p class="setup-wide">
                <a class="button is-large is-main" href="#/">
                  {t("setup.done")}
                </a>
              </p>
            ) : null}
            <section class="panel setup-wide">
              <details class="setup-more">
                <summary>
                  <h2>{t("setup.more")}</h2>
                  <span class="hint">{t("setup.moreAbout")}</span>
                </summary>
                <OptionsForm setup={setup} />
                <FileFacts setup={setup} />
              </details>
            </section>
          </>
        )}
      </div>
    </>
  );
}

function useSearch(requests: Setup["requests"]) {
  const [found, setFound] = useState<DiscoveryView>();
  const [failure, setFailure] = useState("");
  const [isSearching, setSearching] = useState(false);
  const search = (): void => {
    if (isSearching) return;
    setSearching(true);
    setFailure("");
    requests
      .discover()
      .then(setFound, (error: unknown) => setFailure(messageOf(error)))
      .finally(() => setSearching(false));
  };
  return { found, failure, isSearching, search };
}

function Players({ setup }: SetupProps) {
  const { isBusy, change, note } = useChange(setup);
  const { present } = setup;
  const { findsPlayers, players, listFixedBy } = setup.view;
  const listed = present.map(({ id, identity }) => ({ id, name: identity.name, url: identity.address }));
  const setList = (value: typeof listed | "auto"): void =>
    void change({ kind: "set", name: "players", value });
  return (
    <>
      {listFixedBy === null ? null : <p class="hint">{t("setup.fixedBy", { source: listFixedBy })}</p>}
      {findsPlayers ? <p>{t("setup.findsPlayers", { count: present.length })}</p> : null}
      {players.length === 0 ? null : (
        <ul class="setup-list">
          {players.map((player) => (
            <PlayerSettings key={player.id} player={player} setup={setup} />
          ))}
        </ul>
      )}
      {listFixedBy !== null || players.length > 0 ? null : (
        <p class="setup-buttons">
          <Button
            isDisabled={isBusy || (findsPlayers && listed.length === 0)}
            onClick={() => setList(findsPlayers ? listed : "auto")}
          >
            {t(findsPlayers ? "setup.listThem" : "setup.findAll")}
          </Button>
        </p>
      )}
      {note}
    </>
  );
}
