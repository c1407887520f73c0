import type { Clock } from "../lib/clock.ts";
import type { Message } from "../core/message.ts";
import type { Connection } from "./connection.ts";
import { fitsPacket } from "./limits.ts";
import { Outbox } from "./outbox.ts";

/** How often the allowance of a second is handed out: short enough that nobody sees the steps. */
const refillMs = 50;

/** Sends messages at the pace that the broker, the socket and the configured rate allow. */
export class Sender {
  readonly #outbox = new Outbox();
  readonly #ratePerSecond: number;
  readonly #clock: Clock;
  readonly #onTooLarge: (topic: string) => void;
  readonly #unacknowledged = new Set<Message>();
  #connection: Connection | undefined;
  #allowance: number;
  #refilledAt: number;
  #isRefilling = false;
  #awaitsDrain = false;
  #onEmpty: (() => void) | undefined;
  #sent = 0;

  constructor(ratePerSecond: number, clock: Clock, onTooLarge: (topic: string) => void) {
    this.#ratePerSecond = ratePerSecond;
    this.#clock = clock;
    this.#onTooLarge = onTooLarge;
    this.#allowance = ratePerSecond;
    this.#refilledAt = clock.now();
  }

  get waiting(): number {
    return this.#outbox.size;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Sends through this connection from now on; without one, events wait and state is forgotten. */
  use(connection: Connection | undefined): void {
    this.#connection = connection;
    this.#awaitsDrain = false;
    this.#outbox.dropState();
    // An outcome that was never acknowledged may never have arrived: better twice than not at all.
    for (const message of this.#unacknowledged) if (!message.retain) this.#outbox.add(message);
    this.#unacknowledged.clear();
    this.#flush();
  }

  publish(message: Message): void {
    if (message.retain && this.#connection === undefined) return;
    this.#outbox.add(message);
    this.#flush();
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
    const isConnected = this.#connection?.isOpen ?? false;
    return !isConnected || (this.#outbox.size === 0 && this.#unacknowledged.size === 0);
  }

  #flush(): void {
    if (this.#connection !== undefined) this.#sendThrough(this.#connection);
    if (this.#isIdle()) this.#onEmpty?.();
  }

  #sendThrough(connection: Connection): void {
    while (this.#outbox.size > 0 && this.#maySend(connection)) {
      const message = this.#outbox.take();
      if (message === undefined) return;
      if (fitsPacket(message, connection.info.limits)) this.#send(connection, message);
      else this.#onTooLarge(message.topic);
    }
  }

  #send(connection: Connection, message: Message): void {
    this.#sent += 1;
    this.#allowance -= 1;
    if (message.qos === 0) {
      connection.publish(message, () => {});
      return;
    }
    this.#unacknowledged.add(message);
    connection.publish(message, () => {
      this.#unacknowledged.delete(message);
      this.#flush();
    });
  }

  #maySend(connection: Connection): boolean {
    if (!connection.isOpen) return false;
    if (this.#unacknowledged.size >= connection.info.limits.receiveMaximum) return false;
    if (!connection.isWritable) {
      this.#awaitDrain(connection);
      return false;
    }
    if (this.#ratePerSecond === 0) return true;
    this.#refill();
    if (this.#allowance >= 1) return true;
    if (!this.#isRefilling) {
      this.#isRefilling = true;
      this.#clock.after(refillMs, () => {
        this.#isRefilling = false;
        this.#flush();
      });
    }
    return false;
  }

  #awaitDrain(connection: Connection): void {
    if (this.#awaitsDrain) return;
    this.#awaitsDrain = true;
    connection.onceWritable(() => {
      if (this.#connection !== connection) return;
      this.#awaitsDrain = false;
      this.#flush();
    });
  }

  /** A second's worth may go out at once; what was not used does not pile up beyond that. */
  #refill(): void {
    const now = this.#clock.now();
    const earned = ((now - this.#refilledAt) / 1000) * this.#ratePerSecond;
    this.#allowance = Math.min(this.#ratePerSecond, this.#allowance + earned);
    this.#refilledAt = now;
  }
}
