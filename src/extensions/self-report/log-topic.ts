import type { BrokerPort, LogLine } from "../../core/ports.ts";
import { type BridgeName, bridgeTopic } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";

/** From which level on lines are told. */
export type LogTopicLevel = "off" | "error" | "warn" | "info";

/** What it takes to tell the log over MQTT. */
export interface LogTopicOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly level: LogTopicLevel;
}

const levels = ["debug", "info", "warn", "error"] as const;
/** So many lines at once, and then one a second: a log is read by people. */
const burst = 10;
const refillMs = 1000;

/** The log on a topic, for who has no other way to it: not retained, and never so much that it is a load of its own. */
export class LogTopic {
  readonly #options: LogTopicOptions;
  #level: LogTopicLevel;
  #allowance = burst;
  #filledAt: number;
  #leftOut = 0;

  constructor(options: LogTopicOptions) {
    this.#options = options;
    this.#level = options.level;
    this.#filledAt = options.clock.now();
  }

  set level(level: LogTopicLevel) {
    this.#level = level;
  }

  /** Publishes a line that counts. It is not logged that it was, nor that it was not: that would have no end. */
  tell(line: LogLine): void {
    if (this.#level === "off" || levels.indexOf(line.level) < levels.indexOf(this.#level)) return;
    this.#refill();
    if (this.#allowance < 1) {
      this.#leftOut += 1;
      return;
    }
    this.#allowance -= 1;
    if (this.#leftOut > 0) {
      const message = `${this.#leftOut} lines were left out here; the log itself has them`;
      this.#leftOut = 0;
      this.#publish({ time: line.time, level: "warn", message });
    }
    this.#publish(line);
  }

  #refill(): void {
    const now = this.#options.clock.now();
    const filled = Math.floor((now - this.#filledAt) / refillMs);
    if (filled === 0) return;
    this.#filledAt += filled * refillMs;
    this.#allowance = Math.min(burst, this.#allowance + filled);
  }

  #publish(line: LogLine): void {
    const { base, bridge, broker } = this.#options;
    broker.publish({
      topic: bridgeTopic(base, "log", bridge),
      payload: JSON.stringify(line),
      retain: false,
      qos: 0,
    });
  }
}
