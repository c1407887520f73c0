import type { Clock } from "../lib/clock.ts";
import type { IncomingMessage, Message, Payload, Subscription } from "../core/topics/message.ts";
import type { ListeningBroker, WriteLater } from "../core/ports.ts";
import type { ConnectionOptions } from "./client-options.ts";
import { ConnectError } from "./connect-error.ts";
import type { Closed, Connection } from "./connection.ts";
import { type BrokerInfo, maxPayloadBytes } from "./limits.ts";
import { openConnection } from "./open-connection.ts";
import { type Lesson, PacketSizeProbe } from "./packet-size-probe.ts";
import { firstChoice, isDetour, nextChoice } from "./protocol-choice.ts";
import { type Ended, isContested, noHistory, pauseMs, remember } from "./reconnect.ts";
import { Sender, type SenderOptions } from "./sender.ts";

/** How the broker is reached, and within which bounds it is written to. */
export interface LinkOptions extends ConnectionOptions, SenderOptions {
  readonly protocol: "auto" | "5" | "4";
  /** The largest payload, whatever the broker would take. */
  readonly maxPayload: number;
}

/** What comes after a connection, or an attempt, that ended. */
export interface NextAttempt {
  readonly inMs: number;
  /** Whether another client seems to use our client id. */
  readonly isContested: boolean;
}

/** Who is told what happens on the link. */
export interface LinkEvents {
  /** A connection stands and its subscriptions are made: everything retained is to be published anew. */
  readonly onConnected: (info: BrokerInfo) => void;
  readonly onMessage: (message: IncomingMessage) => void;
  /** The connection ended. */
  readonly onDisconnected: (closed: Closed, next: NextAttempt) => void;
  /** An attempt failed. Called for each, so whoever logs it should mind repetition. */
  readonly onFailedAttempt: (error: ConnectError, next: NextAttempt) => void;
  readonly onRefusedSubscriptions: (filters: readonly string[]) => void;
  /** The broker seems to take no packets of that size: smaller ones are sent from now on. */
  readonly onLearnt?: (lesson: Lesson) => void;
}

const farewellMs = 500;

/** The lasting link to the broker: connects, and connects again for ever. */
export class BrokerLink implements ListeningBroker, AsyncDisposable {
  readonly #options: LinkOptions;
  readonly #clock: Clock;
  readonly #doubt: PacketSizeProbe;
  readonly #sender: Sender;
  readonly #stop = new AbortController();
  /** Whether what is retained is wanted, by filter: thousands of players have twenty filters each. */
  #subscriptions: ReadonlyMap<string, boolean> = new Map();
  #events: LinkEvents | undefined;
  #running: Promise<void> | undefined;
  #connection: Connection | undefined;

  constructor(options: LinkOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#doubt = new PacketSizeProbe(clock);
    this.#sender = new Sender(options, clock, this.#doubt);
  }

  get info(): BrokerInfo | undefined {
    return this.#connection?.info;
  }

