import type { Extension, ExtensionContext } from "../../bridge/extension.ts";
import { RetainedCommands } from "../../bridge/retained-commands.ts";
import { CommandError } from "../../core/errors.ts";
import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import type { ProcessPort } from "../../core/ports.ts";
import type { BridgeInfo } from "../../core/topics/render-bridge.ts";
import { requestTopic } from "../../core/topics/topics.ts";
import { closest } from "../../lib/closest.ts";
import { cutText } from "../../lib/cut-text.ts";
import { plainText } from "../../lib/plain-text.ts";
import { RateLimiter } from "../../lib/rate-limiter.ts";
import {
  type BridgeRequest,
  parseRequestText,
  type RequestEnd,
  type RequestName,
  renderRequestEnd,
  requestNames,
} from "./request.ts";

export interface RequestsOptions extends ExtensionContext {
  readonly process: ProcessPort | undefined;
  /** Starts a player's session again; false for an unknown player. */
  readonly restart: (playerId: string) => Promise<boolean>;
  /** Chooses the language of names by a tag such as `de-CH`; undefined if the settings choose it. */
  readonly speak: (tag: string) => { readonly language: string; readonly isOther: boolean } | undefined;
  /** Sends what receivers have not taken again; returns how much there is. */
  readonly submit: () => number;
}

/** People and scripts need fewer requests, and a flood of them must not cause load. */
const requestsPerSecond = 1;
const burst = 5;
const longestName = 64;
const languageTag = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i;
/** `silent` and `fatal` are left out: only the owner of the process may silence the log. */
const logLevels = ["error", "warn", "info", "debug", "trace"];

/** Requests to the bridge itself, each with one outcome. None can end the bridge: only the owner of the process can. */
export class Requests implements Extension {
  readonly #options: RequestsOptions;
  readonly #retained: RetainedCommands;
  readonly #rateLimiter: RateLimiter;

  constructor(options: RequestsOptions) {
    this.#options = options;
    this.#retained = new RetainedCommands(options);
    this.#rateLimiter = new RateLimiter(requestsPerSecond, options.clock, burst);
  }

  get subscriptions(): Subscription[] {
    // To any bridge, as the bridge itself subscribes: overlapping filters may bring a message twice.
    return [{ filter: requestTopic(this.#options.base, "+", "+"), wantsRetained: true }];
  }

  connected(mqtt: Pick<BridgeInfo["mqtt"], "protocol">): void {
    this.#retained.connected(mqtt);
  }

  async received(message: IncomingMessage): Promise<void> {
    const { base, bridge, broker, clock } = this.#options;
    const start = requestTopic(base, bridge, "");
    const name = message.topic.slice(start.length);
    if (!message.topic.startsWith(start) || name.includes("/") || this.#retained.isClearing(message)) return;
    const { replyTo } = message;
    const blank = {
      name: shownName(name),
      value: "",
      transaction: undefined,
      replyTo,
      receivedAt: clock.now(),
    };
    const { request, end } = await this.#answer(message, name, blank);
    broker.publish(...renderRequestEnd(base, bridge, request, end, clock.now()));
  }

  async #answer(
    message: IncomingMessage,
    name: string,
    blank: BridgeRequest,
  ): Promise<{ readonly request: BridgeRequest; readonly end: RequestEnd }> {
    if (!this.#rateLimiter.take()) {
      const problem = `too many requests: at most ${burst} at once and ${requestsPerSecond} a second`;
      return { request: blank, end: rejected(problem) };
    }
    try {
      if (message.retain) {
        this.#retained.refuse(message.topic, "request", () => {
          const { value: request, transaction } = parseRequestText(message.payload);
          return { request, transaction };
        });
      }
      const request = { ...blank, ...parseRequestText(message.payload) };
      const known = requestNames.find((one) => one === name);
      const end = known === undefined ? unknownRequest(name) : await this.#do(known, request.value);
      this.#options.log.info({ request: request.name, value: request.value, ...end }, "request");
      return { request, end };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const { request: value, transaction } = error;
      return { request: { ...blank, value, transaction }, end: rejected(error.message) };
    }
  }

  async #do(name: RequestName, value: string): Promise<RequestEnd> {
    switch (name) {
      case "language":
        return this.#setLanguage(value);
      case "loglevel":
        return this.#setLogLevel(value);
      case "reload":
        return this.#reload();
      case "restart":
        return (await this.#options.restart(value))
          ? { outcome: "applied" }
          : rejected(`no such player here: ${JSON.stringify(value)}, expected the id of one`);
      case "submit":
        return { outcome: this.#options.submit() > 0 ? "applied" : "unchanged" };
    }
  }

  #setLanguage(tag: string): RequestEnd {
    if (!languageTag.test(tag))
      return rejected(`no language: ${JSON.stringify(tag)}, expected one such as de`);
    const chosen = this.#options.speak(tag);
    if (chosen === undefined) return rejected("the setting homeassistant.language says which");
    return { outcome: chosen.isOther ? "applied" : "unchanged", language: chosen.language };
  }

  #setLogLevel(level: string): RequestEnd {
    const { process } = this.#options;
    if (process === undefined) return rejected("the log level of this bridge is fixed");
    if (!logLevels.includes(level)) {
      return rejected(`unknown level: ${JSON.stringify(level)}, expected one of ${logLevels.join(", ")}`);
    }
    if (process.log.level === level) return { outcome: "unchanged" };
    process.log.level = level;
    return { outcome: "applied" };
  }

  async #reload(): Promise<RequestEnd> {
    const { process } = this.#options;
    if (process === undefined) return rejected("this bridge has no configuration to reload");
    const reloaded = await process.reload();
    if (reloaded.kind !== "refused") return { outcome: reloaded.kind };
    // Problems may quote secrets, so they stay in the log.
    const reason = `${reloaded.problems.length} problems in the configuration: see the log`;
    return { outcome: "failed", reason };
  }
}

function unknownRequest(name: string): RequestEnd {
  const meant = closest(name, requestNames);
  const hint = meant === undefined ? `expected one of ${requestNames.join(", ")}` : `did you mean ${meant}?`;
  return rejected(`no such request: ${JSON.stringify(shownName(name))}, ${hint}`);
}

function shownName(name: string): string {
  return plainText(cutText(name, longestName));
}

function rejected(reason: string): RequestEnd {
  return { outcome: "rejected", reason };
}
