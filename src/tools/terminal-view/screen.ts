import type { Keyboard, Output } from "./terminal.ts";

const enter = "\u001B[?1049h\u001B[?25l";
const leave = "\u001B[?25h\u001B[?1049l";
const escapeByte = 0x1b;

/** The terminal in full-screen mode: alternate screen, no cursor, raw keys. */
export class Screen implements Disposable {
  readonly #output: Output;
  readonly #keyboard: Keyboard;
  readonly #onKeys: (keys: Buffer) => void;
  readonly #onResize: () => void;
  #shown: readonly string[] = [];
  #isOpen = true;

  constructor(output: Output, keyboard: Keyboard, onKey: (key: string) => void, onResize: () => void) {
    this.#output = output;
    this.#keyboard = keyboard;
    this.#onKeys = (keys) => {
      // Escape sequences are arrow or function keys, not letters.
      if (keys[0] !== escapeByte) for (const key of keys.toString("latin1")) onKey(key);
    };
    this.#onResize = () => {
      this.#shown = [];
      onResize();
    };
    output.on("resize", this.#onResize);
    output.write(enter);
    if (keyboard.isTTY === true) {
      keyboard.setRawMode?.(true);
      keyboard.on("data", this.#onKeys);
      keyboard.resume();
    }
    // Restore the terminal however the process ends.
    process.once("exit", this.#restore);
  }

  get size(): { readonly columns: number; readonly rows: number } {
    return { columns: this.#output.columns ?? 80, rows: this.#output.rows ?? 24 };
  }

  /** Shows the lines; only changed ones are written to avoid flicker. */
  show(lines: readonly string[]): void {
    if (!this.#isOpen) return;
    const clear = this.#shown.length === 0 ? "\u001B[2J" : "";
    const changes = lines.map((line, row) =>
      line === this.#shown[row] ? "" : `\u001B[${row + 1};1H${line}\u001B[K`,
    );
    const below = this.#shown.length > lines.length ? `\u001B[${lines.length + 1};1H\u001B[J` : "";
    const text = clear + changes.join("") + below;
    if (text !== "") this.#output.write(text);
    this.#shown = lines;
  }

  [Symbol.dispose](): void {
    this.#output.off("resize", this.#onResize);
    process.off("exit", this.#restore);
    this.#restore();
    if (this.#keyboard.isTTY !== true) return;
    this.#keyboard.off("data", this.#onKeys);
    this.#keyboard.pause();
  }

  readonly #restore = (): void => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#keyboard.isTTY === true) this.#keyboard.setRawMode?.(false);
    this.#output.write(leave);
  };
}
