import { BrokerError } from "../core/errors.ts";
import { codeOf } from "../lib/code-of.ts";
import { translatable, type Phrase, toPhrase } from "../lib/phrase.ts";
import type { Attempt } from "./protocol-choice.ts";

interface Explanation {
  readonly problem: Phrase;
  readonly advice?: Phrase;
}

/** What failed, and what to do about it whatever is configured. */
export const connectTexts = {
  credentials: {
    problem: translatable("connect.credentials", "the broker refuses the username or the password"),
    advice: translatable("connect.check-credentials", "check mqtt.username and mqtt.password"),
  },
  "client-id": {
    problem: translatable("connect.client-id", "the broker refuses the client id"),
    advice: translatable("connect.check-client-id", "check mqtt.clientId"),
  },
  refused: {
    problem: translatable("connect.refused", "the broker refuses the connection"),
    advice: translatable("advice.broker-log", "see the broker's log"),
  },
  "untrusted-certificate": {
    problem: translatable("connect.untrusted", "the broker's certificate is not trusted"),
    advice: translatable("advice.ca", "set mqtt.ca to the CA certificate (PEM) that signed it"),
  },
  "expired-certificate": {
    problem: translatable("tls.expired", "the broker's certificate has expired"),
    advice: translatable("advice.renew", "renew it at the broker, and check this machine's clock"),
  },
  "wrong-host-name": {
    problem: translatable("connect.other-name", "the broker's certificate is for another host name"),
    advice: translatable(
      "advice.certificate-name",
      "use that name in mqtt.url, or a certificate for this one",
    ),
  },
  tls: { problem: translatable("connect.tls", "the TLS handshake with the broker failed") },
  /** Or the server is no MQTT broker. */
  unreachable: { problem: translatable("connect.unreachable", "cannot reach the broker") },
} as const satisfies Readonly<Record<string, Explanation>>;

export type ConnectFault = keyof typeof connectTexts;

/** A failed attempt to connect, and what it reveals about the protocol version. */
export class ConnectError extends BrokerError {
  readonly attempt: Attempt;
  readonly reasonCode: number | undefined;

  constructor(
    attempt: Attempt,
    reason: string | Phrase,
    options?: ErrorOptions & { readonly reasonCode?: number },
  ) {
    super(reason, options);
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

  get problem(): Phrase {
    return connectTexts[this.fault].problem;
  }

  get advice(): Phrase | undefined {
    const { advice }: Explanation = connectTexts[this.fault];
    return advice;
  }

  /** The reason, with what to do about it where that is known. */
  get explanation(): Phrase {
    const { advice, phrase: reason, problem } = this;
    if (advice === undefined) return reason;
    return translatable("connect.explanation", "{problem} ({reason}): {advice}", { problem, reason, advice });
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

/** Whether this was no connection because of the other side's certificate. */
export function isOfCertificate(failure: unknown): boolean {
  const fault = faultOfStream(codeOf(failure));
  return fault.endsWith("-certificate") || fault === "wrong-host-name";
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

export function reasonOf(failure: Error | undefined): Phrase {
  if (failure === undefined) return translatable("connect.closed", "the broker closed the connection");
  if (failure instanceof BrokerError) return failure.phrase;
  // MQTT.js's text for an open port that sends nothing.
  if (failure.message === "connack timeout")
    return translatable("connect.no-connack", "connected, but no CONNACK received");
  // A host with several addresses; the first error represents all.
  if (failure instanceof AggregateError && failure.errors[0] instanceof Error) {
    return reasonOf(failure.errors[0]);
  }
  const code = codeOf(failure);
  const isNamed = typeof code !== "string" || failure.message.includes(code);
  return toPhrase(isNamed ? failure.message : `${failure.message} (${code})`);
}
