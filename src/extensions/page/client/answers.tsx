import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AnswerView } from "../response-views.ts";
import { bytesText } from "./format.ts";
import { playerAddress, read } from "./requests.ts";

/** The player's last raw answers, with secrets hidden; loaded on demand. */
export function Answers({ playerId }: { readonly playerId: string }): JSX.Element {
  const [answers, setAnswers] = useState<readonly AnswerView[]>();
  const [isFailed, setFailed] = useState(false);
  const load = async (): Promise<void> => {
    const fresh = await read<readonly AnswerView[]>(playerAddress(playerId, "answers"));
    setFailed(fresh === undefined);
    if (fresh !== undefined) setAnswers(fresh);
  };
  return (
    <section class="panel">
      <h2>Raw answers</h2>
      <p class="hint">
        What the player answered last to each question, with addresses, paths and keys hidden.
      </p>
      <button type="button" class="button" onClick={() => void load()}>
        {answers === undefined ? "Show answers" : "Reload"}
      </button>
      {isFailed ? <p class="nothing">The bridge did not answer.</p> : null}
      {answers?.length === 0 ? <p class="nothing">The player has not answered yet.</p> : null}
      {answers?.map(({ operation, bytes, text, isCut }) => (
        <details class="answer" key={operation}>
          <summary>
            <code>{operation}</code>
            <span>{bytesText(bytes)}</span>
          </summary>
          <pre tabIndex={0}>{text}</pre>
          {isCut ? <p class="hint">Truncated.</p> : null}
        </details>
      ))}
    </section>
  );
}
