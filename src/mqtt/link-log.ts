import type { Log } from "../core/ports.ts";
import type { Clock } from "../lib/clock.ts";
import { cutText } from "../lib/cut-text.ts";
import type { Phrase } from "../lib/phrase.ts";
import type { ConnectError } from "./connect-error.ts";
import type { BrokerInfo } from "./limits.ts";
import type { PacketLimit } from "./packet-size-probe.ts";
import type { NextAttempt } from "./reconnect.ts";

/** Other clients publish topics, too, and could invent new ones for ever. */
const maxTopicsLogged = 100;
const longestTopicShown = 256;

type ConnectFailure = Pick<ConnectError, "problem" | "advice" | "message">;

/** Logs the state of the link: each change once, and every attempt at debug level. */
export class LinkLog {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #address: () => string;
  readonly #loggedTopics = new Set<string>();
  /** Reasons that were logged since the connection was lost: they may alternate, and each is logged once. */
  readonly #loggedReasons = new Set<string>();
  #awaySince: number | undefined;
  #hasLoggedLimit = false;

  /** `address` is the address in use, without secrets. */
  constructor(log: Log, clock: Clock, address: () => string) {
    this.#log = log;
    this.#clock = clock;
    this.#address = address;
  }

  connected(info: BrokerInfo): void {
    const awayMs =
      this.#awaySince === undefined ? undefined : Math.round(this.#clock.now() - this.#awaySince);
    const fields = { broker: this.#address(), protocol: info.protocol === 5 ? "5" : "3.1.1" };
    this.#log.info(awayMs === undefined ? fields : { ...fields, awayMs }, "connected to the broker");
    if (!info.limits.retainAvailable) {
      this.#log.warn(
        fields,
        "the broker keeps no retained messages: clients that connect later see nothing until a value changes",
      );
    }
    this.#awaySince = undefined;
    this.#loggedReasons.clear();
  }

  disconnected({ text: reason }: Phrase, clientId: string, { inMs, isContested }: NextAttempt): void {
    this.#awaySince ??= this.#clock.now();
    if (isContested) {
      const fields = { broker: this.#address(), clientId, reason, nextInMs: inMs };
      this.#log.error(
        fields,
        "another client seems to use our client id: set mqtt.clientId; retrying at growing intervals",
      );
      return;
    }
    this.#logReason(reason, inMs, "lost the connection to the broker, retrying");
  }

  failed({ problem, advice, message }: ConnectFailure, { inMs }: NextAttempt): void {
    this.#awaySince ??= this.#clock.now();
    const text =
      advice === undefined ? `${problem.text}, retrying` : `${problem.text}: ${advice.text}; retrying`;
    this.#logReason(message, inMs, text);
  }

  refused(filters: readonly string[]): void {
    this.#log.error(
      { broker: this.#address(), filters: filters.slice(0, 10) },
      "the broker refuses subscriptions: commands on these topics cannot arrive; check the access rights",
    );
  }

  tooLarge(topic: string): void {
    this.#logTopic(
      topic,
      {},
      "too large for the broker, or for mqtt.maxPayload: the topic is cleared and not published",
    );
  }

  /** Logs a packet limit that the broker seems to have: the first as a warning; later ones only refine it. */
  packetLimit({ topic, bytes, maximumPacketBytes }: PacketLimit): void {
    const fields = { broker: this.#address(), topic, bytes, maximumPacketBytes };
    this.#log[this.#hasLoggedLimit ? "info" : "warn"](
      fields,
      "the broker closes the connection after large messages, sending smaller ones; raise its limit, or set mqtt.maxPayload below it",
    );
    this.#hasLoggedLimit = true;
  }

  refusedMessage(topic: string, reason: string): void {
    this.#logTopic(topic, { reason }, "the broker refuses a message: check the access rights");
  }

  #logTopic(topic: string, fields: object, message: string): void {
    if (this.#loggedTopics.has(topic) || this.#loggedTopics.size >= maxTopicsLogged) return;
    this.#loggedTopics.add(topic);
    this.#log.warn({ topic: cutText(topic, longestTopicShown), ...fields }, message);
  }

  #logReason(reason: string, nextInMs: number, message: string): void {
    const level = this.#loggedReasons.has(reason) ? "debug" : "warn";
    this.#loggedReasons.add(reason);
    this.#log[level]({ broker: this.#address(), reason, nextInMs }, message);
  }
}
