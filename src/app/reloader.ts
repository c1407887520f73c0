import { ConfigError } from "../config/config-error.ts";
import { describeChange } from "../config/diff.ts";
import type { ConfigChange } from "../config/diff.ts";
import type { Config } from "../config/schema.ts";
import type { Log } from "../core/ports.ts";

/** What a reload works with. */
export interface ReloaderOptions {
  /** Reads all sources anew; throws ConfigError. */
  readonly load: () => Config;
  /** Takes the configuration over, and says what was different. */
  readonly reconfigure: (config: Config) => Promise<readonly ConfigChange[]>;
  readonly log: Log;
}

/** How a reload ended. */
export type Reloaded =
  | { readonly kind: "applied"; readonly changes: readonly string[] }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

/** More changes than this are counted, not told one by one. */
const mostTold = 50;

/** Takes a changed configuration over while the bridge runs; one that cannot be used changes nothing. */
export class Reloader {
  readonly #options: ReloaderOptions;
  #reloading: Promise<unknown> = Promise.resolve();

  constructor(options: ReloaderOptions) {
    this.#options = options;
  }

  /** Reads the configuration, after whatever reload is under way. */
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
      log.error({ problems }, "the configuration cannot be used, so nothing was changed");
      return { kind: "refused", problems };
    }
    const changes = (await reconfigure(config)).map(describeChange);
    if (changes.length === 0) {
      log.info({}, "the configuration was read again, and is the same");
      return { kind: "unchanged" };
    }
    for (const change of changes.slice(0, mostTold)) log.info({}, change);
    if (changes.length > mostTold) log.info({}, `and ${changes.length - mostTold} more changes`);
    return { kind: "applied", changes };
  }
}
