import type { ConfigurationEdit, ConfigurationResult } from "../../src/extensions/page/set-up-views.ts";
import { Icon } from "../icons.tsx";
import { t } from "../texts.ts";
import { type Setup, useAction } from "./use-setup.ts";

/** Changes the configuration, and tells what came of it. */
export function useChange(setup: Setup) {
  const { isBusy, result, run } = useAction<ConfigurationResult>();
  return {
    isBusy,
    /** Resolves to whether the edits were saved. */
    change: async (...edits: readonly ConfigurationEdit[]): Promise<boolean> =>
      (await run(() => setup.change(edits))).kind === "saved",
    note: <ResultNote result={result} />,
  };
}

export function ResultNote({ result }: { readonly result: ConfigurationResult | undefined }) {
  return (
    <div role="status" class="setup-result">
      {result === undefined ? null : <Result result={result} />}
    </div>
  );
}

function Result({ result }: { readonly result: ConfigurationResult }) {
  if (result.kind === "saved") {
    return (
      <p class="finding is-good">
        <Icon name="check" />
        <span>{t("setup.saved")}</span>
      </p>
    );
  }
  return (
    <div class="finding is-fault">
      <Icon name="cross" />
      <div>
        <Lines texts={result.problems} />
        {result.instructions === undefined ? null : (
          <>
            <p>{t("setup.byHand")}</p>
            <pre>{result.instructions}</pre>
          </>
        )}
      </div>
    </div>
  );
}

export function Lines({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}
