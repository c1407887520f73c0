import { type OwnAnnouncement, readOwn } from "./discovery/recognise.ts";
import { changesSelects, nextPayload } from "./discovery/transition.ts";
import { fits } from "../../core/topics/fit.ts";
import type { JsonObject } from "../../core/resources/player.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PackedPayload, PayloadPacker } from "./packed-payload.ts";

/** What one announcement works with. */
export interface AnnouncedTopicOptions {
  readonly topic: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly packer: PayloadPacker;
  /** A select now reads its state otherwise: the state must be told again. */
  readonly onSelectsChanged: () => void;
}

/** Two different payloads in a row make Home Assistant lose entities: it needs this long for one. */
const digestMs = 2000;
/** Home Assistant has taken in a changed select by then, and the next payload is still to come. */
const retellAfterMs = 1000;
/** Who emptied the topic shall see that it is empty, before it is filled again, and not more often than this. */
const restoreAfterMs = 5000;
const restoreEveryMs = 60_000;

/** One retained announcement: what was said, what is to be said, and the pace between the two. */
export class AnnouncedTopic {
  readonly #options: AnnouncedTopicOptions;
  #shown: PackedPayload | undefined;
  #shownId: string | undefined;
  /** What the broker holds, as far as is known. */
  #held: PackedPayload | undefined;
  #wanted: PackedPayload | undefined;
  #isPaused = true;
  #quietUntil = Number.NEGATIVE_INFINITY;
  #restoredAt = Number.NEGATIVE_INFINITY;
  #isTooLarge = false;
  #isContested = false;
  #cancelStep: (() => void) | undefined;
  #cancelRetell: (() => void) | undefined;

  constructor(options: AnnouncedTopicOptions) {
    this.#options = options;
  }

  get topic(): string {
    return this.#options.topic;
  }

  /** What Home Assistant was told last. */
  get shown(): JsonObject | undefined {
    return this.#shown?.payload;
  }

  /** The same, as whoever finds it later reads it. */
  get own(): OwnAnnouncement | undefined {
    const { shown } = this;
    return shown && readOwn(shown);
  }

  /** The player that it speaks of. */
  get playerId(): string | undefined {
    return this.#shownId;
  }

  /** Says nothing until it is resumed, and leaves no timer behind. */
  pause(): void {
    this.#isPaused = true;
    this.#cancelAll();
  }

  /** Goes on from what the broker was found to hold; nothing found means that it lost what it was told. */
  resume(found: JsonObject | undefined): void {
    this.#isPaused = false;
    if (found !== undefined) this.#show(found);
    this.#held = found === undefined ? undefined : this.#shown;
    this.#step();
  }

  /** Stays silent for a while: what stood in the way was only just taken away. */
  hold(): void {
    this.#quietUntil = this.#options.clock.now() + digestMs;
  }

  /** Makes this what Home Assistant shall know; the last one wins. */
  want(payload: JsonObject): void {
    this.#wanted = this.#options.packer.pack(payload).sharedWith(this.#shown);
    this.#step();
  }

  /** Says the same again, to a Home Assistant that just started. */
  repeat(): void {
    if (!this.#isPaused && this.#held !== undefined) this.#publish(this.#held.text);
  }

  /** Another program writes where we do: that cannot be mended here, but it must not stay a riddle. */
  overheard(text: string): void {
    if (this.#isContested || text === this.#held?.text) return;
    this.#isContested = true;
    const { log, topic } = this.#options;
    log.warn(
      { topic },
      "another program announces the same device to Home Assistant: is there a second bridge for this player?",
    );
  }

  /** Someone emptied the topic: Home Assistant has dropped the whole device. */
  emptied(): void {
    if (this.#held === undefined) return;
    this.#forget();
    const now = this.#options.clock.now();
    this.#quietUntil = Math.max(now + restoreAfterMs, this.#restoredAt + restoreEveryMs);
    this.#restoredAt = this.#quietUntil;
    const { log, topic } = this.#options;
    log.info({ topic }, "someone emptied our announcement to Home Assistant: it will be restored");
    this.#step();
  }

  /** Takes the announcement away for good. */
  clear(): void {
    this.#cancelAll();
    this.#wanted = undefined;
    if (this.#held !== undefined) this.#publish("");
    this.#forget();
  }

  #step(): void {
    if (this.#isPaused || this.#wanted === undefined || this.#cancelStep !== undefined) return;
    const { broker, clock } = this.#options;
    const now = clock.now();
    if (now < this.#quietUntil) {
      this.#stepAfter(this.#quietUntil - now);
      return;
    }
    const { shown } = this;
    const next = nextPayload(shown, this.#wanted.payload);
    const text = JSON.stringify(next);
    if (text === this.#held?.text || !this.#checkSize(text, broker.maxPayloadBytes)) return;
    if (changesSelects(shown, next)) this.#retell();
    this.#show(next);
    this.#held = this.#shown;
    this.#quietUntil = now + digestMs;
    this.#publish(text);
    // There may be more to say, such as the same without what has vanished.
    this.#stepAfter(digestMs);
  }

  #stepAfter(ms: number): void {
    this.#cancelStep = this.#options.clock.after(ms, () => {
      this.#cancelStep = undefined;
      this.#step();
    });
  }

  #retell(): void {
    this.#cancelRetell?.();
    this.#cancelRetell = this.#options.clock.after(retellAfterMs, this.#options.onSelectsChanged);
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

  #show(payload: JsonObject): void {
    this.#shown = this.#options.packer.pack(payload).sharedWith(this.#wanted);
    this.#shownId = readOwn(payload)?.id;
  }

  #forget(): void {
    this.#shown = undefined;
    this.#shownId = undefined;
    this.#held = undefined;
  }

  #cancelAll(): void {
    this.#cancelStep?.();
    this.#cancelRetell?.();
    this.#cancelStep = undefined;
    this.#cancelRetell = undefined;
  }
}
