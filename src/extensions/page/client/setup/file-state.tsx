import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ConfigurationResult, ConfigurationView } from "../../set-up-views.ts";
import { Draw } from "../drawings.tsx";
import { t } from "../texts.ts";
import { ResultNote } from "./result-note.tsx";
import { messageOf, type Setup, useAction } from "./use-setup.ts";

interface FileStateProps {
  readonly setup: Setup;
  readonly view: ConfigurationView;
  readonly isLive: boolean;
}

/** The file that is written, what is wrong with it, and what waits for a restart. */
export function FileState({ setup, view, isLive }: FileStateProps): JSX.Element {
  const { file, problems, needsRestart } = view;
  const { isBusy, result, run } = useAction<ConfigurationResult>();
  return (
    <>
      {file.unwritable === undefined ? (
        <p class="hint">{t("setup.file", { file: file.name })}</p>
      ) : (
        <p class="banner">
          <Draw name="warning" />
          <span>{t("setup.unwritable", { reason: file.unwritable })}</span>
        </p>
      )}
      {problems.length === 0 ? null : (
        <div class="banner is-bad">
          <Draw name="warning" />
          <div>
            <p>{t("setup.problems")}</p>
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </div>
        </div>
      )}
      {needsRestart.length === 0 ? null : <Restart setup={setup} names={needsRestart} isLive={isLive} />}
      {file.hasLastGood && file.unwritable === undefined ? (
        <p class="setup-buttons">
          <button type="button" class="button" disabled={isBusy} onClick={() => void run(setup.goBack)}>
            {t("setup.goBack")}
          </button>
        </p>
      ) : null}
      <ResultNote result={result} />
    </>
  );
}

function Restart({
  setup,
  names,
  isLive,
}: {
  readonly setup: Setup;
  readonly names: readonly string[];
  readonly isLive: boolean;
}): JSX.Element {
  const [failure, setFailure] = useState("");
  const [isAsked, setAsked] = useState(false);
  const restart = (): void => {
    setAsked(true);
    setup.requests.restart().catch((error: unknown) => {
      setAsked(false);
      setFailure(messageOf(error));
    });
  };
  return (
    <div class="banner" role="status">
      <Draw name="warning" />
      <div>
        <p>{t("setup.needsRestart", { names: names.join(", ") })}</p>
        {failure === "" ? null : <p>{failure}</p>}
        <button type="button" class="button is-main" disabled={isAsked || !isLive} onClick={restart}>
          {isAsked ? t("setup.restarting") : t("setup.restart")}
        </button>
      </div>
    </div>
  );
}
