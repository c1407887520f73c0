import { BrokerError } from "../core/errors.ts";
import type { Attempt } from "./protocol-choice.ts";

/** An attempt to connect that failed, and what that says about the protocol version. */
export class ConnectError extends BrokerError {
  readonly attempt: Attempt;
  /** The reason code of the CONNACK, where there was one. */
  readonly reasonCode: number | undefined;

  constructor(attempt: Attempt, message: string, options?: ErrorOptions & { readonly reasonCode?: number }) {
    super(message, options);
    this.attempt = attempt;
    this.reasonCode = options?.reasonCode;
  }

  /** Whether the broker's machine answered, though no broker did: it restarts, say. */
  get isNear(): boolean {
    return this.attempt === "closed-early" || codeOf(this.cause) === "ECONNREFUSED";
  }
}

/** Reason codes of CONNACK for a version the broker does not speak, in 3.1.1 and in 5. */
const refusedVersion = new Set([0x01, 0x84]);
/** A server that closes without reading what was sent makes the system answer with a reset. */
const closedByPeer = new Set(["ECONNRESET", "EPIPE"]);

/** The error of an attempt that ended before its CONNACK; without a failure the broker just closed. */
export function connectError(failure: Error | undefined): ConnectError {
  const code = codeOf(failure);
  const options = { cause: failure };
  if (typeof code === "number") {
    const attempt = refusedVersion.has(code) ? "version-refused" : "other";
    return new ConnectError(attempt, reasonOf(failure), { ...options, reasonCode: code });
  }
  const isClosed = failure === undefined || (typeof code === "string" && closedByPeer.has(code));
  return new ConnectError(isClosed ? "closed-early" : "other", reasonOf(failure), options);
}

/** Why a connection ended, for a person. */
export function reasonOf(failure: Error | undefined): string {
  if (failure === undefined) return "the broker closed the connection";
  // The words of MQTT.js for a port that is open and says nothing.
  if (failure.message === "connack timeout") return "the connection stands, and the broker says nothing";
  // A host with several addresses: what the first of them said stands for all.
  if (failure instanceof AggregateError && failure.errors[0] instanceof Error) {
    return reasonOf(failure.errors[0]);
  }
  const code = codeOf(failure);
  return typeof code === "string" && !failure.message.includes(code)
    ? `${failure.message} (${code})`
    : failure.message;
}

/** The reason code of the broker, or the system's name of the error. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
