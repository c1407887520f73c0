import type { Corrections } from "../../bridge/clean-up/corrections.ts";
import type { ExtensionContext } from "../../bridge/extension.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import { fits } from "../../core/resources/fit.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { type Announced, hashOf, remember } from "./discovery/announced.ts";
import { recognizeOwn } from "./discovery/recognize.ts";
import { nextPayload, topicsToRepeat } from "./discovery/transition.ts";

export interface AnnouncedTopicOptions extends Pick<ExtensionContext, "broker" | "clock" | "log"> {
  readonly topic: string;
  /** The payload for Home Assistant; undefined if there should be none. A short one where the whole does not fit. */
  readonly write: (announced: Announced | undefined, isShort: boolean) => JsonObject | undefined;
  /** The announcement if it is one of another bridge for the same player, which it no longer has. */
  readonly ofFormerHolder: (text: string) => Announced | undefined;
  /** Called when the first payload is published and the broker has not refused it. */
  readonly onAnnounced?: () => void;
  readonly corrections: Pick<Corrections, "request">;
  /** Whether a select may lose options at once, since it shows none when they change. */
  readonly dropsOptions?: boolean;
  /** Called with the state topics of selects that read them differently, so these must be published again. */
  readonly onSelectsChanged: (topics: readonly string[]) => void;
}

/** Home Assistant loses entities if two different payloads follow each other sooner. */
const digestMs = 2000;
/** By then Home Assistant has applied a changed select, and the next payload is not sent yet. */
const republishAfterMs = 1000;
/** Late enough that whoever clears a topic sees the effect, and seldom enough not to fight them. */
const restoreAfterMs = 5000;
const restoreEveryMs = 60_000;

export class AnnouncedTopic {
  readonly #options: AnnouncedTopicOptions;
  readonly #timers: NamedTimers;
  #announced: Announced | undefined;
  /** Whether the broker holds that payload, as far as known. */
  #isHeld = false;
  #isWanted = false;
  #isPaused = true;
  #isStale = false;
  #isNew = true;
  #isRefused = false;
  #quietUntil = Number.NEGATIVE_INFINITY;
  #restoredAt = Number.NEGATIVE_INFINITY;
  #isTooLarge = false;
  #isForeign = false;
  #isContested = false;

