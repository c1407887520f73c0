import type { JsonObject } from "../../core/resources/json.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import { fits } from "../../core/resources/fit.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { type Announced, hashOf, remember } from "./discovery/announced.ts";
import { changesSelects, nextPayload } from "./discovery/transition.ts";

/** What one announcement works with. */
export interface AnnouncedTopicOptions {
  readonly topic: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  /** The payload that Home Assistant shall have; undefined where there is to be none. */
  readonly write: (announced: Announced | undefined) => JsonObject | undefined;
  /** The first payload was published, and the broker did not refuse it. */
  readonly onAnnounced?: () => void;
  /** A select now reads its state otherwise: the state must be published again. */
  readonly onSelectsChanged: () => void;
}

/** Home Assistant loses entities when two different payloads follow each other sooner. */
const digestMs = 2000;
/** Home Assistant has applied a changed select by then, and the next payload is still to come. */
const republishAfterMs = 1000;
/** An emptied topic stays empty for a moment, so that whoever emptied it sees that, and is restored only so often. */
const restoreAfterMs = 5000;
const restoreEveryMs = 60_000;

/** One retained announcement: publishes the wanted payload at a pace that Home Assistant can follow. */
export class AnnouncedTopic {
  readonly #options: AnnouncedTopicOptions;
  readonly #timers: NamedTimers;
  /** What Home Assistant was sent last. */
  #announced: Announced | undefined;
  /** Whether the broker holds that, as far as is known. */
  #isHeld = false;
  #isWanted = false;
  #isPaused = true;
  #isNew = true;
  #isRefused = false;
  #quietUntil = Number.NEGATIVE_INFINITY;
  #restoredAt = Number.NEGATIVE_INFINITY;
  #isTooLarge = false;
  #isContested = false;

  constructor(options: AnnouncedTopicOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  get topic(): string {
    return this.#options.topic;
  }

  /** What is remembered of the last payload. */
  get announced(): Announced | undefined {
    return this.#announced;
  }

  /** The player that it was made for. */
  get playerId(): string | undefined {
    return this.#announced?.owner.id;
  }

  /** Publishes nothing until it is resumed, and leaves no timer behind. */
  pause(): void {
    this.#isPaused = true;
    this.#timers.cancelAll();
  }

  /** Goes on from what was found at the broker; nothing found means that the broker lost the announcement. */
  resume(found: Announced | undefined): void {
    this.#isPaused = false;
    if (found !== undefined) this.#announced = found;
    this.#isHeld = found !== undefined;
    this.#step();
  }

  /** Waits for a moment: an old announcement was only just removed. */
  hold(): void {
    this.#quietUntil = this.#options.clock.now() + digestMs;
  }

  /** The wanted payload may have changed. */
  update(): void {
    this.#isWanted = true;
    this.#step();
  }

  /** Publishes the same again, for a Home Assistant that just started. */
  repeat(): void {
    if (this.#isPaused || !this.#isHeld) return;
    const next = this.#next();
    const text = next && JSON.stringify(next);
    if (text !== undefined && hashOf(text) === this.#announced?.hash) this.#publish(text);
    else this.#step();
  }

  /** Logs once that another program publishes here. */
  overheard(text: string): void {
    if (this.#isContested || (this.#isHeld && hashOf(text) === this.#announced?.hash)) return;
    this.#isContested = true;
    const { log, topic } = this.#options;
    log.warn(
      { topic },
      "another program announces the same device to Home Assistant: is there a second bridge for this player?",
    );
  }

  /** Somebody emptied the topic: Home Assistant has removed the device. */
  emptied(): void {
    if (!this.#isHeld) return;
    this.#forget();
    const now = this.#options.clock.now();
    this.#quietUntil = Math.max(now + restoreAfterMs, this.#restoredAt + restoreEveryMs);
    this.#restoredAt = this.#quietUntil;
    const { log, topic } = this.#options;
    log.info({ topic }, "our announcement to Home Assistant was emptied and will be restored");
    this.#step();
  }

  /** The broker refused the last payload. */
  refused(): void {
    this.#isRefused = true;
    this.#timers.cancel("accepted");
  }

  /** Removes the announcement for good. */
  clear(): void {
    this.#timers.cancelAll();
    this.#isWanted = false;
    if (this.#isHeld) this.#publish("");
    this.#forget();
  }

  #next(): JsonObject | undefined {
    const wanted = this.#isWanted ? this.#options.write(this.#announced) : undefined;
    return wanted && nextPayload(this.#announced, wanted);
  }

  #step(): void {
    if (this.#isPaused || !this.#isWanted || this.#timers.has("step")) return;
    const { broker, clock } = this.#options;
    const now = clock.now();
    if (now < this.#quietUntil) {
      this.#stepAfter(this.#quietUntil - now);
      return;
    }
    const next = this.#next();
    if (next === undefined) return;
    const text = JSON.stringify(next);
    if (this.#isHeld && hashOf(text) === this.#announced?.hash) {
      this.#reportNew(0);
      return;
    }
    if (!this.#checkSize(text, broker.maxPayloadBytes)) return;
    if (changesSelects(this.#announced, next)) {
      this.#timers.after("republish", republishAfterMs, this.#options.onSelectsChanged);
    }
    this.#announced = remember(next, text);
    this.#isHeld = true;
    this.#isRefused = false;
    this.#quietUntil = now + digestMs;
    this.#publish(text);
    this.#reportNew(digestMs);
    // The next payload leaves out what this one removes.
    this.#stepAfter(digestMs);
  }

  #stepAfter(ms: number): void {
    this.#timers.after("step", ms, () => this.#step());
  }

  /** Reports the first announcement, after the time that a refusal by the broker may take. */
  #reportNew(afterMs: number): void {
    const { onAnnounced } = this.#options;
    if (!this.#isNew || this.#isRefused || onAnnounced === undefined || this.#timers.has("accepted")) return;
    this.#timers.after("accepted", afterMs, () => {
      this.#isNew = false;
      onAnnounced();
    });
  }

  #checkSize(text: string, maxBytes: number): boolean {
    const isTooLarge = !fits(text, maxBytes);
    if (isTooLarge && !this.#isTooLarge) {
      const { log, topic } = this.#options;
      log.warn(
        { topic, maxBytes },
        "an announcement to Home Assistant is too large: raise mqtt.maxPayload, or the broker's limit",
      );
    }
    this.#isTooLarge = isTooLarge;
    return !isTooLarge;
  }

  #publish(payload: string): void {
    this.#options.broker.publish({ topic: this.#options.topic, payload, retain: true, qos: 1 });
  }

  #forget(): void {
    this.#announced = undefined;
    this.#isHeld = false;
  }
}
