import type { Log } from "../core/ports.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrokerInfo } from "./limits.ts";

/** Writes down how it goes with the broker: each change once, nothing while it lasts. */
export class LinkLog {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #address: string;
  readonly #tooLarge = new Set<string>();
  #awaySince: number | undefined;
  #lastReason: string | undefined;

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
    this.#lastReason = undefined;
  }

  disconnected(reason: string, clientId: string, isContested: boolean): void {
    this.#awaySince ??= this.#clock.now();
    if (isContested) {
      const fields = { broker: this.#address, clientId, reason };
      this.#log.error(
        fields,
        "another client seems to use our client id: set mqtt.clientId; trying again, more and more rarely",
      );
      return;
    }
    this.#tell(reason, "lost the broker, trying to reach it again");
  }

  failed(reason: string): void {
    this.#awaySince ??= this.#clock.now();
    this.#tell(reason, "cannot reach the broker, trying again");
  }

  refused(filters: readonly string[]): void {
    this.#log.error(
      { broker: this.#address, filters: filters.slice(0, 10) },
      "the broker refuses subscriptions: commands on these topics cannot arrive, check its access rights",
    );
  }

  tooLarge(topic: string): void {
    if (this.#tooLarge.has(topic)) return;
    this.#tooLarge.add(topic);
    this.#log.warn({ topic }, "the broker takes no message of this size: the topic is not published");
  }

  #tell(reason: string, message: string): void {
    if (this.#lastReason === reason) return;
    this.#lastReason = reason;
    this.#log.warn({ broker: this.#address, reason }, message);
  }
}
