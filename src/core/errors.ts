import { toPhrase, type Phrase } from "../lib/phrase.ts";

/**
 * The kind of a failed request. unreachable: never sent. broken: sent, but the answer did not arrive completely or in
 * time. refused: an HTTP error status. malformed: an answer without meaning.
 */
export type DeviceFault = "unreachable" | "broken" | "refused" | "malformed";

/** A request to a player without a usable answer. */
export class DeviceError extends Error {
  override readonly name = "DeviceError";
  readonly fault: DeviceFault;
  /** The message, for other languages. */
  readonly phrase: Phrase;

  constructor(fault: DeviceFault, message: string | Phrase, options?: ErrorOptions) {
    const phrase = toPhrase(message);
    super(phrase.text, options);
    this.fault = fault;
    this.phrase = phrase;
  }

  /** Whether the player gave any answer: single malformed answers do not make it offline. */
  get answered(): boolean {
    return this.fault === "refused" || this.fault === "malformed";
  }
}

export class BrokerError extends Error {
  override readonly name = "BrokerError";
  /** The message, for other languages. */
  readonly phrase: Phrase;

  constructor(message: string | Phrase, options?: ErrorOptions) {
    const phrase = toPhrase(message);
    super(phrase.text, options);
    this.phrase = phrase;
  }
}

/** An invalid command; the message is the reason in its outcome. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** The request as far as it could be read, repeated in the outcome. */
  readonly request: string;
  readonly transaction: string | number | undefined;
  /** The reason, for other languages. */
  readonly phrase: Phrase;

  constructor(reason: string | Phrase, request: string, transaction?: string | number) {
    const phrase = toPhrase(reason);
    super(phrase.text);
    this.phrase = phrase;
    this.request = request;
    this.transaction = transaction;
  }
}
