import type { ReplyTo } from "../controls/command.ts";
import type { Payload } from "../resources/property.ts";

export interface Message<P extends Payload = string> {
  readonly topic: string;
  readonly payload: P;
  readonly retain: boolean;
  readonly qos: 0 | 1;
  /** Whether messages of other topics may go first: for bulk data that no one waits for. */
  readonly lowPriority?: boolean;
  /** Asked when its turn comes: another bridge may speak for the player by then. */
  readonly mayBeSent?: (() => boolean) | undefined;
  /** Whether the value exceeds a limit: its topic is cleared and reported like one that the broker does not accept. */
  readonly isTooLarge?: boolean;
  /** Whether a bridge that stands by says it, too: it says nothing else. */
  readonly breaksSilence?: boolean;
  /** Correlation data of the command that this message answers. */
  readonly correlation?: Uint8Array | undefined;
}

export interface IncomingMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly retain: boolean;
  readonly replyTo: ReplyTo | undefined;
  /** The seconds until the message expires (MQTT 5). */
  readonly expirySeconds: number | undefined;
}

/** A message, and when it was sent at the earliest: it may have waited in the socket, and wait in the bridge. */
export interface DatedMessage extends IncomingMessage {
  readonly sentAt: number;
}

/** A filter, and whether the broker shall send its retained messages. */
export interface Subscription {
  readonly filter: string;
  readonly wantsRetained: boolean;
  /** Whether the broker shall send our own messages as well; with 3.1.1 it always does. */
  readonly wantsOwn?: boolean;
  /** Whether a broker may refuse it without a warning. */
  readonly isOptional?: boolean;
}

/** A retained message: state that later subscribers must receive. */
export function retained<P extends Payload>(topic: string, payload: P, qos: 0 | 1 = 0): Message<P> {
  return { topic, payload, retain: true, qos };
}
