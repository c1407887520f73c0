import type { IncomingMessage, Message } from "../../../core/topics/message.ts";
import type { Clock } from "../../../lib/clock.ts";
import { Listeners } from "../../../lib/listeners.ts";
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

export interface Arrival {
  readonly topic: string;
  readonly text: string;
}

/** Even a broker on another continent answers sooner. */
const answerMs = 1500;

/** A client that tries operations at the broker, and reconnects when the broker closed the connection for one. */
export class BrokerProbe implements AsyncDisposable {
  readonly #open: () => Promise<Connection>;
  readonly #clock: Clock;
  readonly #arrived: Listeners<Arrival>;
  #connection: Connection;
  readonly messages: readonly Arrival[];

  private constructor(
    open: () => Promise<Connection>,
    clock: Clock,
    connection: Connection,
    arrivals: { readonly messages: readonly Arrival[]; readonly arrived: Listeners<Arrival> },
  ) {
    this.#open = open;
    this.#clock = clock;
    this.#connection = connection;
    this.#arrived = arrivals.arrived;
    this.messages = arrivals.messages;
  }

  /** Connects; throws ConnectError. */
  static async connect(open: OpenProbe, clock: Clock): Promise<BrokerProbe> {
    const messages: Arrival[] = [];
    const arrived = new Listeners<Arrival>();
    const openNext = (): Promise<Connection> =>
      open(({ topic, payload }) => {
        const arrival = { topic, text: Buffer.from(payload).toString() };
        messages.push(arrival);
        arrived.notify(arrival);
      });
    return new BrokerProbe(openNext, clock, await openNext(), { messages, arrived });
  }

  get info(): BrokerInfo {
    return this.#connection.info;
  }

  get certificateValidTo(): Date | undefined {
    return this.#connection.certificateValidTo;
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
  async subscribe(filters: readonly string[], wantsRetained: boolean): Promise<readonly string[]> {
    let refused = filters;
    await this.#ask((connection, answer) => {
      const take = (given: readonly string[]): void => {
        refused = given;
        answer({ kind: "taken" });
      };
      void connection.subscribe(filters.map((filter) => ({ filter, wantsRetained }))).then(take);
    });
    return refused;
  }

  /** Waits for a message on a topic, with this text if one is given; false after a timeout. */
  async receives(topic: string, text?: string): Promise<boolean> {
    const fits = (one: Arrival): boolean => one.topic === topic && (text === undefined || one.text === text);
    if (this.messages.some(fits)) return true;
    let stop = (): void => {};
    const found = new Promise<true>((resolve) => {
      stop = this.#arrived.add((one) => {
        if (fits(one)) resolve(true);
      });
    });
    try {
      return (await withTimeout(answerMs, this.#clock, found)) ?? false;
    } finally {
      stop();
    }
  }

  /** Waits for a message on each topic; returns those without one. */
  async unreceived(topics: readonly string[]): Promise<readonly string[]> {
    const received = await Promise.all(topics.map((topic) => this.receives(topic)));
    return topics.filter((_topic, index) => received[index] === false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.end();
  }

  async #ask(
    request: (connection: Connection, answer: (outcome: Outcome) => void) => void,
  ): Promise<Outcome> {
    if (!this.#connection.isOpen) this.#connection = await this.#open();
    const connection = this.#connection;
    const answered = new Promise<Outcome>((resolve) => {
      request(connection, resolve);
      void connection.closed.then(() => resolve({ kind: "cut" }));
    });
    return (await withTimeout(answerMs, this.#clock, answered)) ?? { kind: "silent" };
  }
}
