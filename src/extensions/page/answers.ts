import type { RawAnswer } from "../../core/ports.ts";
import { plainText } from "../../lib/plain-text.ts";
import type { AnswerView } from "./response-views.ts";

export type HideSecrets = (texts: readonly string[]) => Promise<readonly string[]>;

/** The maximum length shown: the rest of a long answer repeats itself. */
const shownBytes = 20_000;

/** The last answers of a player, as people read them. */
export async function shownAnswers(
  raw: readonly RawAnswer[],
  hideSecrets: HideSecrets,
): Promise<AnswerView[]> {
  const answers = raw.map(({ operation, body }) => {
    const isCut = body.byteLength > shownBytes;
    const text = new TextDecoder().decode(body.subarray(0, shownBytes), { stream: isCut });
    return { operation, bytes: body.byteLength, text: isCut ? withoutBrokenEnd(text) : text, isCut };
  });
  const hidden = await hideSecrets(answers.map(({ text }) => text));
  return answers.map((answer, place) => ({ ...answer, text: plainText(indented(hidden[place] ?? "")) }));
}

/** The beginning of a list within an object, as JSON again, since secrets are found best by their keys. */
function withoutBrokenEnd(text: string): string {
  const end = text.lastIndexOf("},");
  return end < 0 ? text : `${text.slice(0, end)}}]}`;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
