import { ConfigError } from "../config/config-error.ts";
import { describeChange } from "../config/diff.ts";
import type { ConfigChange } from "../config/diff.ts";
import type { Config } from "../config/schema.ts";
import { BrokerError } from "../core/errors.ts";
import type { Log } from "../core/ports.ts";

export interface ReloaderOptions {
  /** Reads all sources again; throws if that cannot be done, mostly ConfigError. */
  readonly load: () => Config;
  /** Applies the configuration and returns the differences; throws BrokerError for unusable certificates. */
  readonly reconfigure: (config: Config) => Promise<readonly ConfigChange[]>;
  readonly log: Log;
  readonly onRefused: () => void;
}

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
    const { load, log, onRefused, reconfigure } = this.#options;
    let config: Config | undefined;
    let changes: readonly string[];
    try {
      config = load();
      changes = (await reconfigure(config)).map(describeChange);
    } catch (error) {
      // What cannot be read has changed nothing, whatever the reason; what was read in half might have.
      const problems = problemsOf(error) ?? (config === undefined ? [String(error)] : undefined);
      if (problems === undefined) throw error;
      onRefused();
      log.error({ problems }, "the new configuration is invalid, so nothing was changed");
      return { kind: "refused", problems };
    }
    if (changes.length === 0) {
      log.info({}, "the configuration was reloaded without changes");
      return { kind: "unchanged" };
    }
    for (const change of changes.slice(0, maxLogged)) log.info({}, change);
    if (changes.length > maxLogged) log.info({}, `and ${changes.length - maxLogged} more changes`);
    return { kind: "applied", changes };
  }
}

/** The problems of a configuration, and of the certificates that it names; undefined for any other error. */
function problemsOf(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof BrokerError) return [error.message];
  return undefined;
}
