import type { Log } from "../core/ports.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrokerInfo } from "./limits.ts";
import type { NextAttempt } from "./link.ts";
import type { Lesson } from "./packet-size-probe.ts";

/** Topics come from strangers too, who could think of new ones for ever. */
const mostTopicsTold = 100;
const longestTopicShown = 256;

/** Writes down how it goes with the broker: each change once, and for who debugs each attempt. */
export class LinkLog {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #address: string;
  readonly #topicsTold = new Set<string>();
  /** The reasons of this absence that were told: they may take turns, and each is told once. */
  readonly #reasonsTold = new Set<string>();
  #awaySince: number | undefined;
  #hasToldLesson = false;

  constructor(log: Log, clock: Clock, address: string) {
    this.#log = log;
    this.#clock = clock;
    this.#address = address;
  }

  connected(info: BrokerInfo): void {
    const awayMs =
      this.#awaySince === undefined ? undefined : Math.round(this.#clock.now() - this.#awaySince);
    const fields = { broker: this.#address, protocol: info.protocol === 5 ? "5" : "3.1.1" };
    this.#log.info(awayMs === undefined ? fields : { ...fields, awayMs }, "connected to the broker");
    if (!info.limits.retainAvailable) {
      this.#log.warn(
        fields,
        "the broker keeps no retained messages: who comes late sees nothing until it changes",
      );
    }
    this.#awaySince = undefined;
    this.#reasonsTold.clear();
  }

  disconnected(reason: string, clientId: string, { inMs, isContested }: NextAttempt): void {
    this.#awaySince ??= this.#clock.now();
    if (isContested) {
      const fields = { broker: this.#address, clientId, reason, nextInMs: inMs };
      this.#log.error(
        fields,
        "another client seems to use our client id: set mqtt.clientId; trying again, more and more rarely",
      );
      return;
    }
    this.#tell(reason, inMs, "lost the broker, trying to reach it again");
  }

  failed(reason: string, { inMs }: NextAttempt): void {
    this.#awaySince ??= this.#clock.now();
    this.#tell(reason, inMs, "cannot reach the broker, trying again");
  }

  refused(filters: readonly string[]): void {
    this.#log.error(
      { broker: this.#address, filters: filters.slice(0, 10) },
      "the broker refuses subscriptions: commands on these topics cannot arrive, check its access rights",
    );
  }

  tooLarge(topic: string): void {
    this.#tellOfTopic(topic, {}, "the broker takes no message of this size: the topic is not published");
  }

  /** Something was learnt of how large a message may be: the first time is a warning, then come finer figures. */
  learnt({ topic, bytes, maximumPacketBytes }: Lesson): void {
    const fields = { broker: this.#address, topic, bytes, maximumPacketBytes };
    this.#log[this.#hasToldLesson ? "info" : "warn"](
      fields,
      "the connection ends behind large messages: smaller ones are sent from now on; raise the broker's limit, or set mqtt.maxPayload below it",
    );
    this.#hasToldLesson = true;
  }

  refusedMessage(topic: string, reason: string): void {
    this.#tellOfTopic(topic, { reason }, "the broker refuses a message: check its access rights");
  }

  #tellOfTopic(topic: string, fields: object, message: string): void {
    if (this.#topicsTold.has(topic) || this.#topicsTold.size >= mostTopicsTold) return;
    this.#topicsTold.add(topic);
    this.#log.warn({ topic: topic.slice(0, longestTopicShown), ...fields }, message);
  }

  #tell(reason: string, nextInMs: number, message: string): void {
    const level = this.#reasonsTold.has(reason) ? "debug" : "warn";
    this.#reasonsTold.add(reason);
    this.#log[level]({ broker: this.#address, reason, nextInMs }, message);
  }
}
