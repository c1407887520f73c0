import { type Command, readPayload, targetCalled } from "../core/controls/command.ts";
import { CommandError } from "../core/errors.ts";
import type { DatedMessage, IncomingMessage } from "../core/topics/message.ts";
import type { BridgeInfo } from "../core/topics/render-bridge.ts";
import { parseTopic } from "../core/topics/topics.ts";
import { cutText } from "../lib/cut-text.ts";
import type { Phrase } from "../lib/phrase.ts";
import { plainText } from "../lib/plain-text.ts";
import type { BridgeContext } from "./bridge-context.ts";
import type { PlayerSession } from "./player-session.ts";
import { RetainedCommands, type RetainedCommandsOptions } from "./retained-commands.ts";

interface RouterOptions extends Pick<BridgeContext, "base">, RetainedCommandsOptions {
  /** The session that answers commands to a player; with a refusal, one that fails each. */
  readonly sessionOf: (id: string, refusal?: Phrase) => PlayerSession | undefined;
}

/** The longest name of a control that does not exist, as outcomes repeat it. */
export const longestTarget = 64;

export class Router {
  readonly #options: RouterOptions;
  readonly #retained: RetainedCommands;

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#retained = new RetainedCommands(options);
  }

  connected(mqtt: Pick<BridgeInfo["mqtt"], "protocol">): void {
    this.#retained.connected(mqtt);
  }

  /** Returns whether the message was a command to one of our players, so no extension has to look at it. */
  receive(message: DatedMessage, refusal?: Phrase): boolean {
    const arrival = parseTopic(this.#options.base, message.topic);
    const session = arrival === undefined ? undefined : this.#options.sessionOf(arrival.id, refusal);
    if (arrival === undefined || session === undefined) return false;
    if (arrival.kind === "command") {
      this.#offer(message, arrival.target, session);
      return true;
    }
    if (!message.retain || message.payload.byteLength === 0) return false;
    if (arrival.kind === "page") session.apply({ kind: "page-seen", page: arrival.page });
    else session.settingSeen(arrival.tag);
    return false;
  }

  #offer(message: DatedMessage, called: string, session: PlayerSession): void {
    const target = targetCalled(called, session.state.player) ?? called;
    if (this.#retained.isClearing(message)) return;
    const { sentAt: receivedAt } = message;
    try {
      session.offer(this.#command(message, target, receivedAt, session.deadlineMs));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const { request, transaction, phrase } = error;
      const ref = { target: plainText(cutText(target, longestTarget)), request, transaction, receivedAt };
      session.reject({ ...ref, replyTo: message.replyTo }, phrase);
    }
  }

  #command(message: IncomingMessage, target: string, receivedAt: number, deadlineMs: number): Command {
    const { payload, expirySeconds, topic, replyTo } = message;
    if (message.retain) this.#retained.refuse(topic, "command", () => readPayload(target, payload));
    const expiresAt = receivedAt + deadlineMs;
    const command = { ...readPayload(target, payload), replyTo, receivedAt, expiresAt };
    if (expirySeconds === undefined) return command;
    const senderExpiresAt = receivedAt + expirySeconds * 1000;
    return { ...command, expiresAt: Math.min(expiresAt, senderExpiresAt), senderExpiresAt };
  }
}
