import { BrokerError } from "../core/errors.ts";
import type { Attempt } from "./protocol-choice.ts";

/** Why an attempt to connect failed; `unreachable` also if the server is no MQTT broker. */
export type ConnectFault =
  | "credentials"
  | "client-id"
  | "refused"
  | "untrusted-certificate"
  | "expired-certificate"
  | "wrong-host-name"
  | "tls"
  | "unreachable";

const texts: Readonly<Record<ConnectFault, { readonly problem: string; readonly advice?: string }>> = {
  credentials: {
    problem: "the broker refuses the username or the password",
    advice: "check mqtt.username and mqtt.password",
  },
  "client-id": { problem: "the broker refuses the client id", advice: "check mqtt.clientId" },
  refused: { problem: "the broker refuses the connection", advice: "see the broker's log" },
  "untrusted-certificate": {
    problem: "the broker's certificate is not trusted",
    advice: "set mqtt.ca to the CA certificate (PEM) that signed it",
  },
  "expired-certificate": {
    problem: "the broker's certificate has expired",
    advice: "renew it, and check the clock of this machine",
  },
  "wrong-host-name": {
    problem: "the broker's certificate is for another host name",
    advice: "use that name in mqtt.url",
  },
  tls: { problem: "the TLS handshake with the broker failed" },
  unreachable: { problem: "cannot reach the broker" },
};

/** A failed attempt to connect, and what it reveals about the protocol version. */
export class ConnectError extends BrokerError {
  readonly attempt: Attempt;
  readonly reasonCode: number | undefined;

  constructor(attempt: Attempt, message: string, options?: ErrorOptions & { readonly reasonCode?: number }) {
    super(message, options);
    this.attempt = attempt;
    this.reasonCode = options?.reasonCode;
  }

  /** Whether the broker's machine answered although no broker did: the broker may be restarting. */
  get hostIsUp(): boolean {
    return this.attempt === "closed-early" || codeOf(this.cause) === "ECONNREFUSED";
  }

  get fault(): ConnectFault {
    return this.reasonCode === undefined ? faultOfStream(codeOf(this.cause)) : faultOfCode(this.reasonCode);
  }

  get problem(): string {
    return texts[this.fault].problem;
  }

  get advice(): string | undefined {
    return texts[this.fault].advice;
  }
}

/** CONNACK reason codes for bad credentials, in 3.1.1 and in 5. */
const badCredentials = new Set([0x04, 0x05, 0x86, 0x87]);
const badClientId = new Set([0x02, 0x85]);
const untrusted = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

function faultOfCode(code: number): ConnectFault {
  if (badCredentials.has(code)) return "credentials";
  return badClientId.has(code) ? "client-id" : "refused";
}

function faultOfStream(code: unknown): ConnectFault {
  if (typeof code !== "string") return "unreachable";
  if (untrusted.has(code)) return "untrusted-certificate";
  if (code === "CERT_HAS_EXPIRED") return "expired-certificate";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "wrong-host-name";
  return /^ERR_SSL|^EPROTO/.test(code) ? "tls" : "unreachable";
}

/** CONNACK reason codes for an unsupported protocol version, in 3.1.1 and in 5. */
const refusedVersion = new Set([0x01, 0x84]);
/** The system answers with a reset when a server closes without reading what was sent. */
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

export function reasonOf(failure: Error | undefined): string {
  if (failure === undefined) return "the broker closed the connection";
  // MQTT.js's text for an open port that sends nothing.
  if (failure.message === "connack timeout") return "connected, but no CONNACK received";
  // A host with several addresses; the first error represents all.
  if (failure instanceof AggregateError && failure.errors[0] instanceof Error) {
    return reasonOf(failure.errors[0]);
  }
  const code = codeOf(failure);
  return typeof code === "string" && !failure.message.includes(code)
    ? `${failure.message} (${code})`
    : failure.message;
}

/** The broker's reason code, or the system's error code. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
