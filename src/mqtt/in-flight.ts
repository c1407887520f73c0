import type { Message, Payload } from "../core/topics/message.ts";

/** A broker may end the connection because of a message: that one must not be sent for ever. */
const mostAttempts = 5;

/** Messages that were sent and are not acknowledged yet. */
export class InFlight {
  readonly #messages = new Set<Message<Payload>>();
  readonly #attempts = new WeakMap<Message<Payload>, number>();

  get size(): number {
    return this.#messages.size;
  }

  /** The one that waits longest. */
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

  /** The connection is gone: the events that may never have arrived, oldest first. State is not worth it. */
  abandon(): Message<Payload>[] {
    const lost = [...this.#messages].filter(
      (message) => !message.retain && (this.#attempts.get(message) ?? 0) < mostAttempts,
    );
    this.#messages.clear();
    return lost;
  }
}
