import { CommandError } from "../../core/errors.ts";
import { type IncomingMessage, retained, type Subscription } from "../../core/topics/message.ts";
import type { BrokerPort, Log, ProcessPort } from "../../core/ports.ts";
import {
  type AskedOfBridge,
  parseRequestText,
  type RequestEnd,
  type RequestName,
  renderRequestEnd,
  requestNames,
} from "./request.ts";
import { type BridgeName, requestTopic } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";

/** What it takes to do what is asked of the bridge itself. */
export interface RequestsOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined where the bridge is a guest in somebody's process. */
  readonly process: ProcessPort | undefined;
  /** Begins a player's session anew; false where there is no such player. */
  readonly restart: (playerId: string) => Promise<boolean>;
}

/** So many requests in so much time: people and scripts need less, and a flood must not become work. */
const mostInWindow = 5;
const windowMs = 5000;
const echoMs = 5000;
/** `silent` and `fatal` are left out: a log that stays quiet is for its owner to order. */
const logLevels = ["error", "warn", "info", "debug", "trace"];

/**
 * What can be asked of the bridge over MQTT, each with one outcome. Whoever may publish here can make it look anew and
 * log more, and cannot end it: that is for whoever owns the process.
 */
export class Requests {
  readonly #options: RequestsOptions;
  /** When topics were cleared: MQTT 3.1.1 brings the emptiness back, and it is no request. */
  readonly #clearedAt = new Map<string, number>();
  #windowSince = Number.NEGATIVE_INFINITY;
  #inWindow = 0;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  get subscriptions(): Subscription[] {
    const { base, bridge } = this.#options;
    return requestNames.map((name) => ({ filter: requestTopic(base, bridge, name), wantsRetained: false }));
  }

  /** Does what a message asks; others are nothing to it. */
  async received(message: IncomingMessage): Promise<void> {
    const { base, bridge, broker, clock } = this.#options;
    const name = requestNames.find((one) => message.topic === requestTopic(base, bridge, one));
    if (name === undefined || (message.payload.byteLength === 0 && this.#isClearing(message))) return;
    const blank = {
      name,
      value: "",
      transaction: undefined,
      replyTo: message.replyTo,
      receivedAt: clock.now(),
    };
    const { asked, end } = await this.#deal(message, blank);
    for (const one of renderRequestEnd(base, bridge, asked, end, clock.now())) broker.publish(one);
  }

  async #deal(
    message: IncomingMessage,
    blank: AskedOfBridge,
  ): Promise<{ readonly asked: AskedOfBridge; readonly end: RequestEnd }> {
    if (!this.#isWithinRate(blank.receivedAt)) {
      return {
        asked: blank,
        end: rejected(`too many requests: at most ${mostInWindow} in ${windowMs / 1000} s`),
      };
    }
    try {
      if (message.retain) this.#refuseGhost(message.topic);
      const asked = { ...blank, ...parseRequestText(message.payload) };
      const end = await this.#do(asked.name, asked.value);
      this.#options.log.info({ request: asked.name, value: asked.value, ...end }, "request");
      return { asked, end };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { asked: { ...blank, value: error.request }, end: rejected(error.message) };
    }
  }

  async #do(name: RequestName, value: string): Promise<RequestEnd> {
    switch (name) {
      case "loglevel":
        return this.#setLogLevel(value);
      case "reload":
        return this.#reload();
      case "restart":
        return (await this.#options.restart(value))
          ? { outcome: "applied" }
          : rejected(`no such player here: ${JSON.stringify(value)}, wanted the id of one`);
    }
  }

  #setLogLevel(level: string): RequestEnd {
    const { process } = this.#options;
    if (process === undefined) return rejected("this bridge has no log of its own");
    if (!logLevels.includes(level)) {
      return rejected(`no level: ${JSON.stringify(level)}, wanted one of ${logLevels.join(", ")}`);
    }
    if (process.log.level === level) return { outcome: "unchanged" };
    process.log.level = level;
    return { outcome: "applied" };
  }

  async #reload(): Promise<RequestEnd> {
    const { process } = this.#options;
    if (process === undefined) return rejected("this bridge has no configuration to read again");
    const reloaded = await process.reload();
    if (reloaded.kind !== "refused") return { outcome: reloaded.kind };
    // The log has them all; who asks over MQTT is told that there are some, since they may quote what is nobody's business.
    return {
      outcome: "failed",
      reason: `${reloaded.problems.length} problems in the configuration: see the log`,
    };
  }

  #isWithinRate(now: number): boolean {
    if (now - this.#windowSince >= windowMs) {
      this.#windowSince = now;
      this.#inWindow = 0;
    }
    this.#inWindow += 1;
    return this.#inWindow <= mostInWindow;
  }

  #isClearing({ topic, retain }: IncomingMessage): boolean {
    const clearedAt = this.#clearedAt.get(topic) ?? Number.NEGATIVE_INFINITY;
    this.#clearedAt.delete(topic);
    return retain || this.#options.clock.now() - clearedAt < echoMs;
  }

  #refuseGhost(topic: string): never {
    const { broker, clock, log } = this.#options;
    this.#clearedAt.set(topic, clock.now());
    broker.publish(retained(topic, ""));
    log.warn({ topic }, "a retained request was refused and cleared");
    throw new CommandError("retained: send requests without the retain flag; this one was cleared", "");
  }
}

function rejected(reason: string): RequestEnd {
  return { outcome: "rejected", reason };
}
