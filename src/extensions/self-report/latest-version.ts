import type { ExtensionContext, ReconfigurableExtension } from "../../bridge/extension.ts";
import { type Message, retained } from "../../core/topics/message.ts";
import { bridgeTopic } from "../../core/topics/topics.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { withoutSecrets } from "../../lib/addresses.ts";

interface LatestVersionOptions extends ExtensionContext {
  /** The address to fetch it from; empty for none. */
  readonly url: string;
  readonly fetchVersion: (url: string, signal: AbortSignal) => Promise<string>;
}

/** A bridge that keeps restarting must not fetch it each time. */
const firstAfterMs = 60_000;
const everyMs = 24 * 3_600_000;

/** Publishes the latest version of player2mqtt; an empty text if no address is configured. */
export class LatestVersion implements ReconfigurableExtension<string> {
  readonly #options: LatestVersionOptions;
  readonly #timers: NamedTimers;
  readonly #stopped = new AbortController();
  #latest: string | undefined;
  #hasFailed = false;

  constructor(options: LatestVersionOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    if (options.url === "") this.#latest = "";
    else this.#fetchAfter(firstAfterMs);
  }

  /** Until the first answer, the topic keeps the value of an earlier run. */
  connected(): void {
    const message = this.#message;
    if (message !== undefined) this.#options.broker.publish(message);
  }

  get #message(): Message | undefined {
    if (this.#latest === undefined) return undefined;
    const { base, bridge } = this.#options;
    return { ...retained(bridgeTopic(base, "latest-version", bridge), this.#latest), qos: 1 };
  }

  reconfigure(url: string): boolean {
    return url === this.#options.url;
  }

  stop(): void {
    this.#timers.cancelAll();
    this.#stopped.abort();
  }

  #fetchAfter(ms: number): void {
    this.#timers.after("fetch", ms, () => {
      void this.#fetch();
      this.#fetchAfter(everyMs);
    });
  }

  async #fetch(): Promise<void> {
    const { fetchVersion, log, url } = this.#options;
    try {
      const latest = await fetchVersion(url, this.#stopped.signal);
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
