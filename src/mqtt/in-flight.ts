import type { Message } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/resource.ts";

/** A broker may close the connection because of a message: it must not be sent again for ever. */
const maxAttempts = 5;

/** QoS 1 messages that are sent and not yet acknowledged. */
export class InFlight {
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

  /**
   * Clears the list after a lost connection; returns the events to send again, oldest first. A snapshot restores the
   * state.
   */
  abandon(): Message<Payload>[] {
    const lost = [...this.#messages].filter(
      (message) => !message.retain && (this.#attempts.get(message) ?? 0) < maxAttempts,
    );
    this.#messages.clear();
    return lost;
  }
}