  constructor(options: AnnouncedTopicOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  get topic(): string {
    return this.#options.topic;
  }

  get announced(): Announced | undefined {
    return this.#announced;
  }

  /** Whether others may have written the topic since the connection was lost. */
  get isStale(): boolean {
    return this.#isStale;
  }

  disconnected(): void {
    this.pause();
    this.#isStale = true;
  }

  /** Publishes nothing until resumed, and cancels all timers. */
  pause(): void {
    this.#isPaused = true;
    this.#timers.cancelAll();
  }

  resume(found: Announced | undefined): void {
    this.#isPaused = false;
    this.#isStale = false;
    if (found !== undefined) this.#announced = found;
    this.#isHeld = found !== undefined;
    this.#step();
  }

  /** Delays publishing: Home Assistant has something to digest, such as an old announcement that was removed just now. */
  hold(): void {
    this.#quietUntil = this.#options.clock.now() + digestMs;
  }

  update(): void {
    this.#isWanted = true;
    this.#step();
  }

  /** Publishes the same payload again, for a Home Assistant that has just started. */
  repeat(): void {
    if (this.#isPaused || !this.#isHeld) return;
    const next = this.#next();
    if (next === undefined || hashOf(next.text) !== this.#announced?.hash) this.#step();
    // Otherwise the broker holds it from a time with other limits, and Home Assistant reads it there.
    else if (this.#fits(next.text)) {
      this.#publish(next.text);
      this.hold();
    }
  }

  /** Replaces what others publish here. Another program that announces the same device is named once, and left alone. */
  overheard(text: string): void {
    const { corrections, log, ofFormerHolder, topic } = this.#options;
    this.#isForeign = hashOf(text) !== this.#announced?.hash;
    if (!this.#isForeign) return;
    const other = ofFormerHolder(text);
    if (other !== undefined) {
      this.#announced = other;
      this.#isHeld = true;
      this.#restoreAfter(digestMs);
      return;
    }
    if (this.#isOfOther(text)) {
      if (this.#isContested) return;
      this.#isContested = true;
      log.warn(
        { topic },
        "another program announces the same device to Home Assistant: is there a second bridge for this player?",
      );
      return;
    }
    corrections.request(
      topic,
      () => this.#isForeign && this.#isHeld,
      () => {
        this.#isHeld = false;
        this.hold();
        this.#step();
      },
    );
  }

  #isOfOther(text: string): boolean {
    const [own, other] = [this.#announced?.owner, recognizeOwn(text)];
    return other !== undefined && (other.base !== own?.base || other.bridge !== own.bridge);
  }

  emptied(): void {
    if (!this.#isHeld) return;
    this.#forget();
    const { log, topic } = this.#options;
    log.info({ topic }, "Home Assistant discovery message was deleted; republishing it");
    this.#restoreAfter(restoreAfterMs);
  }

  #restoreAfter(ms: number): void {
    this.#quietUntil = Math.max(this.#options.clock.now() + ms, this.#restoredAt + restoreEveryMs);
    this.#restoredAt = this.#quietUntil;
    this.#step();
  }

  refused(): void {
    this.#isRefused = true;
    this.#timers.cancel("accepted");
  }

  clear(): void {
    this.#timers.cancelAll();
    this.#isWanted = false;
    if (this.#isHeld || this.#isTooLarge) this.#publish("");
    this.#isTooLarge = false;
    this.#forget();
  }

  #next() {
    const whole = this.#written(false);
    return whole === undefined || this.#fits(whole.text) ? whole : this.#written(true);
  }

  #written(isShort: boolean) {
    const wanted = this.#isWanted ? this.#options.write(this.#announced, isShort) : undefined;
    if (wanted === undefined) return undefined;
    const payload = nextPayload(this.#announced, wanted, this.#options.dropsOptions);
    return { payload, text: JSON.stringify(payload) };
  }

  #step(): void {
    if (this.#isPaused || !this.#isWanted || this.#timers.has("step")) return;
    const { clock } = this.#options;
    const now = clock.now();
    if (now < this.#quietUntil) {
      this.#stepAfter(this.#quietUntil - now);
      return;
    }
    const next = this.#next();
    if (next === undefined) return;
    const { payload, text } = next;
    if (this.#isHeld && hashOf(text) === this.#announced?.hash) {
      this.#reportNew(0);
      return;
    }
    if (!this.#fits(text)) {
      this.#clearTooLarge();
      return;
    }
    this.#isTooLarge = false;
    const topics = topicsToRepeat(this.#announced, payload);
    if (topics.length > 0)
      this.#timers.after("republish", republishAfterMs, () => this.#options.onSelectsChanged(topics));
    this.#announced = remember(payload, text);
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

  /** Reports the first announcement once the broker can no longer refuse it. */
  #reportNew(afterMs: number): void {
    const { onAnnounced } = this.#options;
    if (!this.#isNew || this.#isRefused || onAnnounced === undefined || this.#timers.has("accepted")) return;
    this.#timers.after("accepted", afterMs, () => {
      this.#isNew = false;
      onAnnounced();
    });
  }

  #fits(text: string): boolean {
    return fits(text, this.#options.broker.maxPayloadBytes);
  }

  /** Removes an announcement that is outdated and cannot be replaced: Home Assistant would offer the wrong choices. */
  #clearTooLarge(): void {
    const { broker, topic } = this.#options;
    if (this.#isHeld) this.hold();
    this.#isTooLarge = true;
    this.#forget();
    broker.publish({ topic, payload: "", retain: true, qos: 1, isTooLarge: true });
  }

  #publish(payload: string): void {
    this.#isForeign = false;
    this.#options.broker.publish({ topic: this.#options.topic, payload, retain: true, qos: 1 });
  }

  #forget(): void {
    this.#announced = undefined;
    this.#isHeld = false;
  }
}
