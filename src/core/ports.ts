import type { PlayerCall, Reply } from "./controls/call.ts";
import type { DeviceError } from "./errors.ts";
import type { Browse, BrowseAnswer } from "./library.ts";
import type { JsonObject } from "./resources/json.ts";
import type { Message, Subscription } from "./topics/message.ts";
import type { Answer, ResourceName } from "./resources/player.ts";
import type { Payload, PayloadLimits } from "./resources/property.ts";

/** The player as its loop uses it. The methods throw DeviceError if there is no usable answer. */
export interface PlayerPort {
  read(resource: ResourceName, signal: AbortSignal): Promise<Answer>;
  /** Makes a call once. The answer to a selection may contain the complete audio routing afterwards. */
  perform(call: PlayerCall, signal: AbortSignal): Promise<Reply>;
  browse(browse: Browse, signal: AbortSignal): Promise<BrowseAnswer>;
  /** Requests a picture of at most `maxBytes` from the player itself, and from no other host. */
  picture(
    address: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly body: Uint8Array }>;
}

/** The last answer to one request, byte for byte. */
export interface RawAnswer {
  /** The request in the player's own words. */
  readonly operation: string;
  readonly body: Uint8Array;
}

/** What a player says about a resource without being asked. */
export interface Push {
  readonly resource: ResourceName;
  readonly answer: Answer | DeviceError;
  /** It follows from earlier answers: nothing was said now, so it does not show whether the player is online. */
  readonly isInferred?: true;
}

export type PushListener = (push: Push) => void;

export interface PlayerDevice extends PlayerPort, AsyncDisposable {
  /** Hands over what the player says unasked, until the signal aborts. Absent where players only answer. */
  listen?(onPush: PushListener, signal: AbortSignal): Promise<void>;
  /** The last answers that are still in memory. */
  readonly answers: readonly RawAnswer[];
  /** Entries of the music queue from the last answer; those that were not read are missing. */
  queueEntries(from: number, count: number): readonly JsonObject[];
  /** Reads these entries of the music queue, unless they were read. Absent where an answer has the whole queue. */
  readQueue?(from: number, count: number): Promise<void>;
  /** Takes the player for one of this family, as an earlier run of the bridge did, until it answers. */
  assume?(family: string): void;
  /** Forgets what was answered so far, which another device may have said, and looks at this address from now on. */
  reopen?(address?: string): Promise<void>;
}

/** Renders messages at the moment when they are sent. */
export type DeferredWrite = () => readonly Message<Payload>[];

export interface BrokerPort extends PayloadLimits {
  /** Sends messages together. Without a connection, state is dropped, since a snapshot follows. */
  publish(...messages: readonly Message<Payload>[]): void;
  /** Calls `write` once nothing more urgent waits; a write that already waits is not added again. */
  publishDeferred(write: DeferredWrite): void;
}

interface ListeningBroker extends BrokerPort {
  /** Sets the subscriptions. A filter that was subscribed to before is left as it is. */
  listenTo(subscriptions: readonly Subscription[]): void;
}

export type CountedBroker = ListeningBroker & {
  readonly published: number;
  readonly waiting: number;
  /** How long the oldest waiting message has waited. */
  readonly waitingMs: number;
  /** Outcomes dropped because too many waited. */
  readonly dropped: number;
  /** Retained topics that are cleared because their value is too large for the broker. */
  readonly tooLarge: readonly string[];
  /** Topics that the broker denies us to write. */
  readonly denied: readonly string[];
  /** Resolves when every message is sent and acknowledged, or after `ms`. */
  drained(ms: number): Promise<void>;
};

/** The actions of distinct cron expressions, each called with the time until it fires again. */
export type Jobs = ReadonlyMap<string, (intervalMs: number) => void>;

export interface SchedulePort {
  follow(jobs: Jobs): void;
}

/** The log of the program; a pino logger fits. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A log line without secrets. */
export interface LogLine {
  readonly time: string;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly player?: string;
  readonly reason?: string;
  /** All fields in words: `resource: audio, reason: timeout`. */
  readonly details: string;
}

/** The process, as far as the bridge may control it. */
export interface ProcessPort {
  readonly log: { level: string };
  /** Reads the configuration again and applies the differences. */
  reload(): Promise<
    | { readonly kind: "applied" | "unchanged" }
    | { readonly kind: "refused"; readonly problems: readonly string[] }
  >;
}
