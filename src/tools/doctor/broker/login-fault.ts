import type { BrokerSettings } from "../../../config/broker-url.ts";
import { type ConnectError, codeOf } from "../../../mqtt/connect-error.ts";
import { fault, type Finding } from "../finding.ts";

/** Reason codes of CONNACK, in 3.1.1 and in 5, for a rejected login. */
const loginRejected = new Set([0x04, 0x05, 0x86, 0x87]);
const idRefused = new Set([0x02, 0x85]);
const certificateUnknown = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

/** Explains a connection that failed, and how to fix it. */
export function loginFault(error: ConnectError, { mqtt, broker }: BrokerSettings): Finding {
  const { reasonCode } = error;
  const code = codeOf(error.cause instanceof Error ? error.cause : undefined);
  const isTls = /^(mqtts|wss):/.test(mqtt.url);
  if (reasonCode !== undefined && loginRejected.has(reasonCode)) {
    return fault("login", `the broker rejects the login: ${error.message}`, credentialsAdvice(mqtt));
  }
  if (reasonCode !== undefined && idRefused.has(reasonCode)) {
    return fault(
      "login",
      `the broker rejects the client id: ${error.message}`,
      "allow client ids that begin with player2mqtt-",
    );
  }
  if (reasonCode !== undefined) {
    return fault("login", `the broker rejects the connection: ${error.message}`, "see the broker's log");
  }
  if (typeof code === "string" && certificateUnknown.has(code)) {
    const text = `the broker's certificate is not trusted: ${error.message}`;
    return fault("tls", text, "set mqtt.ca to the CA certificate (PEM) that signed it");
  }
  if (code === "CERT_HAS_EXPIRED") {
    return fault(
      "tls",
      "the broker's certificate has expired",
      "renew it at the broker, and check this machine's clock",
    );
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return fault(
      "tls",
      `the broker's certificate is for another name: ${error.message}`,
      "use that name in mqtt.url, or a certificate for this one",
    );
  }
  if (typeof code === "string" && /^ERR_SSL|^EPROTO/.test(code)) {
    const text = isTls
      ? `that port does not use TLS: ${error.message}`
      : `the TLS handshake failed: ${error.message}`;
    return fault(
      "tls",
      text,
      "use mqtts:// or wss:// for a port with TLS, usually 8883, and mqtt:// for 1883",
    );
  }
  if (mqtt.url === "") {
    return fault(
      "embedded",
      `port ${broker.port}, where the bridge starts its own broker, is used by something that is not a broker`,
      "set BROKER_PORT to a free port, or MQTT_URL to your own broker",
    );
  }
  const tlsHint = isTls ? "" : " For a port with TLS, use mqtts://.";
  return fault(
    "login",
    `no MQTT broker answers on that port: ${error.message}`,
    `check the port: brokers listen on 1883, with TLS on 8883.${tlsHint} If the broker requires a client certificate, set mqtt.cert and mqtt.key.`,
  );
}

function credentialsAdvice({ url, username }: BrokerSettings["mqtt"]): string {
  const isNamed = username !== "" || (url !== "" && new URL(url).username !== "");
  return isNamed
    ? "check mqtt.username and mqtt.password (MQTT_USERNAME, MQTT_PASSWORD) against the broker's users"
    : "set mqtt.username and mqtt.password (MQTT_USERNAME, MQTT_PASSWORD): none are set, but the broker requires them";
}
