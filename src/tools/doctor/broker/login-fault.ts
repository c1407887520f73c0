import type { BrokerSettings } from "../../../config/broker-url.ts";
import { type ConnectError, codeOf } from "../../../mqtt/connect-error.ts";
import { fault, type Finding } from "../finding.ts";

/** Reason codes of CONNACK, in 3.1.1 and in 5, that speak of who we are. */
const notLetIn = new Set([0x04, 0x05, 0x86, 0x87]);
const idRefused = new Set([0x02, 0x85]);
const certificateUnknown = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

/** Why we were not let in, and what to do about it. */
export function loginFault(error: ConnectError, { mqtt, broker }: BrokerSettings): Finding {
  const { reasonCode } = error;
  const code = codeOf(error.cause instanceof Error ? error.cause : undefined);
  const isTls = /^(mqtts|wss):/.test(mqtt.url);
  if (reasonCode !== undefined && notLetIn.has(reasonCode)) {
    return fault("login", `the broker does not let us in: ${error.message}`, credentialsAdvice(mqtt));
  }
  if (reasonCode !== undefined && idRefused.has(reasonCode)) {
    return fault(
      "login",
      `the broker refuses our client id: ${error.message}`,
      "allow ids that begin with player2mqtt-",
    );
  }
  if (reasonCode !== undefined) {
    return fault("login", `the broker refuses us: ${error.message}`, "look into the broker's log");
  }
  if (typeof code === "string" && certificateUnknown.has(code)) {
    const text = `the broker's certificate is not trusted: ${error.message}`;
    return fault("tls", text, "set mqtt.ca to the file (PEM) of the authority that signed it");
  }
  if (code === "CERT_HAS_EXPIRED") {
    return fault(
      "tls",
      "the broker's certificate has expired",
      "renew it at the broker; check this machine's clock, too",
    );
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return fault(
      "tls",
      `the broker's certificate is for another name: ${error.message}`,
      "use that name in mqtt.url, or have a certificate made for this one",
    );
  }
  if (typeof code === "string" && /^ERR_SSL|^EPROTO/.test(code)) {
    const text = isTls
      ? `no TLS is spoken there: ${error.message}`
      : `the TLS handshake failed: ${error.message}`;
    return fault(
      "tls",
      text,
      "mqtts:// and wss:// are for a port with TLS, usually 8883; mqtt:// is for 1883",
    );
  }
  if (mqtt.url === "") {
    return fault(
      "embedded",
      `something that is no broker listens on port ${broker.port}, where the bridge wants to start its own`,
      "set BROKER_PORT to a free port, or MQTT_URL to a broker that you have",
    );
  }
  const tlsHint = isTls ? "" : " If the port is for TLS, write mqtts://.";
  return fault(
    "login",
    `no MQTT broker answers there: ${error.message}`,
    `check the port: brokers listen on 1883, with TLS on 8883.${tlsHint} A broker that demands a client certificate needs mqtt.cert and mqtt.key.`,
  );
}

function credentialsAdvice({ url, username }: BrokerSettings["mqtt"]): string {
  const isNamed = username !== "" || (url !== "" && new URL(url).username !== "");
  return isNamed
    ? "check mqtt.username and mqtt.password (MQTT_USERNAME, MQTT_PASSWORD) against the broker's users"
    : "set mqtt.username and mqtt.password (MQTT_USERNAME, MQTT_PASSWORD): none are given, and the broker wants them";
}
