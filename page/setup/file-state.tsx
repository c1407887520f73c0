import { useState } from "preact/hooks";
import type { ConfigurationDifference, ConfigurationResult } from "../../src/extensions/page/set-up-views.ts";
import { useBridge } from "../bridge-context.ts";
import { t } from "../texts.ts";
import { Lines, ResultNote } from "./result-note.tsx";
import { messageOf } from "../requests.ts";
import { type SetupProps, useAction } from "./use-setup.ts";
import { Banner, Button } from "../controls.tsx";

/** What prevents a change of the file or is wrong with it, and what waits for a restart. */
export function FileState({ setup }: SetupProps) {
  const { file, problems, needsRestart } = setup.view;
  return (
    <>
      {file.unwritable === undefined ? null : (
        <Banner>{t("setup.unwritable", { reason: file.unwritable })}</Banner>
      )}
      {problems.length === 0 ? null : (
        <Banner isBad>
          <p>{t("setup.problems")}</p>
          <Lines texts={problems} />
        </Banner>
      )}
      {needsRestart.length === 0 ? null : <Restart setup={setup} />}
    </>
  );
}

export function FileFacts({ setup }: SetupProps) {
  const { file } = setup.view;
  if (file.unwritable !== undefined) return null;
  return (
    <>
      <p class="hint">{t("setup.file", { file: file.name })}</p>
      {file.hasDefaults ? <p class="hint">{t("setup.hasDefaults")}</p> : null}
      {file.hasLastGood ? <RestoreLastGood key={file.revision} setup={setup} /> : null}
    </>
  );
}

/** A button that goes back to the file before the last change, and lists first what that changes. */
function RestoreLastGood({ setup }: SetupProps) {
  const { isBusy, result, run } = useAction<ConfigurationResult>();
  const [wanted, setWanted] = useState<ConfigurationDifference>();
  const ask = (): void => {
    setup.requests.lookBack().then(setWanted, (error: unknown) => {
      setWanted({ problems: [messageOf(error)], differences: [] });
    });
  };
  return (
    <div>
      {wanted === undefined ? (
        <p class="setup-buttons">
          <Button onClick={ask}>{t("setup.goBack")}</Button>
        </p>
      ) : (
        <Banner role="status">
          <Differences difference={wanted} />
          <p class="setup-buttons">
            {wanted.problems.length > 0 ? null : (
              <Button look="is-main" isDisabled={isBusy} onClick={() => void run(setup.goBack)}>
                {t("setup.goBackNow")}
              </Button>
            )}
            <Button onClick={() => setWanted(undefined)}>{t("dialog.cancel")}</Button>
          </p>
        </Banner>
      )}
      <ResultNote result={result} />
    </div>
  );
}

function Differences({ difference }: { readonly difference: ConfigurationDifference }) {
  const { problems, differences } = difference;
  if (problems.length > 0) return <Lines texts={problems} />;
  if (differences.length === 0) return <p>{t("setup.backSame")}</p>;
  return (
    <>
      <p>{t("setup.backMeans")}</p>
      <ul>
        {differences.map((one) => (
          <li key={`${one.kind} ${one.player ?? ""} ${one.setting ?? ""}`}>{differenceText(one)}</li>
        ))}
      </ul>
    </>
  );
}

function differenceText({
  kind,
  player = "",
  setting = "",
  before,
  after,
}: ConfigurationDifference["differences"][number]): string {
  if (kind === "player-added") return t("setup.backAdds", { name: player });
  if (kind === "player-removed") return t("setup.backRemoves", { name: player });
  const name = player === "" ? setting : `${player}: ${setting}`;
  // Neither secrets nor the credentials in an address are shown.
  if (before === after) return t("setup.backChanges", { name });
  const [from, to] = [before, after].map((value) => (value === null || value === "" ? "–" : String(value)));
  return `${name}: ${from ?? ""} → ${to ?? ""}`;
}

function Restart({ setup }: SetupProps) {
  const { isLive } = useBridge();
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
    <Banner role="status">
      <p>{t("setup.needsRestart", { names: setup.view.needsRestart.join(", ") })}</p>
      {failure === "" ? null : <p>{failure}</p>}
      <Button look="is-main" isDisabled={isAsked || !isLive} onClick={restart}>
        {isAsked ? t("setup.restarting") : t("setup.restart")}
      </Button>
    </Banner>
  );
}
