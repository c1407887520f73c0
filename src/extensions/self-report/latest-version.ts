import type { Extension } from "../../bridge/extension.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import { latestVersion } from "../../core/topics/render-bridge.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { withoutSecrets } from "../../lib/without-secrets.ts";

/** The options of the latest version. */
export interface LatestVersionOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  /** The address to ask; empty asks nobody. */
  readonly url: string;
  readonly ask: (url: string, signal: AbortSignal) => Promise<string>;
}

/** A bridge that keeps restarting must not ask each time. */
const firstAfterMs = 60_000;
const everyMs = 24 * 3_600_000;

/** Publishes the latest version of player2mqtt, if the owner named an address to ask for it. */
export class LatestVersion implements Extension {
  readonly #options: LatestVersionOptions;
  readonly #timers: NamedTimers;
  readonly #stopped = new AbortController();
  #latest: string | undefined;
  #hasFailed = false;

  constructor(options: LatestVersionOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    if (options.url === "") this.#latest = "";
    else this.#askAfter(firstAfterMs);
  }

  /** Until the first answer, the topic keeps what an earlier run was told. */
  connected(): void {
    if (this.#latest === undefined) return;
    const { base, bridge, broker } = this.#options;
    broker.publish(latestVersion(base, bridge, this.#latest));
  }

  stop(): void {
    this.#timers.cancelAll();
    this.#stopped.abort();
  }

  #askAfter(ms: number): void {
    this.#timers.after("ask", ms, () => {
      void this.#ask();
      this.#askAfter(everyMs);
    });
  }

  async #ask(): Promise<void> {
    const { ask, log, url } = this.#options;
    try {
      const latest = await ask(url, this.#stopped.signal);
      if (this.#stopped.signal.aborted) return;
      this.#latest = latest;
      this.#hasFailed = false;
      this.connected();
    } catch (error) {
      if (this.#stopped.signal.aborted || this.#hasFailed) return;
      this.#hasFailed = true;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ url: withoutSecrets(url), reason }, "the latest version of player2mqtt could not be read");
    }
  }
}
