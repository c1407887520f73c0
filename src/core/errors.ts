import { toPhrase, type Phrase } from "../lib/phrase.ts";

/**
 * The kind of a failed request. unreachable: never sent. broken: sent, but the answer did not arrive completely or in
 * time. refused: an HTTP error status. malformed: an answer without meaning.
 */
export type DeviceFault = "unreachable" | "broken" | "refused" | "malformed";

/** An error whose message can be translated. */
class PhraseError extends Error {
  readonly phrase: Phrase;

  constructor(message: string | Phrase, options?: ErrorOptions) {
    const phrase = toPhrase(message);
    super(phrase.text, options);
    this.phrase = phrase;
  }
}

/** A request to a player without a usable answer. */
export class DeviceError extends PhraseError {
  override readonly name = "DeviceError";
  readonly fault: DeviceFault;

  constructor(fault: DeviceFault, message: string | Phrase, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }

  /** Whether the player gave any answer: single malformed answers do not make it offline. */
  get answered(): boolean {
    return this.fault === "refused" || this.fault === "malformed";
  }
}

/** Something answers at the address, and it is no player. */
export class NoPlayerError extends DeviceError {
  readonly isGuarded: boolean;

  constructor(message: Phrase, isGuarded: boolean) {
    super("malformed", message);
    this.isGuarded = isGuarded;
  }
}

export class BrokerError extends PhraseError {
  override readonly name = "BrokerError";
}

/** An invalid command; the message is the reason in its outcome. */
export class CommandError extends PhraseError {
  override readonly name = "CommandError";
  /** The request as far as it could be read, repeated in the outcome. */
  readonly request: string;
  readonly transaction: string | number | undefined;

  constructor(reason: string | Phrase, request: string, transaction?: string | number) {
    super(reason);
    this.request = request;
    this.transaction = transaction;
  }
}
