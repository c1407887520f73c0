import type { ReplyTo } from "../controls/command.ts";
import type { Payload } from "../resources/resource.ts";

/** A message on its way to the broker. */
export interface Message<P extends Payload = string> {
  readonly topic: string;
  readonly payload: P;
  readonly retain: boolean;
  readonly qos: 0 | 1;
  /** Whether others, of any topic, may go first: one part of many that nobody waits for. */
  readonly lowPriority?: boolean;
  /** Correlation data of the command that this message answers. */
  readonly correlation?: Uint8Array | undefined;
}

/** A message that came from the broker. */
export interface IncomingMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly retain: boolean;
  readonly replyTo: ReplyTo | undefined;
  /** Seconds until the sender wants it forgotten (MQTT 5). */
  readonly expirySeconds: number | undefined;
}

/** What the broker is asked to send; what it holds already is wanted or not. */
export interface Subscription {
  readonly filter: string;
  readonly wantsRetained: boolean;
}

/** State that someone who comes later must find. */
export function retained<P extends Payload>(topic: string, payload: P): Message<P> {
  return { topic, payload, retain: true, qos: 0 };
}
