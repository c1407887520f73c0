import { BrokerError } from "../core/errors.ts";
import type { Clock } from "../lib/clock.ts";
import { translatable } from "../lib/phrase.ts";
import type { Message } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/property.ts";
import type { DeferredWrite } from "../core/ports.ts";
import { RateLimiter } from "../lib/rate-limiter.ts";
import type { Outlet } from "./connection.ts";
import { fitsPacket } from "./limits.ts";
import { Outbox } from "./outbox.ts";
import type { PacketSizeProbe } from "./packet-size-probe.ts";

/** The interval at which waiting messages are sent once the rate is used up, too short to be noticed. */
const refillMs = 50;
/** A pause in which the process does other work. */
const yieldMs = 1;
/** The share of the rate that is reserved for updates: a snapshot takes long, and updates must not wait for its end. */
const updatesShare = 0.1;
/**
 * A message that is not acknowledged is sent again on a new connection only, and a broker that acknowledges nothing
 * would block us for ever, so the connection is closed. Acknowledgements come in order: a slow broker is waited for as
 * long as it sends any. If reconnecting does not help, the next ones wait twice as long.
 */
const firstAcknowledgementMs = 30_000;
const longestAcknowledgementMs = 960_000;
/** After so long without such a connection, the first timeout is valid again. */
const forgivenAfterMs = 3_600_000;
/** A broker may close the connection because of a message: it must not be sent again for ever. */
const maxAttempts = 5;

export interface SenderOptions {
  /** Messages per second; 0 sets no limit. */
  readonly publishRate: number;
  /** Retained topics below it are cleared when their value is too large: an old value would be wrong. */
  readonly base?: string;
  /** Called for a message that exceeds the broker's limit; it is not sent. */
  readonly onTooLarge: (topic: string) => void;
  readonly onRefused?: (topic: string, reason: string) => void;
  readonly onAccepted?: (topic: string) => void;
}

/** Sends messages at the pace that the broker, the socket and the configured rate allow. */
export class Sender {
  readonly #outbox: Outbox;
  readonly #options: SenderOptions;
  readonly #clock: Clock;
  readonly #sizeProbe: PacketSizeProbe;
  readonly #rateLimiter: RateLimiter;
  readonly #reserve: number;
  readonly #inFlight = new InFlight();
  /** Topics whose value is too large for the broker, and the connection on which they were cleared. */
  readonly #tooLarge = new Map<string, Outlet>();
  #connection: Outlet | undefined;
  #cancelNext: (() => void) | undefined;
  #cancelTimeout: (() => void) | undefined;
  #acknowledgementMs = firstAcknowledgementMs;
  #timedOutAt = Number.NEGATIVE_INFINITY;
  #isFlushing = false;
  #awaitsDrain = false;
  readonly #onEmpty = new Set<() => void>();
  #sent = 0;
  #sentBytes = 0;

  constructor(options: SenderOptions, clock: Clock, sizeProbe: PacketSizeProbe) {
    this.#options = options;
    this.#clock = clock;
    this.#outbox = new Outbox(clock);
    this.#sizeProbe = sizeProbe;
    this.#rateLimiter = new RateLimiter(options.publishRate, clock);
    this.#reserve = Math.floor(options.publishRate * updatesShare);
  }

  get waiting(): number {
    return this.#outbox.size;
  }

  get waitingMs(): number {
    const { oldestSince } = this.#outbox;
    return oldestSince === undefined ? 0 : this.#clock.now() - oldestSince;
  }

  get dropped(): number {
    return this.#outbox.dropped;
  }

  /** Topics that are not published because their value is too large for the broker. */
  get tooLarge(): readonly string[] {
    return [...this.#tooLarge.keys()];
  }

  get sent(): number {
    return this.#sent;
  }

  get sentBytes(): number {
    return this.#sentBytes;
  }

  get isDone(): boolean {
    return this.#outbox.size === 0 && this.#inFlight.size === 0;
  }

  /** Sends through this connection from now on; without one, events wait and state is dropped. */
  use(connection: Outlet | undefined): void {
    this.#connection = connection;
    this.#awaitsDrain = false;
    this.#cancelNext?.();
    this.#cancelNext = undefined;
    this.#stopTimeout();
    // An unacknowledged outcome may be lost: twice is better than not at all.
    this.#outbox.restart(this.#inFlight.abandon());
    this.#flush();
  }

  publish(...messages: readonly Message<Payload>[]): void {
    for (const message of messages) {
      if (!message.retain || this.#connection !== undefined) this.#outbox.add(message);
    }
    this.#flush();
  }

  publishDeferred(write: DeferredWrite): void {
    if (this.#connection === undefined) return;
    this.#outbox.addDeferred(write);
    this.#flushAfter(yieldMs);
  }

  /** Removes and returns the events that wait; without a connection, no state waits. */
  unsent(): Message<Payload>[] {
    const events: Message<Payload>[] = [];
    for (let event = this.#outbox.take(); event !== undefined; event = this.#outbox.take())
      events.push(event);
    return events;
  }

  /** Resolves when every message is sent and acknowledged, or after `ms`. */
  async drained(ms: number): Promise<void> {
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        cancel();
        this.#onEmpty.delete(end);
        resolve();
      };
      const cancel = this.#clock.after(ms, end);
      this.#onEmpty.add(end);
    });
  }

  #isIdle(): boolean {
    return this.#connection?.isOpen !== true || this.isDone;
  }

