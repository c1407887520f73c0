import { readFileSync } from "node:fs";
import { loadConfig, type ConfigSources } from "./load.ts";
import type { Config } from "./schema.ts";

/** Sources that remember what their files said: those that hold secrets and those that are missing, too. */
export class WatchedSources {
  readonly #sources: Omit<ConfigSources, "readFile">;
  #files = new Map<string, string | undefined>();

  constructor(sources: Omit<ConfigSources, "readFile">) {
    this.#sources = sources;
  }

  /** The files that decided about the configuration when it was last read, and what they said; absent ones, too. */
  get files(): ReadonlyMap<string, string | undefined> {
    return this.#files;
  }

  /** Reads everything anew; throws ConfigError. */
  load(): Config {
    this.#files = new Map();
    const config = loadConfig({ ...this.#sources, readFile: (path) => this.#readFile(path) });
    // A certificate that is renewed is a change as well.
    for (const path of [config.mqtt.ca, config.mqtt.cert, config.mqtt.key]) {
      if (path !== "") this.#files.set(path, contentOf(path));
    }
    return config;
  }

  #readFile(path: string): string {
    this.#files.set(path, undefined);
    const content = readFileSync(path, "utf8");
    this.#files.set(path, content);
    return content;
  }
}

/** Nothing where it cannot be read: whoever needs the file says so. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
