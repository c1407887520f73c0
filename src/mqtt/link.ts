import type { Clock } from "../lib/clock.ts";
import type { IncomingMessage, Message, Subscription } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/resource.ts";
import type { DeferredWrite, ListeningBroker } from "../core/ports.ts";
import type { ConnectionOptions } from "./client-options.ts";
import { ConnectError } from "./connect-error.ts";
import { type Closed, type Connection, openConnection } from "./connection.ts";
import { type BrokerInfo, maxPayloadBytes } from "./limits.ts";
import { type PacketLimit, PacketSizeProbe } from "./packet-size-probe.ts";
import { firstChoice, isDetour, nextChoice } from "./protocol-choice.ts";
import { type Ended, isContested, noHistory, pauseMs, remember } from "./reconnect.ts";
import { Sender, type SenderOptions } from "./sender.ts";
import { WriteCheck } from "./write-check.ts";

/** The options of the link: the connection, and the limits for sending. */
export interface LinkOptions extends Omit<ConnectionOptions, "url">, Omit<SenderOptions, "onAccepted"> {
  /** The addresses of the broker's nodes, tried in turn. */
  readonly urls: readonly [string, ...string[]];
  readonly protocol: "auto" | "5" | "4";
  /** The configured limit of a payload; the broker's own may be lower. */
  readonly maxPayload: number;
}

/** The attempt after a lost connection or a failed attempt. */
export interface NextAttempt {
  readonly inMs: number;
  /** Whether another client seems to use our client id. */
  readonly isContested: boolean;
}

/** Callbacks of the link. */
export interface LinkEvents {
  /** Connected and subscribed; all retained messages must be published again. */
  readonly onConnected: (info: BrokerInfo) => void;
  readonly onMessage: (message: IncomingMessage) => void;
  readonly onDisconnected: (closed: Closed, next: NextAttempt) => void;
  /** Called for each failed attempt; expect repeated errors. */
  readonly onFailedAttempt: (error: ConnectError, next: NextAttempt) => void;
  readonly onRefusedSubscriptions: (filters: readonly string[]) => void;
  /** The broker seems to refuse packets of that size; from now on only smaller ones are sent. */
  readonly onPacketLimit?: (limit: PacketLimit) => void;
  /** Called with all denied topics whenever the list changes. */
  readonly onDenied?: (topics: readonly string[]) => void;
}

const goodbyeMs = 500;

/** The permanent link to the broker: connects, and reconnects for ever. */
export class BrokerLink implements ListeningBroker, AsyncDisposable {
  readonly #options: LinkOptions;
  readonly #clock: Clock;
  readonly #sizeProbe: PacketSizeProbe;
  readonly #writeCheck: WriteCheck;
  readonly #sender: Sender;
  readonly #stop = new AbortController();
  /** Whether retained messages are requested, by filter: thousands of players have twenty filters each. */
  #subscriptions: ReadonlyMap<string, Subscription> = new Map();
  #events: LinkEvents | undefined;
  #running: Promise<void> | undefined;
  #connection: Connection | undefined;
  /** Counts the changes of the address. */
  #turn = 0;