  #flush(): void {
    // An acknowledgement that arrives during the loop must not start a second one inside it.
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    const connection = this.#connection;
    try {
      if (connection !== undefined) {
        this.#sendThrough(connection);
        connection.flush();
      }
    } finally {
      this.#isFlushing = false;
    }
    if (this.#isIdle()) for (const end of this.#onEmpty) end();
  }

  #sendThrough(connection: Outlet): void {
    while (this.#outbox.size > 0 && this.#maySend(connection)) {
      const message = this.#outbox.take();
      if (message === undefined) {
        // A deferred write took its time and rendered nothing; the next one may, too.
        this.#flushAfter(yieldMs);
        return;
      }
      if (message.mayBeSent?.() === false) continue;
      const sendable = this.#fit(connection, message);
      if (sendable !== undefined) this.#send(connection, this.#sizeProbe.checkable(sendable));
    }
  }

  /** The message if the broker accepts its size; otherwise, once per connection, a message that clears its topic. */
  #fit(connection: Outlet, message: Message<Payload>): Message<Payload> | undefined {
    const { topic, retain, isTooLarge = false } = message;
    if (!isTooLarge && fitsPacket(message, connection.info.limits)) {
      this.#tooLarge.delete(topic);
      return message;
    }
    const isKnown = this.#tooLarge.get(topic) === connection;
    if (retain) this.#tooLarge.set(topic, connection);
    if (!isKnown) this.#options.onTooLarge(topic);
    if (!retain || isKnown) return undefined;
    if (isTooLarge) return message;
    const { base } = this.#options;
    return base !== undefined && topic.startsWith(`${base}/`) ? { ...message, payload: "" } : undefined;
  }

  #send(connection: Outlet, message: Message<Payload>): void {
    this.#sent += 1;
    this.#sentBytes += Buffer.byteLength(message.payload);
    this.#rateLimiter.spend();
    if (message.qos > 0) {
      this.#inFlight.begin(message);
      this.#startTimeout(connection);
    }
    const order = this.#sizeProbe.sent(message);
    connection.publish(message, (refusal) => {
      if (refusal !== undefined) this.#options.onRefused?.(message.topic, refusal);
      if (this.#connection !== connection || message.qos === 0) return;
      this.#inFlight.end(message);
      if (connection.info.limits.maximumQos > 0) {
        this.#sizeProbe.acknowledged(order);
        if (refusal === undefined) this.#options.onAccepted?.(message.topic);
      }
      if (this.#inFlight.size === 0) this.#stopTimeout();
      this.#flush();
    });
  }

  /** Closes the connection when the oldest message waits too long: acknowledgements arrive in order. */
  #startTimeout(connection: Outlet): void {
    if (this.#cancelTimeout !== undefined) return;
    const { oldest } = this.#inFlight;
    if (oldest === undefined) return;
    if (this.#clock.now() - this.#timedOutAt >= forgivenAfterMs) {
      this.#acknowledgementMs = firstAcknowledgementMs;
    }
    const ms = this.#acknowledgementMs;
    this.#cancelTimeout = this.#clock.after(ms, () => {
      this.#cancelTimeout = undefined;
      if (this.#inFlight.oldest !== oldest) {
        this.#startTimeout(connection);
        return;
      }
      this.#timedOutAt = this.#clock.now();
      this.#acknowledgementMs = Math.min(2 * ms, longestAcknowledgementMs);
      connection.destroy(
        new BrokerError(
          translatable("connect.no-puback", "the broker did not acknowledge a message for {seconds} s", {
            seconds: ms / 1000,
          }),
        ),
      );
    });
  }

  #stopTimeout(): void {
    this.#cancelTimeout?.();
    this.#cancelTimeout = undefined;
  }

  #maySend(connection: Outlet): boolean {
    if (!connection.isOpen) return false;
    if (this.#inFlight.size >= connection.info.limits.receiveMaximum) return false;
    if (!connection.isWritable) {
      this.#awaitDrain(connection);
      return false;
    }
    const { hasUpdates } = this.#outbox;
    // The background waits for its timer.
    if (!hasUpdates && this.#cancelNext !== undefined) return false;
    if (this.#rateLimiter.allows(hasUpdates ? 0 : this.#reserve)) return true;
    this.#flushAfter(refillMs);
    return false;
  }

  #flushAfter(ms: number): void {
    this.#cancelNext ??= this.#clock.after(ms, () => {
      this.#cancelNext = undefined;
      this.#flush();
    });
  }

  #awaitDrain(connection: Outlet): void {
    if (this.#awaitsDrain) return;
    this.#awaitsDrain = true;
    connection.onceWritable(() => {
      if (this.#connection !== connection) return;
      this.#awaitsDrain = false;
      this.#flush();
    });
  }
}

/** QoS 1 messages that are sent and not yet acknowledged. */
class InFlight {
  readonly #messages = new Set<Message<Payload>>();
  readonly #attempts = new WeakMap<Message<Payload>, number>();

  get size(): number {
    return this.#messages.size;
  }

  /** The message that has waited longest for its acknowledgement. */
  get oldest(): Message<Payload> | undefined {
    const [first] = this.#messages;
    return first;
  }

  begin(message: Message<Payload>): void {
    this.#messages.add(message);
    this.#attempts.set(message, (this.#attempts.get(message) ?? 0) + 1);
  }

  end(message: Message<Payload>): void {
    this.#messages.delete(message);
  }

  /** Clears the list; returns the events to send again, oldest first. A snapshot restores the state. */
  abandon(): Message<Payload>[] {
    const lost = [...this.#messages].filter(
      (message) => !message.retain && (this.#attempts.get(message) ?? 0) < maxAttempts,
    );
    this.#messages.clear();
    return lost;
  }
}
