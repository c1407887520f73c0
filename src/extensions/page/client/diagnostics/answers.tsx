import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AnswersView, AnswerView } from "../../response-views.ts";
import { bytesText } from "../format.ts";
import { playerAddress, read } from "../requests.ts";
import { t } from "../texts.ts";

/** The player's last raw answers, with secrets hidden; loaded on demand. */
export function Answers({ playerId }: { readonly playerId: string }): JSX.Element {
  const [answers, setAnswers] = useState<readonly AnswerView[]>();
  const [isFailed, setFailed] = useState(false);
  const load = async (): Promise<void> => {
    const fresh = await read<AnswersView>(playerAddress(playerId, "answers"));
    setFailed(fresh === undefined);
    if (fresh !== undefined) setAnswers(fresh.answers);
  };
  return (
    <section class="panel">
      <h2>{t("answers.title")}</h2>
      <p class="hint">{t("answers.hint")}</p>
      <button type="button" class="button" onClick={() => void load()}>
        {answers === undefined ? t("answers.show") : t("answers.reload")}
      </button>
      {isFailed ? <p class="nothing">{t("answers.failed")}</p> : null}
      {answers?.length === 0 ? <p class="nothing">{t("answers.none")}</p> : null}
      {answers?.map(({ operation, bytes, text, isCut }) => (
        <details class="answer" key={operation}>
          <summary>
            <code>{operation}</code>
            <span>{bytesText(bytes)}</span>
          </summary>
          <pre tabIndex={0}>{text}</pre>
          {isCut ? <p class="hint">{t("answers.cut")}</p> : null}
        </details>
      ))}
    </section>
  );
}
