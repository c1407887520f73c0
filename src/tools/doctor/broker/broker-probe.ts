import type { IncomingMessage, Message, Subscription } from "../../../core/topics/message.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Connection } from "../../../mqtt/connection.ts";
import type { BrokerInfo } from "../../../mqtt/limits.ts";
import { within } from "../within.ts";

/** What became of a message: taken may mean dropped without a word where MQTT 3.1.1 is spoken. */
export type Outcome =
  | { readonly kind: "taken" }
  | { readonly kind: "refused"; readonly reason: string }
  /** The broker closed the connection, as some do instead of refusing. */
  | { readonly kind: "cut" }
  | { readonly kind: "silent" };

/** Makes a connection of a probe. */
export type OpenProbe = (onMessage: (message: IncomingMessage) => void) => Promise<Connection>;

/** A broker on the same table answers in milliseconds, one across the world in less than this. */
const answerMs = 1500;

/** A client that tries things at the broker, and comes back when it was thrown out for them. */
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

  /** Everything that came so far. */
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

  /** Subscribes; gives the filters that were refused, or all of them when there was no answer. */
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

  /** The first message that is so, when it has come; undefined when it does not come in time. */
  async heard(
    isIt: (message: IncomingMessage) => boolean,
    ms = answerMs,
  ): Promise<IncomingMessage | undefined> {
    let look = (): void => {};
    const found = new Promise<IncomingMessage>((resolve) => {
      look = () => {
        const message = this.#messages.find(isIt);
        if (message !== undefined) resolve(message);
      };
      this.#waiting.add(look);
      look();
    });
    try {
      return await within(ms, this.#clock, found);
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
    return (await within(answerMs, this.#clock, answered)) ?? { kind: "silent" };
  }
}
