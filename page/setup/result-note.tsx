import type { JSX } from "preact";
import type { ConfigurationResult } from "../../src/extensions/page/set-up-views.ts";
import { Icon } from "../icons.tsx";
import { t } from "../texts.ts";

export function ResultNote({ result }: { readonly result: ConfigurationResult | undefined }): JSX.Element {
  return (
    <div role="status" class="setup-result">
      {result === undefined ? null : <Result result={result} />}
    </div>
  );
}

function Result({ result }: { readonly result: ConfigurationResult }): JSX.Element {
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
        {result.problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
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
