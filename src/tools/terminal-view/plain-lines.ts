import { aborted } from "../../lib/aborted.ts";
import type { Output } from "./terminal.ts";
import { escapeText } from "./escape-text.ts";
import type { Viewer, ViewEvent } from "./view-state.ts";

export interface PlainLinesOptions {
  readonly messages: Output;
  readonly remarks: Output;
  readonly broker: string;
}

/** One line for each message, for programs and for files. */
export class PlainLines implements Viewer {
  readonly #options: PlainLinesOptions;
  #lastReason: string | undefined;

  constructor(options: PlainLinesOptions) {
    this.#options = options;
  }

  show(event: ViewEvent): void {
    const { broker } = this.#options;
    switch (event.kind) {
      case "message":
        this.#options.messages.write(`${escapeText(`${event.topic} ${event.text}`)}\n`);
        break;
      case "connected":
        this.#lastReason = undefined;
        this.#remark(`connected to ${broker}`);
        break;
      case "lost":
        // Report the same reason once.
        if (this.#lastReason !== event.reason) this.#remark(`no connection to ${broker}: ${event.reason}`);
        this.#lastReason = event.reason;
        break;
      case "note":
        this.#remark(event.text);
        break;
    }
  }

  run(signal: AbortSignal): Promise<void> {
    return aborted(signal);
  }

  #remark(text: string): void {
    this.#options.remarks.write(`${escapeText(text)}\n`);
  }
}
