import { CommandError } from "../core/errors.ts";
import { type IncomingMessage, retained } from "../core/topics/message.ts";
import type { BridgeInfo } from "../core/topics/render-bridge.ts";
import { translatable } from "../lib/phrase.ts";
import type { ExtensionContext } from "./extension.ts";

/** The request and its transaction, which the outcome repeats. */
type RequestRef = Pick<CommandError, "request" | "transaction">;

export type RetainedCommandsOptions = Pick<ExtensionContext, "broker" | "clock" | "log">;

/** The echo of our own clearing arrives within this time; a later empty message is an empty command. */
const echoMs = 5000;

/** Refuses retained commands and clears them from the broker: they would be replayed at each reconnect. */
export class RetainedCommands {
  readonly #options: RetainedCommandsOptions;
  readonly #clearedAt = new Map<string, number>();
  #hasEchoes = true;

  constructor(options: RetainedCommandsOptions) {
    this.#options = options;
  }

  /** With MQTT 5 the broker does not send us our own messages. */
  connected({ protocol }: Pick<BridgeInfo["mqtt"], "protocol">): void {
    this.#hasEchoes = protocol !== "5";
  }

  /** Whether an empty message only clears its topic, by us or another client, and is no command. */
  isClearing({ topic, payload, retain }: IncomingMessage): boolean {
    if (payload.byteLength > 0) return false;
    const clearedAt = this.#clearedAt.get(topic);
    this.#clearedAt.delete(topic);
    const isEcho = clearedAt !== undefined && this.#options.clock.now() - clearedAt < echoMs;
    return retain || (this.#hasEchoes && isEcho);
  }

  /** Clears the topic, and throws the CommandError that refuses; `read` extracts the request. */
  refuse(topic: string, what: "command" | "request", read: () => RequestRef): never {
    const { broker, clock, log } = this.#options;
    this.#remember(topic, clock.now());
    broker.publish(retained(topic, ""));
    log.warn({ topic }, `a retained ${what} was refused and cleared`);
    const { request, transaction } = readLeniently(read);
    const reason =
      what === "command"
        ? translatable(
            "retained.command",
            "retained: send commands without the retain flag; this one was cleared",
          )
        : translatable(
            "retained.request",
            "retained: send requests without the retain flag; this one was cleared",
          );
    throw new CommandError(reason, request, transaction);
  }

  /** Others choose the topics, so those whose echo never came are forgotten. */
  #remember(topic: string, now: number): void {
    for (const [cleared, at] of this.#clearedAt) {
      if (now - at < echoMs) break;
      this.#clearedAt.delete(cleared);
    }
    this.#clearedAt.delete(topic);
    this.#clearedAt.set(topic, now);
  }
}

/** Reads a command that is refused in any case, so it may be malformed. */
function readLeniently(read: () => RequestRef): RequestRef {
  try {
    return read();
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}
