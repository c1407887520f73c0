import { hidePrivate } from "./hide-private.ts";
import type { PageDevices, PagePlayer } from "./page-bridge.ts";
import type { AnswerView } from "./wire.ts";

/** What is shown of an answer: the rest of a long one says the same again and again. */
const shownBytes = 20_000;

/** The last answers of the players, made fit to be seen. */
export class Answers {
  readonly #devices: PageDevices;

  constructor(devices: PageDevices) {
    this.#devices = devices;
  }

  /** The last answer to each operation. */
  of({ id }: PagePlayer): AnswerView[] {
    return this.#devices.answers(id).map(({ operation, body }) => {
      const isCut = body.byteLength > shownBytes;
      const text = new TextDecoder().decode(body.subarray(0, shownBytes));
      return { operation, bytes: body.byteLength, text: hidePrivate(indent(text, isCut)), isCut };
    });
  }
}

function indent(text: string, isCut: boolean): string {
  if (isCut) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
