import { readFileSync } from "node:fs";
import type { Clock } from "../lib/clock.ts";
import { NamedTimers } from "../lib/named-timers.ts";

/** What is watched, and who is told. */
export interface FileWatchOptions {
  /** The files as they are known now; those that do not exist are waited for. */
  readonly paths: () => Iterable<string>;
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
  #known: string;
  #seen: string;

  constructor(options: FileWatchOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    this.#known = this.#read();
    this.#seen = this.#known;
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
    const now = this.#read();
    // Whoever is still writing is let finish: only what was there twice counts.
    const isSettled = now === this.#seen;
    this.#seen = now;
    if (!isSettled || now === this.#known) return;
    this.#known = now;
    this.#options.onChanged();
    // Another configuration may name other files.
    this.#known = this.#read();
    this.#seen = this.#known;
  }

  #read(): string {
    return JSON.stringify(Array.from(this.#options.paths(), (path) => [path, contentOf(path)]));
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
