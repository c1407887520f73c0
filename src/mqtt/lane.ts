import type { Message, Payload } from "../core/message.ts";

/** Messages of which the last of each topic counts, in the order of those last ones. */
export class Lane {
  readonly #messages = new Map<string, Message<Payload>>();
  #next = this.#messages.values();

  get size(): number {
    return this.#messages.size;
  }

  add(message: Message<Payload>): void {
    // Taken out first, so that it goes to the end: a later value must not overtake what was published before it.
    this.#messages.delete(message.topic);
    this.#messages.set(message.topic, message);
  }

  delete(topic: string): void {
    this.#messages.delete(topic);
  }

  take(): Message<Payload> | undefined {
    if (this.#messages.size === 0) return undefined;
    let { value } = this.#next.next();
    if (value === undefined) {
      // One that has come to the end sees nothing that is added later. One that begins anew passes over everything that
      // was ever taken: for each message, that made a snapshot cost the square of its length.
      this.#next = this.#messages.values();
      ({ value } = this.#next.next());
    }
    if (value !== undefined) this.#messages.delete(value.topic);
    return value;
  }

  clear(): void {
    this.#messages.clear();
  }
}
