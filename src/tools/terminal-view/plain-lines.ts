import { aborted } from "../../lib/aborted.ts";
import type { Terminal } from "./terminal.ts";
import { escapeText } from "./escape-text.ts";
import type { Viewer, ViewEvent } from "./view-state.ts";

/** One line for each message, for programs and for files. */
export class PlainLines implements Viewer {
  readonly #terminal: Pick<Terminal, "stdout" | "stderr">;
  readonly #broker: string;
  #lastReason: string | undefined;

  constructor(terminal: Pick<Terminal, "stdout" | "stderr">, broker: string) {
    this.#terminal = terminal;
    this.#broker = broker;
  }

  show(event: ViewEvent): void {
    const broker = this.#broker;
    switch (event.kind) {
      case "message":
        this.#terminal.stdout.write(`${escapeText(`${event.topic} ${event.text}`)}\n`);
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
    this.#terminal.stderr.write(`${escapeText(text)}\n`);
  }
}
