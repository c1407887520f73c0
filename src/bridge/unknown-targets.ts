import { parseRefresh } from "../core/controls/request.ts";
import { memberOf } from "../core/rendezvous.ts";
import type { DatedMessage, IncomingMessage, Subscription } from "../core/topics/message.ts";
import { renderResult } from "../core/topics/result.ts";
import { isProbeId, requestTopic } from "../core/topics/topics.ts";
import { closest } from "../lib/closest.ts";
import { cutText } from "../lib/cut-text.ts";
import { onceAMinute } from "../lib/once-a-minute.ts";
import { plainText } from "../lib/plain-text.ts";
import { RateLimiter } from "../lib/rate-limiter.ts";
import type { BridgeContext } from "./bridge-context.ts";
import type { Extension } from "./extension.ts";
import type { OtherBridges } from "./other-bridges.ts";
import type { BridgePlayer } from "./player-runner.ts";

interface UnknownTargetsOptions extends Pick<BridgeContext, "base" | "bridge" | "broker" | "clock" | "log"> {
  readonly others: Pick<OtherBridges, "isRead" | "players" | "present">;
  readonly configured: () => readonly Pick<BridgePlayer, "id" | "plug">[];
}

/** Other devices may live below the same topic: a flood of commands to them must not become one of outcomes. */
const outcomesPerSecond = 1;
const burst = 5;
const mostWaiting = 20;
const longestShown = 96;
const longestList = 200;

/** Rejects commands and requests that name no player and no bridge, such as one with a typo: nobody else answers them. */
export class UnknownTargets implements Extension {
  readonly #options: UnknownTargetsOptions;
  readonly #limiter: RateLimiter;
  /** Whose turn it is shows once the other bridges are known. */
  readonly #waiting: DatedMessage[] = [];
  #lastReason = "";
  readonly #warn: () => void;

  constructor(options: UnknownTargetsOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#limiter = new RateLimiter(outcomesPerSecond, clock, burst);
    this.#warn = onceAMinute(clock, (count) =>
      log.warn({ reason: this.#lastReason, count }, "rejected a command with an unknown topic"),
    );
  }

  get subscriptions(): Subscription[] {
    const { base } = this.#options;
    return [
      { filter: `${base}/+/set`, wantsRetained: false, isOptional: true },
      { filter: requestTopic(base, "+", "+"), wantsRetained: true },
    ];
  }

  /** A message that was no command to a player of this bridge. */
  received(message: DatedMessage): void {
    if (isState(message) || this.#problemOf(message.topic) === undefined) return;
    if (this.#waiting.length < mostWaiting) this.#waiting.push(message);
    if (this.#options.others.isRead) this.decide();
  }

  disconnected(): void {
    this.#waiting.splice(0);
  }

  /** The other bridges are known: decides on the messages that came before. */
  decide(): void {
    for (const message of this.#waiting.splice(0)) {
      const reason = this.#problemOf(message.topic);
      if (reason !== undefined && this.#limiter.take()) this.#reject(message, reason);
    }
  }

  /** Why nobody carries out what was sent to this topic; undefined for what is no command, or is for another to answer. */
  #problemOf(topic: string): string | undefined {
    const { base, bridge, configured, others } = this.#options;
    if (!topic.startsWith(`${base}/`)) return undefined;
    const rest = topic.slice(base.length + 1);
    const [id = ""] = rest.split("/", 1);
    if (isProbeId(id)) return undefined;
    if (/^[^/]+\/request\/[^/]+$/.test(rest)) {
      const bridges = [bridge, ...others.present];
      return bridges.some((name) => name === id) ? undefined : this.#refusal(topic, "bridge", id, bridges);
    }
    if (!/\/[sg]et$/.test(rest)) return undefined;
    const own = configured();
    // The bridge itself writes to the plugs of its players.
    if (own.some(({ plug }) => plug?.topic === topic)) return undefined;
    if (own.some((player) => player.id === id)) {
      const part = `${base}/${id}`;
      return rest === `${id}/set`
        ? `no control in the topic: expected ${part}/<control>/set, such as ${part}/volume/set`
        : undefined;
    }
    const theirs = others.players;
    if (theirs.includes(id)) return undefined;
    return this.#refusal(topic, "player", id, [...own.map((player) => player.id), ...theirs]);
  }

  /** All bridges hear what is for none of them: one answers. */
  #refusal(topic: string, kind: string, id: string, known: readonly string[]): string | undefined {
    const { bridge, others } = this.#options;
    const [self = "", ...rest] = [bridge, ...others.present].map((name) => name.slice("bridge-".length));
    if (memberOf(topic, [self, ...rest]) !== self) return undefined;
    const meant = closest(id, known);
    const listed = known.length === 0 ? "there is none" : `expected ${known.toSorted().join(", ")}`;
    const hint = meant === undefined ? cutText(listed, longestList) : `did you mean ${meant}?`;
    return `no such ${kind}: ${JSON.stringify(shown(id))}, ${hint}`;
  }

  #reject({ payload, replyTo, sentAt, topic }: DatedMessage, reason: string): void {
    const { base, bridge, broker, clock } = this.#options;
    const command = {
      target: shown(topic.slice(base.length + 1).replace(/\/set$/, "")),
      request: cutText(new TextDecoder().decode(payload), longestShown),
      transaction: parseRefresh(payload).transaction,
      replyTo,
      receivedAt: sentAt,
    };
    broker.publish(...renderResult(base, bridge, command, { kind: "rejected", reason }, clock.now()));
    this.#lastReason = reason;
    this.#warn();
  }
}

/** Whether a message is no command, but what a foreign device leaves on its topic, or the clearing of that. */
function isState({ payload, retain, topic }: IncomingMessage): boolean {
  return retain || (payload.byteLength === 0 && /(?<!\/refresh)\/set$/.test(topic));
}

function shown(text: string): string {
  return plainText(cutText(text, longestShown));
}
