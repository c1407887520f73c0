import type { Message } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/property.ts";
import type { DeferredWrite } from "../core/ports.ts";
import type { Clock } from "../lib/clock.ts";

/** Room for the outcomes of twenty thousand commands: a broker acknowledges a flood more slowly than we answer it. */
const maxEventBytes = 8_388_608;
/** The memory of a message besides its texts. */
const eventOverheadBytes = 256;
/** The number of updates sent before each background message while both keep coming. */
const updatesPerBackground = 9;

/** An event, and the round of state that must be sent before it. */
interface WaitingEvent extends Waiting {
  readonly round: number;
}

/**
 * Messages queued for the broker. For retained state, only the next and the last value of a topic are kept, so the
 * number of topics limits the queue. Events are kept in order, up to a limit. Deferred messages, such as the snapshot
 * of a player, are rendered only when their turn comes: until then they take no memory and cannot be outdated. Updates
 * (state and events) go before the background (low-priority and deferred messages), but the background gets a share
 * even if updates keep coming faster than they can be sent.
 */
export class Outbox {
  readonly #clock: Clock;
  readonly #state = new CoalescingQueue();
  /** A topic is in only one of the two queues: an older value must not follow a newer one. */
  readonly #lowPriority = new CoalescingQueue();
  readonly #queues = [this.#state, this.#lowPriority] as const;
  readonly #deferred = new Map<DeferredWrite, number>();
  #events: WaitingEvent[] = [];
  #eventBytes = 0;
  #dropped = 0;
  /** The remaining updates before the next background message. */
  #updatesLeft = updatesPerBackground;
  #wasState = false;
  #wasDeferred = true;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The number of waiting messages; a deferred write counts as one, however many messages it renders. */
  get size(): number {
    return this.#state.size + this.#events.length + this.#backgroundSize;
  }

  /** Whether state or events wait, besides the background. */
  get hasUpdates(): boolean {
    return this.#state.size > 0 || this.#events.length > 0;
  }

  get dropped(): number {
    return this.#dropped;
  }

  get oldestSince(): number | undefined {
    const [[, deferred] = [undefined, Infinity]] = this.#deferred;
    const event = this.#events[0]?.since ?? Infinity;
    const oldest = Math.min(...this.#queues.map(({ oldestSince }) => oldestSince), event, deferred);
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
    const queue = message.lowPriority === true ? this.#lowPriority : this.#state;
    for (const other of this.#queues) {
      if (other !== queue) other.delete(message.topic);
    }
    queue.add(message, since);
  }

  /** Calls `write` when its turn comes; one that already waits keeps its place. */
  addDeferred(write: DeferredWrite): void {
    if (!this.#deferred.has(write)) this.#deferred.set(write, this.#clock.now());
  }

  /** Undefined also after a deferred write without messages: it may have taken a while, and more of them may wait. */
  take(): Message<Payload> | undefined {
    const isBackgroundsTurn = this.#updatesLeft <= 0 && this.#backgroundSize > 0;
    return this.hasUpdates && !isBackgroundsTurn ? this.#takeUpdate() : this.#takeBackground();
  }

  /** Starts over for a new connection: a snapshot restores the state; events that may be lost go first. */
  restart(lostEvents: readonly Message<Payload>[]): void {
    for (const queue of this.#queues) queue.clear();
    this.#deferred.clear();
    const since = this.#clock.now();
    const lost = lostEvents.map((message) => ({ message, since }));
    // The state before them is no longer queued.
    this.#events = [...lost, ...this.#events].map((event) => ({ ...event, round: 0 }));
    this.#eventBytes += lostEvents.reduce((sum, event) => sum + bytesOf(event), 0);
    this.#dropOldest();
  }

  get #backgroundSize(): number {
    return this.#lowPriority.size + this.#deferred.size;
  }

  /** State and events alternate, but an event follows the state queued before it, to which it may refer. */
  #takeUpdate(): Message<Payload> | undefined {
    this.#updatesLeft -= 1;
    const [event] = this.#events;
    const mayBeEvent = event !== undefined && this.#wasState && this.#state.hasFinished(event.round);
    this.#wasState = !mayBeEvent && this.#state.size > 0;
    return this.#wasState ? this.#state.take() : this.#takeEvent();
  }

  /** Low-priority and deferred messages alternate by whole rounds of low-priority messages, which belong together. */
  #takeBackground(): Message<Payload> | undefined {
    const isLowPriority =
      this.#deferred.size === 0 ||
      !this.#lowPriority.isBetweenRounds ||
      (this.#wasDeferred && this.#lowPriority.size > 0);
    this.#wasDeferred = !isLowPriority;
    if (!isLowPriority) return this.#writeDeferred();
    this.#updatesLeft = updatesPerBackground;
    return this.#lowPriority.take();
  }

  #writeDeferred(): Message<Payload> | undefined {
    const [[write] = []] = this.#deferred;
    if (write === undefined) return undefined;
    this.#deferred.delete(write);
    const before = this.size;
    const messages = write();
    for (const message of messages) this.add(message);
    // They count as updates from now on.
    this.#updatesLeft = Math.max(1, messages.length) * (updatesPerBackground + 1);
    if (this.size === before) return undefined;
    return this.hasUpdates ? this.#takeUpdate() : this.#lowPriority.take();
  }

