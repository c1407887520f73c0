import { isDeepStrictEqual } from "node:util";
import { BrokerError } from "../core/errors.ts";
import type { Clock } from "../lib/clock.ts";
import { translatable, type Phrase } from "../lib/phrase.ts";
import { withoutSecrets } from "../lib/addresses.ts";
import type { IncomingMessage, Message, Subscription } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/property.ts";
import type { BridgeInfo } from "../core/topics/render-bridge.ts";
import type { CountedBroker, DeferredWrite, Log } from "../core/ports.ts";
import type { ConnectionOptions } from "./client-options.ts";
import { ConnectError } from "./connect-error.ts";
import { DeniedTopics } from "./denied-topics.ts";
import { type Closed, type Connection, openConnection } from "./connection.ts";
import { type BrokerInfo, maxPayloadBytes } from "./limits.ts";
import { LinkLog } from "./link-log.ts";
import { type PacketLimit, PacketSizeProbe } from "./packet-size-probe.ts";
import { firstChoice, isDetour, nextChoice } from "./protocol-choice.ts";
import { type Ended, isContested, type NextAttempt, noHistory, pauseMs, remember } from "./reconnect.ts";
import { Sender, type SenderOptions } from "./sender.ts";
import { onAbort } from "../lib/aborted.ts";

export interface LinkOptions
  extends Omit<ConnectionOptions, "url">,
    Pick<SenderOptions, "publishRate" | "base"> {
  readonly urls: readonly [string, ...string[]];
  readonly protocol: "auto" | "5" | "4";
  /** The configured limit of a payload; the broker's own may be lower. */
  readonly maxPayload: number;
  /** Whether nothing is published but what breaks the silence, as by a bridge that stands by. */
  readonly isSilent?: boolean;
}

export interface LinkListener {
  /** Connected and subscribed; all retained messages must be published again. */
  connected?(mqtt: BridgeInfo["mqtt"]): void;
  received?(message: IncomingMessage): void;
  /** `isContested`: another client uses our client id. */
  disconnected?(reason: Phrase, isContested: boolean, kind: Closed["kind"]): void;
  /** An attempt to connect failed; expect repeated errors. */
  failed?(reason: Phrase, error: ConnectError): void;
  refused?(filters: readonly string[]): void;
  /** The broker accepted a message with QoS 1. */
  accepted?(topic: string): void;
  /** The broker refused a message with QoS 1. */
  refusedMessage?(topic: string, reason: string): void;
  /** A message exceeds the broker's limit, so it is not sent. */
  tooLarge?(topic: string): void;
  /** The broker seems to refuse packets of that size; from now on only smaller ones are sent. */
  packetLimit?(limit: PacketLimit): void;
  /** The list of `denied` or `tooLarge` topics changed. */
  unwritable?(): void;
}

/** One way to the broker. Other settings need another: its limits and rights are not those of the one before. */
interface Route {
  readonly options: LinkOptions;
  readonly log: LinkLog | undefined;
  readonly sizeProbe: PacketSizeProbe;
  readonly denied: DeniedTopics;
  readonly sender: Sender;
  readonly stop: AbortController;
  connection: Connection | undefined;
  turn: number;
  running: Promise<void> | undefined;
}

const goodbyeMs = 500;

/** The permanent link to the broker: connects, and reconnects for ever; its settings may change. */
export class BrokerLink implements CountedBroker, AsyncDisposable {
  readonly #clock: Clock;
  readonly #log: Log | undefined;
  readonly #listeners = new Set<LinkListener>();
  /** By filter: thousands of players have twenty each. */
  #subscriptions: ReadonlyMap<string, Subscription> = new Map();
  #route: Route;
  #mqtt: BridgeInfo["mqtt"] | undefined;
  #former = { published: 0, publishedBytes: 0, dropped: 0 };

  /** Without a log, only the listeners notice anything. */
  constructor(options: LinkOptions, clock: Clock, log?: Log) {
    this.#clock = clock;
    this.#log = log;
    this.#route = this.#createRoute(options);
  }

