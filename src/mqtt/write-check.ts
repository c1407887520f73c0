import type { Clock } from "../lib/clock.ts";

/** Our own message comes back within this time even from a very distant broker. */
const echoMs = 5000;
const maxNamed = 100;

/** The topics to check, and callbacks for denied ones. */
export interface WriteCheckOptions {
  /** Topics below it are ours; the broker may refuse others for good reasons. */
  readonly base: string | undefined;
  /** The topic that is read back if the broker gives no reason codes. */
  readonly echoTopic: string | undefined;
  readonly onChanged: (denied: readonly string[]) => void;
}

/**
 * Finds out at each connect whether the broker lets us write state. With MQTT 5, the acknowledgement of a QoS 1
 * message, such as a player's availability, has a reason code. MQTT 3.1.1 has none and drops a denied message silently,
 * so one of our own topics is read back there.
 */
export class WriteCheck {
  readonly #clock: Clock;
  readonly #options: WriteCheckOptions;
  readonly #denied = new Set<string>();
  #awaitsEcho = false;
  #cancelEcho: (() => void) | undefined;

  constructor(clock: Clock, options: WriteCheckOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  /** The topics that cannot be written, as far as the broker reported it. */
  get denied(): readonly string[] {
    return [...this.#denied];
  }

  /** A connection begins; `filters` are the granted subscriptions, or empty if reason codes are sufficient. */
  begin(filters: readonly string[]): void {
    const { echoTopic } = this.#options;
    this.#awaitsEcho = echoTopic !== undefined && filters.some((filter) => matchesFilter(filter, echoTopic));
  }

  /** The connection ended: the next one may have other rights. */
  end(): void {
    this.#stopWaiting();
    this.#denied.clear();
  }

  refused(topic: string): void {
    const { base } = this.#options;
    if (base === undefined || !topic.startsWith(`${base}/`)) return;
    if (this.#denied.has(topic) || this.#denied.size >= maxNamed) return;
    this.#denied.add(topic);
    this.#options.onChanged(this.denied);
  }

  acknowledged(topic: string): void {
    if (topic !== this.#options.echoTopic || !this.#awaitsEcho) this.#allow(topic);
    else this.#cancelEcho ??= this.#clock.after(echoMs, () => this.refused(topic));
  }

  /** A message arrived; a retained one may be older than ours. */
  received(topic: string, isRetained: boolean): void {
    if (topic !== this.#options.echoTopic || isRetained) return;
    this.#stopWaiting();
    this.#allow(topic);
  }

  #allow(topic: string): void {
    if (this.#denied.delete(topic)) this.#options.onChanged(this.denied);
  }

  #stopWaiting(): void {
    this.#awaitsEcho = false;
    this.#cancelEcho?.();
    this.#cancelEcho = undefined;
  }
}

/** Whether a subscription to this filter receives messages on the topic. */
export function matchesFilter(filter: string, topic: string): boolean {
  const levels = topic.split("/");
  const wanted = filter.split("/");
  if (wanted.at(-1) === "#") return matchesAll(wanted.slice(0, -1), levels.slice(0, wanted.length - 1));
  return matchesAll(wanted, levels);
}

function matchesAll(wanted: readonly string[], levels: readonly string[]): boolean {
  return (
    wanted.length === levels.length &&
    wanted.every((level, index) => level === "+" || level === levels[index])
  );
}