  #takeEvent(): Message<Payload> | undefined {
    const message = this.#events.shift()?.message;
    if (message !== undefined) this.#eventBytes -= bytesOf(message);
    return message;
  }

  #dropOldest(): void {
    while (this.#eventBytes > maxEventBytes && this.#takeEvent() !== undefined) this.#dropped += 1;
  }
}

/** Correlation data comes from other clients and may be large. */
function bytesOf({ topic, payload, correlation }: Message<Payload>): number {
  return eventOverheadBytes + topic.length + payload.length + (correlation?.byteLength ?? 0);
}

/** A queued message and the time when it was queued. */
interface Waiting {
  readonly message: Message<Payload>;
  readonly since: number;
}

/**
 * A queue that keeps the last message of each topic, in rounds. Messages that wait when a round begins are sent
 * unchanged; messages added meanwhile belong to the next round. So messages leave in the order in which they were
 * added, with some left out, and every topic gets its turn, however often it changes.
 */
class CoalescingQueue {
  #current = new Map<string, Waiting>();
  #next = new Map<string, Waiting>();
  // One iterator for the whole round: a new one would skip all deleted entries again for each message.
  #taking = this.#current.values();
  #round = 0;

  get size(): number {
    return this.#current.size + this.#next.size;
  }

  get lastRound(): number {
    return this.#next.size > 0 ? this.#round + 1 : this.#round;
  }

  /** Whether all messages of this round, and of earlier ones, are sent. */
  hasFinished(round: number): boolean {
    return round < this.#round || (round === this.#round && this.#current.size === 0);
  }

  get isBetweenRounds(): boolean {
    return this.#current.size === 0;
  }

  get oldestSince(): number {
    for (const { since } of this.#current.values()) return since;
    for (const { since } of this.#next.values()) return since;
    return Infinity;
  }

  add(message: Message<Payload>, since: number): void {
    // Deleted first, so that the topic moves to the end: a later value must not overtake messages published before it.
    this.#next.delete(message.topic);
    this.#next.set(message.topic, { message, since });
  }

  delete(topic: string): void {
    this.#current.delete(topic);
    this.#next.delete(topic);
  }

  take(): Message<Payload> | undefined {
    if (this.size === 0) return undefined;
    if (this.#current.size === 0) {
      [this.#current, this.#next] = [this.#next, this.#current];
      this.#taking = this.#current.values();
      this.#round += 1;
    }
    const message = this.#taking.next().value?.message;
    if (message !== undefined) this.#current.delete(message.topic);
    return message;
  }

  clear(): void {
    this.#current.clear();
    this.#next.clear();
  }
}