  get url(): string {
    return urlOf(this.#route);
  }

  get info(): BrokerInfo | undefined {
    return this.#route.connection?.info;
  }

  get maxPayloadBytes(): number {
    return maxPayloadBytes(this.#route.options.maxPayload, this.info?.limits);
  }

  get largestPayloadBytes(): number {
    return maxPayloadBytes(Number.POSITIVE_INFINITY, this.info?.limits);
  }

  get waiting(): number {
    return this.#route.sender.waiting;
  }

  /** How long the oldest waiting message has waited; 0 if there is none. */
  get waitingMs(): number {
    return this.#route.sender.waitingMs;
  }

  /** Outcomes dropped because too many waited. */
  get dropped(): number {
    return this.#former.dropped + this.#route.sender.dropped;
  }

  get published(): number {
    return this.#former.published + this.#route.sender.sent;
  }

  get publishedBytes(): number {
    return this.#former.publishedBytes + this.#route.sender.sentBytes;
  }

  get tooLarge(): readonly string[] {
    return this.#route.sender.tooLarge;
  }

  get denied(): readonly string[] {
    return this.#route.denied.all;
  }

  /** Adds a listener for later events; an established connection is reported at once. */
  observe(listener: LinkListener): void {
    this.#listeners.add(listener);
    if (this.#mqtt !== undefined) listener.connected?.(this.#mqtt);
  }

  open(): void {
    this.#route.running ??= this.#run(this.#route);
  }

  /** Connects with other options if they differ, and publishes `farewell` over the old connection first. */
  async reconfigure(options: LinkOptions, farewell?: Message): Promise<void> {
    const before = this.#route;
    if (isDeepStrictEqual(options, before.options)) return;
    if (farewell !== undefined) before.sender.publish(farewell);
    const { dropped, published, publishedBytes } = this;
    this.#former = { dropped, published, publishedBytes };
    // From here on, messages wait for the new connection.
    this.#route = this.#createRoute(options);
    this.#mqtt = undefined;
    const reason =
      farewell === undefined
        ? translatable("connect.other-role", "the role of this bridge changed")
        : translatable("connect.other-broker", "another broker is configured");
    this.#notify((listener) => listener.disconnected?.(reason, false, "lost"));
    await leave(before);
    // A bridge that stands by from now on still owes the outcomes of its last commands.
    if (farewell === undefined) this.#route.sender.publish(...before.sender.unsent());
    if (before.running !== undefined) this.open();
  }

  listenTo(subscriptions: readonly Subscription[]): void {
    const before = this.#subscriptions;
    this.#subscriptions = new Map(subscriptions.map((one) => [one.filter, one]));
    const route = this.#route;
    if (route.connection === undefined) return;
    const gone = [...before.values()].filter(({ filter }) => !this.#subscriptions.has(filter));
    const added = [...this.#subscriptions.values()].filter(({ filter }) => !before.has(filter));
    route.connection.unsubscribe(gone);
    void route.connection.subscribe(added).then((refused) => this.#reportRefused(route, refused));
  }

  publish(...messages: readonly Message<Payload>[]): void {
    const { options, sender } = this.#route;
    const said = options.isSilent === true ? messages.filter(({ breaksSilence }) => breaksSilence) : messages;
    if (said.length > 0) sender.publish(...said);
  }

  publishDeferred(write: DeferredWrite): void {
    const { options, sender } = this.#route;
    if (options.isSilent !== true) sender.publishDeferred(write);
  }

  drained(ms: number): Promise<void> {
    return this.#route.sender.drained(ms);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await leave(this.#route);
  }

  #createRoute(options: LinkOptions): Route {
    const log = this.#log && new LinkLog(this.#log, this.#clock, () => withoutSecrets(urlOf(route)));
    const sizeProbe = new PacketSizeProbe(this.#clock, options.urls.length);
    const denied = new DeniedTopics(options.base, () => this.#notify((listener) => listener.unwritable?.()));
    const callbacks = {
      onAccepted: (topic: string) => {
        denied.acknowledged(topic);
        this.#notify((listener) => listener.accepted?.(topic));
      },
      onRefused: (topic: string, reason: string) => {
        log?.refusedMessage(topic, reason);
        this.#notify((listener) => listener.refusedMessage?.(topic, reason));
        denied.refused(topic);
      },
      onTooLarge: (topic: string) => {
        log?.tooLarge(topic);
        this.#notify((listener) => {
          listener.tooLarge?.(topic);
          listener.unwritable?.();
        });
      },
    };
    const sender = new Sender({ ...options, ...callbacks }, this.#clock, sizeProbe);
    const stop = new AbortController();
    const variable = { connection: undefined, turn: 0, running: undefined };
    const route: Route = { options, log, sizeProbe, denied, sender, stop, ...variable };
    return route;
  }

  #notify(event: (listener: LinkListener) => void): void {
    for (const listener of this.#listeners) event(listener);
  }

  #reportRefused({ log }: Route, filters: readonly string[]): void {
    const needed = filters.filter((filter) => this.#subscriptions.get(filter)?.isOptional !== true);
    if (needed.length === 0) return;
    log?.refused(needed);
    this.#notify((listener) => listener.refused?.(needed));
  }

  async #run(route: Route): Promise<void> {
    const { options, log, sizeProbe, stop } = route;
    const { signal } = stop;
    let [choice, history] = [firstChoice(options.protocol), noHistory];
    const next = (ended: Ended): NextAttempt => {
      history = remember(history, ended);
      return { inMs: pauseMs(history, Math.random()), isContested: isContested(history) };
    };
    const received = (message: IncomingMessage): void =>
      this.#notify((listener) => listener.received?.(message));
    const { length } = options.urls;
    let failed = 0;
    while (!signal.aborted) {
      let pause: NextAttempt;
      try {
        const address: ConnectionOptions = {
          ...options,
          url: urlOf(route),
          knownPacketBytes: (reportedBytes) => sizeProbe.connected(reportedBytes),
        };
        const connection = await openConnection(address, choice.version, received, signal);
        choice = nextChoice(choice, "accepted");
        failed = 0;
        const since = this.#clock.now();
        const closed = await this.#use(route, connection);
        if (signal.aborted) return;
        const limit = sizeProbe.ended(closed.kind !== "taken-over");
        // The broker closed because of a packet, and no other client took our place.
        const kind = limit === undefined ? closed.kind : "lost";
        pause = next({ kind, lastedMs: this.#clock.now() - since });
        this.#disconnected(route, closed, pause);
        if (limit !== undefined) {
          log?.packetLimit(limit);
          this.#notify((listener) => listener.packetLimit?.(limit));
        }
      } catch (error) {
        if (!(error instanceof ConnectError)) throw error;
        if (signal.aborted) return;
        choice = nextChoice(choice, error.attempt);
        if (isDetour(choice)) continue;
        failed += 1;
        // There is no pause before every address was tried.
        const isRoundOver = failed % length === 0;
        pause = isRoundOver
          ? next({ kind: "failed", hostIsUp: error.hostIsUp })
          : { inMs: 0, isContested: isContested(history) };
        log?.failed(error, pause);
        this.#notify((listener) => listener.failed?.(error.explanation, error));
      }
      route.turn += 1;
      if (pause.inMs > 0) await this.#clock.sleep(pause.inMs, signal);
    }
  }

  /** Uses a connection until it ends or the route is left. */
  async #use(route: Route, connection: Connection): Promise<Closed> {
    const { options, sender, denied, stop } = route;
    const { signal } = stop;
    let isAnnounced = false;
    // With unsent messages we close without DISCONNECT, so that the broker publishes our will, `offline`.
    using _ = onAbort(signal, () => {
      if (isAnnounced && sender.isDone) void connection.end();
      else connection.destroy();
    });
    const { connectTimeoutMs } = options;
    const cancelTimeout = this.#clock.after(connectTimeoutMs, () => {
      connection.destroy(
        new BrokerError(
          translatable("connect.no-suback", "the broker did not answer SUBSCRIBE within {ms} ms", {
            ms: connectTimeoutMs,
          }),
        ),
      );
    });
    try {
      route.connection = connection;
      const subscriptions = [...this.#subscriptions.values()];
      const subscribed = connection.subscribe(subscriptions);
      // Before SUBACK, because messages that need an answer may follow it directly.
      sender.use(connection);
      const refused = await Promise.race([subscribed, connection.closed]);
      if (Array.isArray(refused) && !signal.aborted) {
        cancelTimeout();
        isAnnounced = true;
        this.#reportRefused(route, refused);
        this.#connected(route, connection.info);
      }
      return await connection.closed;
    } finally {
      cancelTimeout();
      sender.use(undefined);
      denied.end();
      route.connection = undefined;
    }
  }

  #connected(route: Route, info: BrokerInfo): void {
    // The listeners know already that another route was chosen meanwhile.
    if (route !== this.#route) return;
    route.log?.connected(info);
    const { protocol, limits } = info;
    const { clientId } = route.options;
    const mqtt = { protocol: protocol === 5 ? "5" : "3.1.1", clientId, ...limits } as const;
    this.#mqtt = mqtt;
    this.#notify((listener) => listener.connected?.(mqtt));
  }

  #disconnected(route: Route, { reason, kind }: Closed, next: NextAttempt): void {
    if (route !== this.#route) return;
    route.log?.disconnected(reason, route.options.clientId, next);
    this.#mqtt = undefined;
    this.#notify((listener) => listener.disconnected?.(reason, next.isContested, kind));
  }
}

/** Sends waiting messages for a short time, then disconnects. */
async function leave({ sender, stop, running }: Route): Promise<void> {
  await sender.drained(goodbyeMs);
  stop.abort();
  await running;
}

function urlOf({ options: { urls }, turn }: Route): string {
  return urls[turn % urls.length] ?? urls[0];
}
