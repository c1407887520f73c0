import type { Clock } from "../lib/clock.ts";
import type { Message, Payload } from "../core/topics/message.ts";
import type { WriteLater } from "../core/ports.ts";
import { Allowance } from "../lib/allowance.ts";
import type { Outlet } from "./connection.ts";
import { fitsPacket } from "./limits.ts";
import { Outbox } from "./outbox.ts";
import type { PacketSizeProbe } from "./packet-size-probe.ts";
import { InFlight } from "./in-flight.ts";

/** How often the allowance of a second is handed out: short enough that nobody sees the steps. */
const refillMs = 50;
/** Others have their turn in between. */
const turnMs = 1;
/** This part of what is allowed is left to news: a snapshot takes its time, and nobody is to wait for its end. */
const newsShare = 0.1;
/** A broker that answers pings and acknowledges nothing would stop everything for ever: it is left after so long. */
const longestSilenceMs = 30_000;

/** Within which bounds messages are sent, and who is told of those that cannot be. */
export interface SenderOptions {
  /** Messages a second; 0 sets no limit. */
  readonly publishRate: number;
  /** Told of a message that is larger than the broker takes; it was not sent. */
  readonly onTooLarge: (topic: string) => void;
  /** Told of a message that the broker did not take, for want of rights or of space. */
  readonly onRefused?: (topic: string, reason: string) => void;
}

/** Sends messages at the pace that the broker, the socket and the configured rate allow. */
export class Sender {
  readonly #outbox: Outbox;
  readonly #options: SenderOptions;
  readonly #clock: Clock;
  readonly #doubt: PacketSizeProbe;
  readonly #allowance: Allowance;
  readonly #reserve: number;
  readonly #underWay = new InFlight();
  #connection: Outlet | undefined;
  #cancelNext: (() => void) | undefined;
  #cancelPatience: (() => void) | undefined;
  #isFlushing = false;
  #awaitsDrain = false;
  #onEmpty: (() => void) | undefined;
  #sent = 0;
  #sentBytes = 0;

  constructor(options: SenderOptions, clock: Clock, doubt: PacketSizeProbe) {
    this.#options = options;
    this.#clock = clock;
    this.#outbox = new Outbox(clock);
    this.#doubt = doubt;
    this.#allowance = new Allowance(options.publishRate, clock);
    this.#reserve = Math.floor(options.publishRate * newsShare);
  }

  get waiting(): number {
    return this.#outbox.size;
  }

  /** For how long the one that has waited the longest does; 0 if nothing waits. */
  get waitingMs(): number {
    const { oldestSince } = this.#outbox;
    return oldestSince === undefined ? 0 : this.#clock.now() - oldestSince;
  }

  /** Events lost because too many waited. */
  get dropped(): number {
    return this.#outbox.dropped;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Bytes of the payloads of what was sent. */
  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Whether nothing waits to be sent, or for its acknowledgement. */
  get isDone(): boolean {
    return this.#outbox.size === 0 && this.#underWay.size === 0;
  }

  /** Sends through this connection from now on; without one, events wait and state is forgotten. */
  use(connection: Outlet | undefined): void {
    this.#connection = connection;
    this.#awaitsDrain = false;
    this.#cancelNext?.();
    this.#cancelNext = undefined;
    this.#rest();
    // An outcome that was never acknowledged may never have arrived: better twice than not at all.
    this.#outbox.restart(this.#underWay.abandon());
    this.#flush();
  }

  publish(...messages: readonly Message<Payload>[]): void {
    for (const message of messages) {
      if (!message.retain || this.#connection !== undefined) this.#outbox.add(message);
    }
    this.#flush();
  }

  publishLater(write: WriteLater): void {
    if (this.#connection === undefined) return;
    this.#outbox.addLater(write);
    this.#flushAfter(turnMs);
  }

  /** Resolves when nothing waits any more, or after `ms`. */
  async drained(ms: number): Promise<void> {
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(ms, resolve);
      this.#onEmpty = () => {
        cancel();
        resolve();
      };
    });
    this.#onEmpty = undefined;
  }

  #isIdle(): boolean {
    return this.#connection?.isOpen !== true || this.isDone;
  }

  #flush(): void {
    // What is acknowledged while it is being sent must not begin another round inside this one.
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    const connection = this.#connection;
    try {
      if (connection !== undefined) this.#sendThrough(connection);
    } finally {
      this.#isFlushing = false;
    }
    if (this.#isIdle()) this.#onEmpty?.();
  }

  #sendThrough(connection: Outlet): void {
    while (this.#outbox.size > 0 && this.#maySend(connection)) {
      const message = this.#outbox.take();
      if (message === undefined) {
        // That was work, and the next piece may come to nothing, too.
        this.#flushAfter(turnMs);
        return;
      }
      if (fitsPacket(message, connection.info.limits)) this.#send(connection, message);
      else this.#options.onTooLarge(message.topic);
    }
  }

  #send(connection: Outlet, message: Message<Payload>): void {
    this.#sent += 1;
    this.#sentBytes += Buffer.byteLength(message.payload);
    this.#allowance.spend();
    if (message.qos > 0) {
      this.#underWay.begin(message);
      this.#awaitAcknowledgement(connection);
    }
    const order = this.#doubt.sent(message);
    connection.publish(message, (refusal) => {
      if (refusal !== undefined) this.#options.onRefused?.(message.topic, refusal);
      if (this.#connection !== connection || message.qos === 0) return;
      this.#underWay.end(message);
      if (connection.info.limits.maximumQos > 0) this.#doubt.taken(order);
      if (this.#underWay.size === 0) this.#rest();
      this.#flush();
    });
  }

  /** Leaves a connection on which the oldest message waits too long: they are acknowledged in their order. */
  #awaitAcknowledgement(connection: Outlet): void {
    if (this.#cancelPatience !== undefined) return;
    const { oldest } = this.#underWay;
    if (oldest === undefined) return;
    this.#cancelPatience = this.#clock.after(longestSilenceMs, () => {
      this.#cancelPatience = undefined;
      if (this.#underWay.oldest !== oldest) this.#awaitAcknowledgement(connection);
      else connection.destroy(new Error(`the broker acknowledged nothing for ${longestSilenceMs / 1000} s`));
    });
  }

  /** There is no acknowledgement to wait for. */
  #rest(): void {
    this.#cancelPatience?.();
    this.#cancelPatience = undefined;
  }

  #maySend(connection: Outlet): boolean {
    if (!connection.isOpen) return false;
    if (this.#underWay.size >= connection.info.limits.receiveMaximum) return false;
    if (!connection.isWritable) {
      this.#awaitDrain(connection);
      return false;
    }
    const { isPressing } = this.#outbox;
    // What is not pressing waits for the moment that was set for it.
    if (!isPressing && this.#cancelNext !== undefined) return false;
    if (this.#allowance.allows(isPressing ? 0 : this.#reserve)) return true;
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
