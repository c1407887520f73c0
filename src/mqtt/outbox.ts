import type { Message, Payload } from "../core/message.ts";
import type { WriteLater } from "../core/ports.ts";
import { Lane } from "./lane.ts";

/** Room for the outcomes of twenty thousand commands: a broker acknowledges a flood more slowly than we answer it. */
const mostEventBytes = 8_388_608;
/** What a message takes beside its texts. */
const eventOverheadBytes = 256;

/**
 * Messages that are to go out. Of retained state only the last value of a topic is kept, so it is bounded by the
 * number of topics; events are kept in order, up to a limit. What is to be said later is not even written yet: however
 * much that will be, it takes no memory, and is not old when it goes.
 */
export class Outbox {
  readonly #state = new Lane();
  /** State that lets others go first. A topic is in one of both at most: an older value must not follow a newer one. */
  readonly #patient = new Lane();
  readonly #later = new Set<WriteLater>();
  #events: Message<Payload>[] = [];
  #eventBytes = 0;
  #dropped = 0;

  /** Messages that wait; what is to be written later counts as one, whatever it comes to. */
  get size(): number {
    return this.#state.size + this.#events.length + this.#patient.size + this.#later.size;
  }

  /** Whether something waits that is news, and no part of a long story. */
  get isPressing(): boolean {
    return this.#state.size > 0 || this.#events.length > 0;
  }

  /** Events lost because too many waited. */
  get dropped(): number {
    return this.#dropped;
  }

  add(message: Message<Payload>): void {
    if (!message.retain) {
      this.#events.push(message);
      this.#eventBytes += bytesOf(message);
      this.#dropOldest();
      return;
    }
    const [lane, other] =
      message.isPatient === true ? [this.#patient, this.#state] : [this.#state, this.#patient];
    other.delete(message.topic);
    lane.add(message);
  }

  /** Has this written when nothing else waits; one that waits already keeps its place. */
  addLater(write: WriteLater): void {
    this.#later.add(write);
  }

  /**
   * The next message: state before events, since an outcome must not come before what it speaks of. Nothing, too, where
   * what was to be written later came to nothing: that may have taken a while, and there may be more of it.
   */
  take(): Message<Payload> | undefined {
    const message = this.#takeWritten();
    if (message !== undefined || this.#later.size === 0) return message;
    this.#writeNext();
    return this.#takeWritten();
  }

  /** A new connection begins: its snapshot will bring the state, and events that may have got lost go first. */
  restart(lostEvents: readonly Message<Payload>[]): void {
    this.#state.clear();
    this.#patient.clear();
    this.#later.clear();
    this.#events = [...lostEvents, ...this.#events];
    this.#eventBytes += lostEvents.reduce((sum, event) => sum + bytesOf(event), 0);
    this.#dropOldest();
  }

  #takeWritten(): Message<Payload> | undefined {
    return this.#state.take() ?? this.#takeEvent() ?? this.#patient.take();
  }

  #writeNext(): void {
    const [write] = this.#later;
    if (write === undefined) return;
    this.#later.delete(write);
    for (const message of write()) this.add(message);
  }

  #takeEvent(): Message<Payload> | undefined {
    const event = this.#events.shift();
    if (event !== undefined) this.#eventBytes -= bytesOf(event);
    return event;
  }

  #dropOldest(): void {
    while (this.#eventBytes > mostEventBytes && this.#takeEvent() !== undefined) this.#dropped += 1;
  }
}

/** Correlation data comes from strangers and may be large. */
function bytesOf({ topic, payload, correlation }: Message<Payload>): number {
  return eventOverheadBytes + topic.length + payload.length + (correlation?.byteLength ?? 0);
}