  constructor(options: LinkOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#sizeProbe = new PacketSizeProbe(clock, options.urls.length);
    this.#writeCheck = new WriteCheck(clock, {
      base: options.base,
      // The bridge publishes `online` on this topic right after connecting.
      echoTopic: options.will?.topic,
      onChanged: (topics) => this.#events?.onDenied?.(topics),
    });
    const acknowledgements = {
      onAccepted: (topic: string) => this.#writeCheck.acknowledged(topic),
      onRefused: (topic: string, reason: string) => {
        options.onRefused?.(topic, reason);
        this.#writeCheck.refused(topic);
      },
    };
    this.#sender = new Sender({ ...options, ...acknowledgements }, clock, this.#sizeProbe);
  }

  /** The address that is connected, or tried. */
  get url(): string {
    const { urls } = this.#options;
    return urls[this.#turn % urls.length] ?? urls[0];
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

  /** The number of waiting messages. */
  get waiting(): number {
    return this.#sender.waiting;
  }

  /** How long the oldest waiting message has waited; 0 if there is none. */
  get waitingMs(): number {
    return this.#sender.waitingMs;
  }

  /** Outcomes dropped because too many waited. */
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

  /** Retained topics that are not published because their value is too large for the broker. */
  get tooLarge(): readonly string[] {
    return this.#sender.tooLarge;
  }

  /** Topics that the broker denies us to write. */
  get denied(): readonly string[] {
    return this.#writeCheck.denied;
  }

  /** Starts to connect and returns at once. */
  start(events: LinkEvents): void {
    this.#events ??= events;
    this.#running ??= this.#run(this.#events, this.#stop.signal);
  }

  get subscriptions(): Subscription[] {
    return [...this.#subscriptions.values()];
  }

  /** Sets the subscriptions for this connection and every later one. */
  listenTo(subscriptions: readonly Subscription[]): void {
    const before = this.#subscriptions;
    this.#subscriptions = new Map(subscriptions.map((one) => [one.filter, one]));
    const connection = this.#connection;
    if (connection === undefined) return;
    const gone = [...before.values()].filter(({ filter }) => !this.#subscriptions.has(filter));
    const added = this.subscriptions.filter(({ filter }) => !before.has(filter));
    connection.unsubscribe(gone);
    void connection.subscribe(added).then((refused) => this.#reportRefused(refused));
  }

  publish(...messages: readonly Message<Payload>[]): void {
    this.#sender.publish(...messages);
  }

  publishDeferred(write: DeferredWrite): void {
    this.#sender.publishDeferred(write);
  }

  /** Sends waiting messages for a short time, then disconnects. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sender.drained(goodbyeMs);
    this.#stop.abort();
    await this.#running;
  }

  readonly #received = (message: IncomingMessage): void => {
    this.#writeCheck.received(message.topic, message.retain);
    this.#events?.onMessage(message);
  };

  #reportRefused(filters: readonly string[]): void {
    const needed = filters.filter((filter) => this.#subscriptions.get(filter)?.isOptional !== true);
    if (needed.length > 0) this.#events?.onRefusedSubscriptions(needed);
  }

  async #run(events: LinkEvents, signal: AbortSignal): Promise<void> {
    let [choice, history] = [firstChoice(this.#options.protocol), noHistory];
    const next = (ended: Ended): NextAttempt => {
      history = remember(history, ended);
      return { inMs: pauseMs(history, Math.random()), isContested: isContested(history) };
    };
    const options: Omit<ConnectionOptions, "url"> = {
      ...this.#options,
      knownPacketBytes: (reportedBytes) => this.#sizeProbe.connected(reportedBytes),
    };
    const { length } = this.#options.urls;
    let failed = 0;
    while (!signal.aborted) {
      let pause: NextAttempt;
      try {
        const address = { ...options, url: this.url };
        const connection = await openConnection(address, choice.version, this.#received, signal);
        choice = nextChoice(choice, "accepted");
        failed = 0;
        const since = this.#clock.now();
        const closed = await this.#use(connection, events, signal);
        if (signal.aborted) return;
        const limit = this.#sizeProbe.ended(closed.kind !== "taken-over");
        // The broker closed because of a packet, and no other client took our place.
        const kind = limit === undefined ? closed.kind : "lost";
        pause = next({ kind, lastedMs: this.#clock.now() - since });
        events.onDisconnected(closed, pause);
        if (limit !== undefined) events.onPacketLimit?.(limit);
      } catch (error) {
        if (!(error instanceof ConnectError)) throw error;
        if (signal.aborted) return;
        choice = nextChoice(choice, error.attempt);
        if (isDetour(choice)) continue;
        failed += 1;
        // There is no pause before every address was tried.
        const isRoundOver = failed % length === 0;
        pause = isRoundOver
          ? next({ kind: "failed", isNear: error.isNear })
          : { inMs: 0, isContested: isContested(history) };
        events.onFailedAttempt(error, pause);
      }
      this.#turn += 1;
      if (pause.inMs > 0) await this.#clock.sleep(pause.inMs, signal);
    }
  }

  /** Uses a connection until it ends or the link is stopped. */
  async #use(connection: Connection, events: LinkEvents, signal: AbortSignal): Promise<Closed> {
    let isAnnounced = false;
    // With unsent messages we close without DISCONNECT, so that the broker publishes our will, `offline`.
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
      // Before SUBACK, because messages that need an answer may follow it directly.
      this.#sender.use(connection);
      const refused = await Promise.race([subscribed, connection.closed]);
      if (Array.isArray(refused) && !signal.aborted) {
        cancelTimeout();
        isAnnounced = true;
        // If the broker sends reason codes, they are sufficient.
        const granted = this.subscriptions.flatMap(({ filter }) => (refused.includes(filter) ? [] : filter));
        this.#writeCheck.begin(connection.info.protocol === 5 ? [] : granted);
        this.#reportRefused(refused);
        events.onConnected(connection.info);
      }
      return await connection.closed;
    } finally {
      cancelTimeout();
      signal.removeEventListener("abort", leave);
      this.#sender.use(undefined);
      this.#writeCheck.end();
      this.#connection = undefined;
    }
  }
}
