import { readFileSync } from "node:fs";
import { everySecond } from "../lib/every-second.ts";
import type { Clock } from "../lib/clock.ts";

export interface FileWatchOptions {
  /** The files with their content when they were last read; undefined for a missing file. */
  readonly known: () => ReadonlyMap<string, string | undefined>;
  readonly clock: Clock;
  readonly onChanged: () => void;
}

/** Unlike events of the file system, polling notices editors that rename, links that Kubernetes replaces, and network drives. */
export class FileWatch implements Disposable {
  readonly #options: FileWatchOptions;
  readonly #cancel: () => void;
  #seen = "";
  #reported = "";

  constructor(options: FileWatchOptions) {
    this.#options = options;
    this.#cancel = everySecond(options.clock, () => this.#look());
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }

  #look(): void {
    const known = this.#options.known();
    const now = asText(Array.from(known.keys(), (path) => [path, contentOf(path)]));
    // A file may still be written: only content that was seen twice counts.
    const isStable = now === this.#seen;
    this.#seen = now;
    const isRead = now === asText([...known]);
    if (isRead) this.#reported = "";
    // Report once: reading it may take a while.
    if (isRead || !isStable || now === this.#reported) return;
    this.#reported = now;
    this.#options.onChanged();
  }
}

function asText(files: readonly (readonly [path: string, content: string | undefined])[]): string {
  return JSON.stringify(files);
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
