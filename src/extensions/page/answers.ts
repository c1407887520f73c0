import type { PageDevices, PagePlayer } from "./page-bridge.ts";
import type { AnswerView } from "./asked-views.ts";

/** Hides in texts of a player what tells whose it is, where things lie and what opens them. */
export type HideSecrets = (texts: readonly string[]) => Promise<readonly string[]>;

/** What is shown of an answer: the rest of a long one says the same again and again. */
const shownBytes = 20_000;

/** The last answers of the players, made fit to be seen. */
export class Answers {
  readonly #devices: PageDevices;
  readonly #hideSecrets: HideSecrets;

  constructor(devices: PageDevices, hideSecrets: HideSecrets) {
    this.#devices = devices;
    this.#hideSecrets = hideSecrets;
  }

  /** The last answer to each operation. */
  async of({ id }: PagePlayer): Promise<AnswerView[]> {
    const answers = this.#devices.answers(id).map(({ operation, body }) => {
      const isCut = body.byteLength > shownBytes;
      const text = new TextDecoder().decode(body.subarray(0, shownBytes));
      return { operation, bytes: body.byteLength, text: isCut ? mended(text) : text, isCut };
    });
    const hidden = await this.#hideSecrets(answers.map(({ text }) => text));
    return answers.map((answer, place) => ({ ...answer, text: indented(hidden[place] ?? "") }));
  }
}

/** The beginning of a list within an object as JSON again, since what is secret is known best by its key. */
function mended(text: string): string {
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
