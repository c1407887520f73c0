import type { Command, CommandTarget } from "../core/controls/command.ts";
import { readPayload } from "../core/controls/read-payload.ts";
import { CommandError } from "../core/errors.ts";
import { type IncomingMessage, retained } from "../core/topics/message.ts";
import type { BrokerPort, Log } from "../core/ports.ts";
import type { Asked } from "../core/controls/result.ts";
import { parseTopic } from "../core/topics/topics.ts";
import type { Clock } from "../lib/clock.ts";
import type { PlayerSession } from "./player-session.ts";

/** What the router needs to bring a message to its player. */
export interface RouterOptions {
  readonly base: string;
  readonly sessionOf: (id: string) => PlayerSession | undefined;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
}

/** An echo comes back within this time; what comes later is somebody's empty command. */
const echoMs = 5000;

/** Brings messages from the broker to the players' inboxes. */
export class Router {
  readonly #options: RouterOptions;
  /** When topics were cleared: a broker that echoes brings the emptiness back, soon. */
  readonly #clearedAt = new Map<string, number>();
  #hasEchoes = true;

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** MQTT 5 keeps what we publish ourselves away from us. */
  connected(protocol: "5" | "3.1.1"): void {
    this.#hasEchoes = protocol !== "5";
  }

  /** Whether the message was a command to one of our players: then it is nobody else's. */
  receive(message: IncomingMessage): boolean {
    const arrival = parseTopic(this.#options.base, message.topic);
    const session = arrival === undefined ? undefined : this.#options.sessionOf(arrival.id);
    if (arrival === undefined || session === undefined) return false;
    if (arrival.kind === "page") {
      if (message.retain && message.payload.byteLength > 0) session.pageSeen(arrival.page);
      return false;
    }
    this.#obey(message, arrival.target, session);
    return true;
  }

  #obey(message: IncomingMessage, target: CommandTarget, session: PlayerSession): void {
    const now = this.#options.clock.now();
    if (message.payload.byteLength === 0 && this.#isClearing(message, now)) return;
    const asked = { target, request: "", transaction: undefined, replyTo: message.replyTo, receivedAt: now };
    try {
      session.offer(this.#command(message, asked, session.deadlineMs));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const { request, transaction } = error;
      session.tell({ ...asked, request, transaction }, { kind: "rejected", reason: error.message });
    }
  }

  #command(message: IncomingMessage, asked: Asked, deadlineMs: number): Command {
    const { payload, expirySeconds } = message;
    if (message.retain) this.#refuseGhost(message, asked.receivedAt);
    const { target, replyTo, receivedAt } = asked;
    const { request, transaction } = readPayload(target, payload);
    const expiresAt = receivedAt + deadlineMs;
    const command = { target, request, transaction, replyTo, receivedAt, expiresAt };
    if (expirySeconds === undefined) return command;
    const perishesAt = receivedAt + expirySeconds * 1000;
    return { ...command, expiresAt: Math.min(expiresAt, perishesAt), perishesAt };
  }

  /** A retained command would be replayed at each reconnect: it is taken from the broker, and never obeyed. */
  #refuseGhost(message: IncomingMessage, now: number): never {
    this.#clearedAt.set(message.topic, now);
    this.#options.broker.publish(retained(message.topic, ""));
    this.#options.log.warn({ topic: message.topic }, "a retained command was refused and cleared");
    throw new CommandError("retained: send commands without the retain flag; this one was cleared", "");
  }

  /** Whether an empty message says that its topic was cleared, by us or by somebody else: that is no command. */
  #isClearing({ topic, retain }: IncomingMessage, now: number): boolean {
    const clearedAt = this.#clearedAt.get(topic);
    this.#clearedAt.delete(topic);
    return retain || (this.#hasEchoes && clearedAt !== undefined && now - clearedAt < echoMs);
  }
}
