/**
 * What went wrong with a request to a player. unreachable: it was never sent. broken: it was, and the answer did not
 * arrive whole or in time. refused: an HTTP status says no. malformed: the answer makes no sense.
 */
export type DeviceFault = "unreachable" | "broken" | "refused" | "malformed";

/** A request to a player that brought no usable answer. */
export class DeviceError extends Error {
  override readonly name = "DeviceError";
  readonly fault: DeviceFault;

  constructor(fault: DeviceFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }

  /** Whether the player gave any answer at all: a little nonsense makes nobody offline. */
  get answered(): boolean {
    return this.fault === "refused" || this.fault === "malformed";
  }
}

/** A broker that cannot be started or used. */
export class BrokerError extends Error {
  override readonly name = "BrokerError";
}

/** A command that cannot be understood; the message is the reason in its outcome. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** What the message seems to have asked for, to be repeated in the outcome. */
  readonly request: string;
  readonly transaction: string | number | undefined;

  constructor(reason: string, request: string, transaction?: string | number) {
    super(reason);
    this.request = request;
    this.transaction = transaction;
  }
}
