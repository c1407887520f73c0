import { readFileSync } from "node:fs";
import { loadConfig, type ConfigSources } from "./load.ts";
import type { Config } from "./schema.ts";

/** Sources that remember which files they were read from: those that hold secrets and those that are missing, too. */
export class WatchedSources {
  readonly #sources: Omit<ConfigSources, "readFile">;
  #read = new Set<string>();

  constructor(sources: Omit<ConfigSources, "readFile">) {
    this.#sources = sources;
  }

  /** The files that decided about the configuration when it was last read, absent ones included. */
  get paths(): ReadonlySet<string> {
    return this.#read;
  }

  /** Reads everything anew; throws ConfigError. */
  load(): Config {
    this.#read = new Set();
    const config = loadConfig({
      ...this.#sources,
      readFile: (path) => {
        this.#read.add(path);
        return readFileSync(path, "utf8");
      },
    });
    // A certificate that is renewed is a change as well.
    for (const path of [config.mqtt.ca, config.mqtt.cert, config.mqtt.key])
      if (path !== "") this.#read.add(path);
    return config;
  }
}
