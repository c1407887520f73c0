import { readFileSync } from "node:fs";
import { readUnsent } from "../../core/history/note.ts";
import type { Json } from "../../core/resources/json.ts";
import type { Unsent } from "../../core/history/unsent.ts";
import type { Log } from "../../core/ports.ts";
import { replaceFile } from "./replace-file.ts";

export class UnsentFile {
  readonly #path: string;
  readonly #log: Log;
  #next: readonly Unsent[] | undefined;
  #writing: Promise<void> | undefined;

  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
  }

  read(): readonly Unsent[] {
    try {
      return readUnsent(JSON.parse(readFileSync(this.#path, "utf8")) as Json);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") this.#fail(error);
      return [];
    }
  }

  write(unsent: readonly Unsent[]): void {
    this.#next = unsent;
    this.#writing ??= this.#write();
  }

  async written(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (this.#next !== undefined) {
        const text = JSON.stringify(this.#next);
        this.#next = undefined;
        await replaceFile(this.#path, text);
      }
    } catch (error) {
      this.#next = undefined;
      this.#fail(error);
    }
    this.#writing = undefined;
  }

  #fail(error: unknown): void {
    this.#log.warn(
      { file: this.#path, reason: (error as Error).message },
      "what waits for receivers of the history cannot be kept in its file",
    );
  }
}
