import type { Message } from "../core/message.ts";

/** Outcomes wait here for a broker that is away; nobody needs more of them than this. */
const mostEvents = 1000;

/**
 * Messages that are to go out. Of retained state only the last value of a topic is kept, so it is bounded by the
 * number of topics; events are kept in order, up to a limit.
 */
export class Outbox {
  readonly #state = new Map<string, Message>();
  #events: Message[] = [];
  #dropped = 0;

  get size(): number {
    return this.#state.size + this.#events.length;
  }

  /** Events lost because too many waited. */
  get dropped(): number {
    return this.#dropped;
  }

  add(message: Message): void {
    if (!message.retain) {
      this.#events.push(message);
      if (this.#events.length <= mostEvents) return;
      this.#events.shift();
      this.#dropped += 1;
      return;
    }
    // Taken out first, so that it goes to the end: a later value must not overtake what was published before it.
    this.#state.delete(message.topic);
    this.#state.set(message.topic, message);
  }

  /** The next message: state before events, since an outcome must not come before what it speaks of. */
  take(): Message | undefined {
    for (const [topic, message] of this.#state) {
      this.#state.delete(topic);
      return message;
    }
    return this.#events.shift();
  }

  /** Forgets the state: a snapshot will follow. */
  dropState(): void {
    this.#state.clear();
  }
}
