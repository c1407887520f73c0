import type { IncomingMessage, Message, Subscription } from "../../../core/topics/message.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Connection } from "../../../mqtt/connection.ts";
import type { BrokerInfo } from "../../../mqtt/limits.ts";
import { withTimeout } from "../with-timeout.ts";

/** The result of a publish. Over MQTT 3.1.1, a message that is taken may still have been dropped silently. */
export type Outcome =
  | { readonly kind: "taken" }
  | { readonly kind: "refused"; readonly reason: string }
  /** The broker closed the connection, as some do instead of refusing. */
  | { readonly kind: "cut" }
  | { readonly kind: "silent" };

export type OpenProbe = (onMessage: (message: IncomingMessage) => void) => Promise<Connection>;

/** Even a broker on another continent answers sooner. */
const answerMs = 1500;

/** A client that tries operations at the broker, and reconnects when the broker closed the connection for one. */
export class BrokerProbe implements AsyncDisposable {
  readonly #open: OpenProbe;
  readonly #clock: Clock;
  readonly #messages: IncomingMessage[] = [];
  readonly #waiting = new Set<() => void>();
  #connection: Connection;

  private constructor(open: OpenProbe, clock: Clock, connect: (probe: BrokerProbe) => Connection) {
    this.#open = open;
    this.#clock = clock;
    this.#connection = connect(this);
  }

  /** Connects; throws ConnectError. */
  static async connect(open: OpenProbe, clock: Clock): Promise<BrokerProbe> {
    const early: IncomingMessage[] = [];
    let take = (message: IncomingMessage): void => {
      early.push(message);
    };
    const connection = await open((message) => take(message));
    return new BrokerProbe(open, clock, (probe) => {
      take = probe.#take;
      early.forEach(probe.#take);
      return connection;
    });
  }

  get info(): BrokerInfo {
    return this.#connection.info;
  }

  get certificateValidTo(): Date | undefined {
    return this.#connection.certificateValidTo;
  }

  get messages(): readonly IncomingMessage[] {
    return this.#messages;
  }

  async publish(topic: string, payload: string, retain = false): Promise<Outcome> {
    const message: Message = { topic, payload, retain, qos: 1 };
    return this.#ask((connection, answer) => {
      connection.publish(message, (reason) => {
        answer(reason === undefined ? { kind: "taken" } : { kind: "refused", reason });
      });
    });
  }

  /** Subscribes; returns the refused filters, or all of them if there was no answer. */
  async subscribe(subscriptions: readonly Subscription[]): Promise<readonly string[]> {
    let refused = subscriptions.map(({ filter }) => filter);
    await this.#ask((connection, answer) => {
      const take = (filters: string[]): void => {
        refused = filters;
        answer({ kind: "taken" });
      };
      void connection.subscribe(subscriptions).then(take);
    });
    return refused;
  }

  /** Waits for the first message that matches; undefined after a timeout. */
  async received(
    matches: (message: IncomingMessage) => boolean,
    ms = answerMs,
  ): Promise<IncomingMessage | undefined> {
    let look = (): void => {};
    const found = new Promise<IncomingMessage>((resolve) => {
      look = () => {
        const message = this.#messages.find(matches);
        if (message !== undefined) resolve(message);
      };
      this.#waiting.add(look);
      look();
    });
    try {
      return await withTimeout(ms, this.#clock, found);
    } finally {
      this.#waiting.delete(look);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.end();
  }

  readonly #take = (message: IncomingMessage): void => {
    this.#messages.push(message);
    for (const look of this.#waiting) look();
  };

  async #ask(
    request: (connection: Connection, answer: (outcome: Outcome) => void) => void,
  ): Promise<Outcome> {
    if (!this.#connection.isOpen) this.#connection = await this.#open(this.#take);
    const connection = this.#connection;
    const answered = new Promise<Outcome>((resolve) => {
      request(connection, resolve);
      void connection.closed.then(() => resolve({ kind: "cut" }));
    });
    return (await withTimeout(answerMs, this.#clock, answered)) ?? { kind: "silent" };
  }
}
