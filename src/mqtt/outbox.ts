import type { Message, Payload } from "../core/topics/message.ts";
import type { WriteLater } from "../core/ports.ts";
import type { Clock } from "../lib/clock.ts";
import { CoalescingQueue, type Waiting } from "./coalescing-queue.ts";

/** Room for the outcomes of twenty thousand commands: a broker acknowledges a flood more slowly than we answer it. */
const mostEventBytes = 8_388_608;
/** What a message takes beside its texts. */
const eventOverheadBytes = 256;
/** So many news go before each message of a story, where both wait without end. */
const newsForEachOther = 9;

/** An event, and the round of state that goes before it. */
interface WaitingEvent extends Waiting {
  readonly round: number;
}

/**
 * Messages that are to go out. Of retained state only the last value of a topic is kept, and one that is next to go, so
 * it is bounded by the number of topics; events are kept in order, up to a limit. What is to be said later is not even
 * written yet: however much that will be, it takes no memory, and is not old when it goes.
 *
 * News go first, but whatever waits has its turn in the end, even if news come faster than they are sent for ever.
 */
export class Outbox {
  readonly #clock: Clock;
  readonly #state = new CoalescingQueue();
  /** State that lets others go first. A topic is in one of both at most: an older value must not follow a newer one. */
  readonly #patient = new CoalescingQueue();
  readonly #later = new Map<WriteLater, number>();
  #events: WaitingEvent[] = [];
  #eventBytes = 0;
  #dropped = 0;
  /** How many news still go before it is the story's turn. */
  #newsFirst = newsForEachOther;
  #isAfterState = false;
  #isAfterWriting = true;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Messages that wait; what is to be written later counts as one, whatever it comes to. */
  get size(): number {
    return this.#state.size + this.#events.length + this.#storySize;
  }

  /** Whether something waits that is news, and no part of a long story. */
  get isPressing(): boolean {
    return this.#state.size > 0 || this.#events.length > 0;
  }

  /** Events lost because too many waited. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Since when the one waits that has waited the longest. */
  get oldestSince(): number | undefined {
    const [[, later] = [undefined, Infinity]] = this.#later;
    const event = this.#events[0]?.since ?? Infinity;
    const oldest = Math.min(this.#state.oldestSince, this.#patient.oldestSince, event, later);
    return oldest === Infinity ? undefined : oldest;
  }

  add(message: Message<Payload>): void {
    const since = this.#clock.now();
    if (!message.retain) {
      this.#events.push({ message, since, round: this.#state.lastRound });
      this.#eventBytes += bytesOf(message);
      this.#dropOldest();
      return;
    }
    const [lane, other] =
      message.lowPriority === true ? [this.#patient, this.#state] : [this.#state, this.#patient];
    other.delete(message.topic);
    lane.add(message, since);
  }

  /** Has this written when nothing else waits, or its turn has come; one that waits already keeps its place. */
  addLater(write: WriteLater): void {
    if (!this.#later.has(write)) this.#later.set(write, this.#clock.now());
  }

  /**
   * The next message. Nothing, too, where what was to be written later came to nothing: that may have taken a while, and
   * there may be more of it.
   */
  take(): Message<Payload> | undefined {
    const isStorysTurn = this.#newsFirst <= 0 && this.#storySize > 0;
    return this.isPressing && !isStorysTurn ? this.#takeNews() : this.#takeStory();
  }

  /** A new connection begins: its snapshot will bring the state, and events that may have got lost go first. */
  restart(lostEvents: readonly Message<Payload>[]): void {
    this.#state.clear();
    this.#patient.clear();
    this.#later.clear();
    const since = this.#clock.now();
    const lost = lostEvents.map((message) => ({ message, since }));
    // What they speak of is old by now.
    this.#events = [...lost, ...this.#events].map((event) => ({ ...event, round: 0 }));
    this.#eventBytes += lostEvents.reduce((sum, event) => sum + bytesOf(event), 0);
    this.#dropOldest();
  }

  get #storySize(): number {
    return this.#patient.size + this.#later.size;
  }

  /** State and events in turn, but no event before the state that was there when it came: it may speak of that. */
  #takeNews(): Message<Payload> | undefined {
    this.#newsFirst -= 1;
    const [event] = this.#events;
    const mayBeEvent = event !== undefined && this.#isAfterState && this.#state.hasFinished(event.round);
    this.#isAfterState = !mayBeEvent && this.#state.size > 0;
    return this.#isAfterState ? this.#state.take() : this.#takeEvent();
  }

  /** What is patient, and what is still to be written, in turn: a whole round of it, since its parts belong together. */
  #takeStory(): Message<Payload> | undefined {
    const isPatients =
      this.#later.size === 0 ||
      !this.#patient.isBetweenRounds ||
      (this.#isAfterWriting && this.#patient.size > 0);
    this.#isAfterWriting = !isPatients;
    if (!isPatients) return this.#writeNext();
    this.#newsFirst = newsForEachOther;
    return this.#patient.take();
  }

  #writeNext(): Message<Payload> | undefined {
    const [[write] = []] = this.#later;
    if (write === undefined) return undefined;
    this.#later.delete(write);
    const before = this.size;
    const messages = write();
    for (const message of messages) this.add(message);
    // They are among the news now, and are counted with them.
    this.#newsFirst = Math.max(1, messages.length) * (newsForEachOther + 1);
    if (this.size === before) return undefined;
    return this.isPressing ? this.#takeNews() : this.#patient.take();
  }

  #takeEvent(): Message<Payload> | undefined {
    const message = this.#events.shift()?.message;
    if (message !== undefined) this.#eventBytes -= bytesOf(message);
    return message;
  }

  #dropOldest(): void {
    while (this.#eventBytes > mostEventBytes && this.#takeEvent() !== undefined) this.#dropped += 1;
  }
}

/** Correlation data comes from strangers and may be large. */
function bytesOf({ topic, payload, correlation }: Message<Payload>): number {
  return eventOverheadBytes + topic.length + payload.length + (correlation?.byteLength ?? 0);
}
