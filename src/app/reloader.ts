import { ConfigError } from "../config/config-error.ts";
import { describeChange } from "../config/diff.ts";
import type { ConfigChange } from "../config/diff.ts";
import type { Config } from "../config/schema.ts";
import type { Log } from "../core/ports.ts";

/** The dependencies of Reloader. */
export interface ReloaderOptions {
  /** Reads all sources again; throws ConfigError. */
  readonly load: () => Config;
  /** Applies the configuration and returns the differences. */
  readonly reconfigure: (config: Config) => Promise<readonly ConfigChange[]>;
  readonly log: Log;
}

/** The result of a reload. */
export type Reloaded =
  | { readonly kind: "applied"; readonly changes: readonly string[] }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

/** Further changes are only counted in the log. */
const maxLogged = 50;

/** Reloads the configuration while the bridge runs; an invalid one changes nothing. */
export class Reloader {
  readonly #options: ReloaderOptions;
  #reloading: Promise<unknown> = Promise.resolve();

  constructor(options: ReloaderOptions) {
    this.#options = options;
  }

  /** Reloads the configuration, after any reload that is still running. */
  reload(): Promise<Reloaded> {
    const reloading = this.#reloading.then(() => this.#reload());
    this.#reloading = reloading.catch(() => {});
    return reloading;
  }

  async #reload(): Promise<Reloaded> {
    const { load, log, reconfigure } = this.#options;
    let config: Config;
    try {
      config = load();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const { problems } = error;
      log.error({ problems }, "the new configuration is invalid, so nothing was changed");
      return { kind: "refused", problems };
    }
    const changes = (await reconfigure(config)).map(describeChange);
    if (changes.length === 0) {
      log.info({}, "the configuration was reloaded without changes");
      return { kind: "unchanged" };
    }
    for (const change of changes.slice(0, maxLogged)) log.info({}, change);
    if (changes.length > maxLogged) log.info({}, `and ${changes.length - maxLogged} more changes`);
    return { kind: "applied", changes };
  }
}