  get maxPayloadBytes(): number {
    return maxPayloadBytes(this.#options.maxPayload, this.info?.limits);
  }

  get largestPayloadBytes(): number {
    return maxPayloadBytes(Number.POSITIVE_INFINITY, this.info?.limits);
  }

  /** Messages that wait to be sent. */
  get waiting(): number {
    return this.#sender.waiting;
  }

  /** For how long the one that has waited the longest does; 0 if nothing waits. */
  get waitingMs(): number {
    return this.#sender.waitingMs;
  }

  /** Outcomes lost because too many waited to be sent. */
  get dropped(): number {
    return this.#sender.dropped;
  }

  /** Messages sent so far. */
  get published(): number {
    return this.#sender.sent;
  }

  /** Bytes of their payloads. */
  get publishedBytes(): number {
    return this.#sender.sentBytes;
  }

  /** Begins to connect, and does not wait for it. */
  start(events: LinkEvents): void {
    this.#events ??= events;
    this.#running ??= this.#run(this.#events, this.#stop.signal);
  }

  /** What it listens to. */
  get subscriptions(): Subscription[] {
    return subscriptionsOf(this.#subscriptions);
  }

  /** Subscribes to these, on this connection as far as it is not done, and on every one that follows. */
  listenTo(subscriptions: readonly Subscription[]): void {
    const before = this.#subscriptions;
    this.#subscriptions = new Map(subscriptions.map(({ filter, wantsRetained }) => [filter, wantsRetained]));
    const connection = this.#connection;
    if (connection === undefined) return;
    const gone = subscriptionsOf(before).filter(({ filter }) => !this.#subscriptions.has(filter));
    const added = this.subscriptions.filter(({ filter }) => !before.has(filter));
    connection.unsubscribe(gone);
    void connection.subscribe(added).then((refused) => this.#tellRefused(refused));
  }

  publish(...messages: readonly Message<Payload>[]): void {
    this.#sender.publish(...messages);
  }

  publishLater(write: WriteLater): void {
    this.#sender.publishLater(write);
  }

  /** Sends what waits, as far as the broker takes it quickly, and says goodbye. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sender.drained(farewellMs);
    this.#stop.abort();
    await this.#running;
  }

  #tellRefused(filters: readonly string[]): void {
    if (filters.length > 0) this.#events?.onRefusedSubscriptions(filters);
  }

  async #run(events: LinkEvents, signal: AbortSignal): Promise<void> {
    let [choice, history] = [firstChoice(this.#options.protocol), noHistory];
    const next = (ended: Ended): NextAttempt => {
      history = remember(history, ended);
      return { inMs: pauseMs(history, Math.random()), isContested: isContested(history) };
    };
    while (!signal.aborted) {
      let pause: NextAttempt;
      try {
        const options = { ...this.#options, maximumPacketBytes: this.#doubt.maximumPacketBytes };
        const connection = await openConnection(options, choice.version, events.onMessage, signal);
        choice = nextChoice(choice, "accepted");
        const since = this.#clock.now();
        const closed = await this.#use(connection, events, signal);
        if (signal.aborted) return;
        const lesson = this.#doubt.ended(closed.kind !== "taken-over");
        // Nobody took our place: it was us whom the broker did not want to hear out.
        const kind = lesson === undefined ? closed.kind : "lost";
        pause = next({ kind, livedMs: this.#clock.now() - since });
        events.onDisconnected(closed, pause);
        if (lesson !== undefined) events.onLearnt?.(lesson);
      } catch (error) {
        if (!(error instanceof ConnectError)) throw error;
        if (signal.aborted) return;
        choice = nextChoice(choice, error.attempt);
        if (isDetour(choice)) continue;
        pause = next({ kind: "failed", isNear: error.isNear });
        events.onFailedAttempt(error, pause);
      }
      await this.#clock.sleep(pause.inMs, signal);
    }
  }

  /** Lives with one connection until it ends or the link is stopped. */
  async #use(connection: Connection, events: LinkEvents, signal: AbortSignal): Promise<Closed> {
    let isAnnounced = false;
    // Who leaves with something unsaid leaves without a goodbye: the broker says `offline` for us, which is our will.
    const leave = (): void => {
      if (isAnnounced && this.#sender.isDone) void connection.end();
      else connection.destroy();
    };
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave);
    const { connectTimeoutMs } = this.#options;
    const cancelTimeout = this.#clock.after(connectTimeoutMs, () => {
      connection.destroy(new Error(`the broker did not answer SUBSCRIBE within ${connectTimeoutMs} ms`));
    });
    try {
      this.#connection = connection;
      const subscribed = connection.subscribe(this.subscriptions);
      // Before the answer, behind which messages may come that have to be answered in their turn.
      this.#sender.use(connection);
      const refused = await Promise.race([subscribed, connection.closed]);
      if (Array.isArray(refused) && !signal.aborted) {
        cancelTimeout();
        isAnnounced = true;
        this.#tellRefused(refused);
        events.onConnected(connection.info);
      }
      return await connection.closed;
    } finally {
      cancelTimeout();
      signal.removeEventListener("abort", leave);
      this.#sender.use(undefined);
      this.#connection = undefined;
    }
  }
}

function subscriptionsOf(wanted: ReadonlyMap<string, boolean>): Subscription[] {
  return Array.from(wanted, ([filter, wantsRetained]) => ({ filter, wantsRetained }));
}
