import { readFileSync } from "node:fs";
import { loadConfig, type ConfigSources } from "./load.ts";
import type { Config } from "./schema.ts";

/** Configuration sources. They remember the content of all files that they read, including secret and missing ones. */
export class WatchedSources {
  readonly #sources: Omit<ConfigSources, "readFile">;
  #files = new Map<string, string | undefined>();

  constructor(sources: Omit<ConfigSources, "readFile">) {
    this.#sources = sources;
  }

  /** The content of each file at the last load; undefined if it was missing. */
  get files(): ReadonlyMap<string, string | undefined> {
    return this.#files;
  }

  /** Reads all sources again; throws ConfigError. */
  load(): Config {
    this.#files = new Map();
    const config = loadConfig({ ...this.#sources, readFile: (path) => this.#readFile(path) });
    // A renewed certificate is a change, too.
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

/** Undefined if the file cannot be read; the code that uses it reports that. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
