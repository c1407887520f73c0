import type { Message } from "../core/message.ts";

/** Room for the outcomes of twenty thousand commands: a broker acknowledges a flood more slowly than we answer it. */
const mostEventBytes = 8_388_608;
/** What a message takes beside its texts. */
const eventOverheadBytes = 256;

/**
 * Messages that are to go out. Of retained state only the last value of a topic is kept, so it is bounded by the
 * number of topics; events are kept in order, up to a limit.
 */
export class Outbox {
  readonly #state = new Map<string, Message>();
  #events: Message[] = [];
  #eventBytes = 0;
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
      this.#eventBytes += bytesOf(message);
      this.#dropOldest();
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
    return this.#takeEvent();
  }

  /** A new connection begins: its snapshot will bring the state, and events that may have got lost go first. */
  restart(lostEvents: readonly Message[]): void {
    this.#state.clear();
    this.#events = [...lostEvents, ...this.#events];
    this.#eventBytes += lostEvents.reduce((sum, event) => sum + bytesOf(event), 0);
    this.#dropOldest();
  }

  #takeEvent(): Message | undefined {
    const event = this.#events.shift();
    if (event !== undefined) this.#eventBytes -= bytesOf(event);
    return event;
  }

  #dropOldest(): void {
    while (this.#eventBytes > mostEventBytes && this.#takeEvent() !== undefined) this.#dropped += 1;
  }
}

/** Correlation data comes from strangers and may be large. */
function bytesOf({ topic, payload, correlation }: Message): number {
  return eventOverheadBytes + topic.length + payload.length + (correlation?.byteLength ?? 0);
}
