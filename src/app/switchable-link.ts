import { isDeepStrictEqual } from "node:util";
import type { CountedBroker, DeferredWrite, Log } from "../core/ports.ts";
import type { IncomingMessage, Message, Subscription } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/resource.ts";
import type { BridgeInfo } from "../core/topics/render-bridge.ts";
import type { Clock } from "../lib/clock.ts";
import { withoutSecrets } from "../lib/without-secrets.ts";
import type { BrokerInfo } from "../mqtt/limits.ts";
import { BrokerLink, type LinkOptions } from "../mqtt/link.ts";
import { LinkLog } from "../mqtt/link-log.ts";

/** The connection options; the link itself logs refused and oversized messages. */
export type SwitchableLinkOptions = Omit<LinkOptions, "onTooLarge" | "onRefused">;

/** The events of the broker connection. */
export interface BrokerListener {
  connected?(mqtt: BridgeInfo["mqtt"]): void;
  received?(message: IncomingMessage): void;
  /** `isContested`: another client uses our client id. */
  disconnected?(reason: string, isContested: boolean): void;
  /** An attempt to connect failed. */
  failed?(reason: string): void;
  /** The broker refused a message with QoS 1. */
  refusedMessage?(topic: string): void;
  /** The broker refused these subscriptions. */
  refused?(filters: readonly string[]): void;
  /** The link's list of `denied` or `tooLarge` topics changed. */
  unwritable?(): void;
}

/** The link to the configured broker; a reload that names another broker switches to a new link. */
export class SwitchableLink implements CountedBroker, AsyncDisposable {
  readonly #clock: Clock;
  readonly #log: Log;
  #options: SwitchableLinkOptions;
  #link: BrokerLink;
  #linkLog: LinkLog;
  readonly #listeners = new Set<BrokerListener>();
  #mqtt: BridgeInfo["mqtt"] | undefined;
  #isOpen = false;
  #publishedBefore = 0;
  #droppedBefore = 0;
  #bytesBefore = 0;

  constructor(options: SwitchableLinkOptions, clock: Clock, log: Log) {
    this.#options = options;
    this.#clock = clock;
    this.#log = log;
    [this.#link, this.#linkLog] = this.#createLink();
  }

  /** The address that is connected, or tried. */
  get url(): string {
    return this.#link.url;
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

  get tooLarge(): readonly string[] {
    return this.#link.tooLarge;
  }

  get denied(): readonly string[] {
    return this.#link.denied;
  }

  publish(...messages: readonly Message<Payload>[]): void {
    this.#link.publish(...messages);
  }

  publishDeferred(write: DeferredWrite): void {
    this.#link.publishDeferred(write);
  }

  listenTo(subscriptions: readonly Subscription[]): void {
    this.#link.listenTo(subscriptions);
  }

  /** Adds a listener for later events; an established connection is reported at once. */
  observe(listener: BrokerListener): void {
    this.#listeners.add(listener);
    if (this.#mqtt !== undefined) listener.connected?.(this.#mqtt);
  }

  /** Starts to connect. */
  open(): void {
    this.#isOpen = true;
    this.#start();
  }

  /** Reconnects if the options differ, and publishes `farewell` to the old broker first. */
  async replace(options: SwitchableLinkOptions, farewell: Message): Promise<void> {
    if (isDeepStrictEqual(options, this.#options)) return;
    const before = this.#link;
    this.#publishedBefore += before.published;
    this.#droppedBefore += before.dropped;
    this.#bytesBefore += before.publishedBytes;
    this.#options = options;
    // From here on, messages wait for the new link.
    [this.#link, this.#linkLog] = this.#createLink();
    this.#link.listenTo(before.subscriptions);
    this.#mqtt = undefined;
    this.#notify((listener) => listener.disconnected?.("another broker is configured", false));
    before.publish(farewell);
    await before[Symbol.asyncDispose]();
    this.#start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#link[Symbol.asyncDispose]();
  }

  #createLink(): [BrokerLink, LinkLog] {
    const log = new LinkLog(this.#log, this.#clock, () => withoutSecrets(link.url));
    const link = new BrokerLink(
      {
        ...this.#options,
        onTooLarge: (topic) => {
          log.tooLarge(topic);
          this.#notify((listener) => listener.unwritable?.());
        },
        onRefused: (topic, reason) => {
          log.refusedMessage(topic, reason);
          this.#notify((listener) => listener.refusedMessage?.(topic));
        },
      },
      this.#clock,
    );
    return [link, log];
  }

  #notify(event: (listener: BrokerListener) => void): void {
    for (const listener of this.#listeners) event(listener);
  }

  #start(): void {
    if (!this.#isOpen) return;
    const [link, log] = [this.#link, this.#linkLog];
    const { clientId } = this.#options;
    link.start({
      onConnected: (info) => {
        log.connected(info);
        const mqtt = describe(info, clientId);
        this.#mqtt = mqtt;
        this.#notify((listener) => listener.connected?.(mqtt));
      },
      onMessage: (message) => this.#notify((listener) => listener.received?.(message)),
      onDisconnected: ({ reason }, next) => {
        log.disconnected(reason, clientId, next);
        this.#mqtt = undefined;
        this.#notify((listener) => listener.disconnected?.(reason, next.isContested));
      },
      onFailedAttempt: (error, next) => {
        log.failed(error, next);
        const { problem, advice, message } = error;
        const reason = advice === undefined ? message : `${problem} (${message}): ${advice}`;
        this.#notify((listener) => listener.failed?.(reason));
      },
      onRefusedSubscriptions: (filters) => {
        log.refused(filters);
        this.#notify((listener) => listener.refused?.(filters));
      },
      onPacketLimit: (limit) => log.packetLimit(limit),
      onDenied: (topics) => {
        for (const topic of topics) log.denied(topic);
        this.#notify((listener) => listener.unwritable?.());
      },
    });
  }
}

function describe({ protocol, limits }: BrokerInfo, clientId: string): BridgeInfo["mqtt"] {
  return { protocol: protocol === 5 ? "5" : "3.1.1", clientId, ...limits };
}
