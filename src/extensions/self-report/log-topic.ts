import type { ExtensionContext, ReconfigurableExtension } from "../../bridge/extension.ts";
import type { LogLine } from "../../core/ports.ts";
import { bridgeTopic } from "../../core/topics/topics.ts";
import { RateLimiter } from "../../lib/rate-limiter.ts";

export type LogTopicLevel = "off" | "error" | "warn" | "info";

interface LogTopicOptions extends Pick<ExtensionContext, "base" | "bridge" | "broker" | "clock"> {
  readonly level: LogTopicLevel;
  /** Calls back for each log line; the returned function unsubscribes. */
  readonly onLine: (listener: (line: LogLine) => void) => () => void;
}

const levels = ["debug", "info", "warn", "error"] as const;
const burst = 10;
const linesPerSecond = 1;

/** The log on a topic, not retained, at a rate that people can read. */
export class LogTopic implements ReconfigurableExtension<LogTopicLevel> {
  readonly #options: LogTopicOptions;
  readonly #rateLimiter: RateLimiter;
  readonly #unlisten: () => void;
  #level: LogTopicLevel;
  #isConnected = false;
  #leftOut = 0;

  constructor(options: LogTopicOptions) {
    this.#options = options;
    this.#level = options.level;
    this.#rateLimiter = new RateLimiter(linesPerSecond, options.clock, burst);
    this.#unlisten = options.onLine((line) => this.#add(line));
  }

  connected(): void {
    this.#isConnected = true;
  }

  disconnected(): void {
    this.#isConnected = false;
  }

  reconfigure(level: LogTopicLevel): boolean {
    this.#level = level;
    return true;
  }

  stop(): void {
    this.#unlisten();
  }

  /** Publishes a line of sufficient level. Nothing is logged here: that would be another line. */
  #add(line: LogLine): void {
    const level = this.#level;
    if (!this.#isConnected || level === "off" || levels.indexOf(line.level) < levels.indexOf(level)) return;
    if (!this.#rateLimiter.take()) {
      this.#leftOut += 1;
      return;
    }
    if (this.#leftOut > 0) {
      const message = `${this.#leftOut} lines are omitted; see the bridge's own log`;
      this.#leftOut = 0;
      this.#publish({ time: line.time, level: "warn", message });
    }
    this.#publish(line);
  }

  #publish({ time, level, message, player, reason }: Omit<LogLine, "details">): void {
    const { base, bridge, broker } = this.#options;
    const topic = bridgeTopic(base, "log", bridge);
    const payload = JSON.stringify({ time, level, message, player, reason });
    broker.publish({ topic, payload, retain: false, qos: 0 });
  }
}
