import { readFileSync } from "node:fs";
import type { Clock } from "../lib/clock.ts";
import { NamedTimers } from "../lib/named-timers.ts";

/** What is watched, and who is told. */
export interface FileWatchOptions {
  /** The files with what they said when they were last read, by whomever; one that did not exist is waited for. */
  readonly known: () => ReadonlyMap<string, string | undefined>;
  readonly clock: Clock;
  readonly onChanged: () => void;
}

const everyMs = 2000;

/**
 * Looks at files again and again, and tells when what they say has changed and stayed for a while. Reading them is more
 * than asking for events, but it is the same for editors that rename, for links that Kubernetes moves and for network
 * drives; and configuration files are small.
 */
export class FileWatch implements Disposable {
  readonly #options: FileWatchOptions;
  readonly #timers: NamedTimers;
  #seen = "";
  #told = "";

  constructor(options: FileWatchOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    this.#lookLater();
  }

  [Symbol.dispose](): void {
    this.#timers.cancelAll();
  }

  #lookLater(): void {
    this.#timers.after("look", everyMs, () => {
      this.#look();
      this.#lookLater();
    });
  }

  #look(): void {
    const known = this.#options.known();
    const now = asText(Array.from(known.keys(), (path) => [path, contentOf(path)]));
    // Whoever is still writing is let finish: only what was there twice counts.
    const isSettled = now === this.#seen;
    this.#seen = now;
    const isRead = now === asText([...known]);
    if (isRead) this.#told = "";
    // Whoever was told may take a while to read it.
    if (isRead || !isSettled || now === this.#told) return;
    this.#told = now;
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
