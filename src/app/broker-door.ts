import { isDeepStrictEqual } from "node:util";
import type { CountedBroker } from "../core/ports.ts";
import type { IncomingMessage, Message, Payload, Subscription } from "../core/topics/message.ts";
import type { Log, WriteLater } from "../core/ports.ts";
import type { BridgeInfo } from "../core/topics/render-bridge.ts";
import type { Clock } from "../lib/clock.ts";
import { withoutSecrets } from "../lib/without-secrets.ts";
import type { BrokerInfo } from "../mqtt/limits.ts";
import { BrokerLink, type LinkOptions } from "../mqtt/link.ts";
import { LinkLog } from "../mqtt/link-log.ts";

/** How the broker is reached; what is refused or too large is logged here. */
export type DoorOptions = Omit<LinkOptions, "onTooLarge" | "onRefused">;

/** Who is told what happens there. */
export interface DoorEvents {
  readonly onConnected: (mqtt: BridgeInfo["mqtt"]) => void;
  readonly onMessage: (message: IncomingMessage) => void;
  readonly onDisconnected: (reason: string, isContested: boolean) => void;
  readonly onFailedAttempt: (reason: string) => void;
  readonly onRefused: (filters: readonly string[]) => void;
}

/** The way to the broker that is configured now. When that is another one, another link takes the place of the first. */
export class BrokerDoor implements CountedBroker, AsyncDisposable {
  readonly #clock: Clock;
  readonly #log: Log;
  #options: DoorOptions;
  #link: BrokerLink;
  #linkLog: LinkLog;
  #events: DoorEvents | undefined;
  /** What is listened to whatever the players are. */
  #standing: readonly Subscription[] = [];
  #publishedBefore = 0;
  #droppedBefore = 0;
  #bytesBefore = 0;

  constructor(options: DoorOptions, clock: Clock, log: Log) {
    this.#options = options;
    this.#clock = clock;
    this.#log = log;
    this.#linkLog = this.#createLog();
    this.#link = this.#createLink();
  }

  get maxPayloadBytes(): number {
    return this.#link.maxPayloadBytes;
  }

  get largestPayloadBytes(): number {
    return this.#link.largestPayloadBytes;
  }

  get published(): number {
    return this.#publishedBefore + this.#link.published;
  }

  get publishedBytes(): number {
    return this.#bytesBefore + this.#link.publishedBytes;
  }

  get waiting(): number {
    return this.#link.waiting;
  }

  get waitingMs(): number {
    return this.#link.waitingMs;
  }

  get dropped(): number {
    return this.#droppedBefore + this.#link.dropped;
  }

  publish(...messages: readonly Message<Payload>[]): void {
    this.#link.publish(...messages);
  }

  publishLater(write: WriteLater): void {
    this.#link.publishLater(write);
  }

  listenTo(subscriptions: readonly Subscription[]): void {
    this.#link.listenTo([...subscriptions, ...this.#standing]);
  }

  /** Begins to connect; beside all else, these subscriptions stand. */
  open(events: DoorEvents, standing: readonly Subscription[]): void {
    this.#events = events;
    this.#standing = standing;
    this.listenTo(this.#link.subscriptions);
    this.#start();
  }

  /** Goes to another broker, or to the same one as somebody else, if it is so: says goodbye with `farewell` first. */
  async replace(options: DoorOptions, farewell: Message): Promise<void> {
    if (isDeepStrictEqual(options, this.#options)) return;
    const before = this.#link;
    this.#publishedBefore += before.published;
    this.#droppedBefore += before.dropped;
    this.#bytesBefore += before.publishedBytes;
    this.#options = options;
    this.#linkLog = this.#createLog();
    // What is said from here on waits for the new one.
    this.#link = this.#createLink();
    this.#link.listenTo(before.subscriptions);
    this.#events?.onDisconnected("the configuration names another broker", false);
    before.publish(farewell);
    await before[Symbol.asyncDispose]();
    this.#start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#link[Symbol.asyncDispose]();
  }

  #createLog(): LinkLog {
    return new LinkLog(this.#log, this.#clock, withoutSecrets(this.#options.url));
  }

  #createLink(): BrokerLink {
    const log = this.#linkLog;
    return new BrokerLink(
      {
        ...this.#options,
        onTooLarge: (topic) => log.tooLarge(topic),
        onRefused: (topic, reason) => log.refusedMessage(topic, reason),
      },
      this.#clock,
    );
  }

  #start(): void {
    const [events, link, log] = [this.#events, this.#link, this.#linkLog];
    if (events === undefined) return;
    const { clientId } = this.#options;
    link.start({
      onConnected: (info) => {
        log.connected(info);
        events.onConnected(describe(info, clientId));
      },
      onMessage: events.onMessage,
      onDisconnected: ({ reason }, next) => {
        log.disconnected(reason, clientId, next);
        events.onDisconnected(reason, next.isContested);
      },
      onFailedAttempt: ({ message }, next) => {
        log.failed(message, next);
        events.onFailedAttempt(message);
      },
      onRefusedSubscriptions: (filters) => {
        log.refused(filters);
        events.onRefused(filters);
      },
      onLearnt: (lesson) => log.learnt(lesson),
    });
  }
}

function describe({ protocol, limits }: BrokerInfo, clientId: string): BridgeInfo["mqtt"] {
  return { protocol: protocol === 5 ? "5" : "3.1.1", clientId, ...limits };
}
