import type { Call, Reply } from "./controls/call.ts";
import type { Message, Subscription } from "./topics/message.ts";
import type { Answer, ResourceName } from "./resources/player.ts";
import type { Payload, PayloadLimits } from "./resources/resource.ts";

/** What a player's loop asks of the player. Both throw DeviceError where there is no usable answer. */
export interface PlayerPort {
  read(resource: ResourceName, signal: AbortSignal): Promise<Answer>;
  /** Asks it to do something, once; the answer to a selection tells the whole audio routing afterwards. */
  perform(call: Call, signal: AbortSignal): Promise<Reply>;
  /** Asks it, and nobody else, for a picture of at most so many bytes. */
  picture(
    address: string,
    mostBytes: number,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly body: Uint8Array }>;
}

/** Writes messages at the moment when they are sent. */
export type DeferredWrite = () => readonly Message<Payload>[];

/** What a player's loop asks of the broker. */
export interface BrokerPort extends PayloadLimits {
  /** Takes messages on their way, together; while there is no connection, state is dropped, since a snapshot follows. */
  publish(...messages: readonly Message<Payload>[]): void;
  /** Calls `write` once nothing more urgent waits; a write that waits already is not added again. */
  publishDeferred(write: DeferredWrite): void;
}

/** A broker to which one can listen, too. */
export interface ListeningBroker extends BrokerPort {
  /** Is sent these from now on, and nothing else; what was subscribed to before stays as it is. */
  listenTo(subscriptions: readonly Subscription[]): void;
}

/** A broker whose traffic is counted. */
export type CountedBroker = ListeningBroker & {
  readonly published: number;
  readonly waiting: number;
  /** How long the oldest waiting message has waited. */
  readonly waitingMs: number;
  /** Outcomes dropped because too many waited. */
  readonly dropped: number;
  /** Retained topics that are cleared, not published: their value is too large for the broker. */
  readonly tooLarge: readonly string[];
  /** Topics that the broker does not let us write. */
  readonly denied: readonly string[];
};

/** For each distinct cron expression, what to do when it fires, with the time until it fires again. */
export type Jobs = ReadonlyMap<string, (intervalMs: number) => void>;

/** Fires what is due. */
export interface SchedulePort {
  /** Fires these from now on, and nothing else. */
  follow(jobs: Jobs): void;
}

/** Where the program writes down what happened; a pino logger is one. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One line of the log as it may be shown to anyone. */
export interface LogLine {
  readonly time: string;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly player?: string;
  readonly reason?: string;
}

/** The process around a bridge, as far as somebody may ask something of it. */
export interface ProcessPort {
  readonly log: { level: string };
  /** Reads the configuration anew, and takes over what is different. */
  reload(): Promise<
    | { readonly kind: "applied" | "unchanged" }
    | { readonly kind: "refused"; readonly problems: readonly string[] }
  >;
}
