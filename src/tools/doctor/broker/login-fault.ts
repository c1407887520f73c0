import type { BrokerSettings } from "../../../config/broker-url.ts";
import type { ConnectError } from "../../../mqtt/connect-error.ts";
import { fault, type Finding } from "../finding.ts";

/** An alert of the broker: it speaks TLS, but wants another client certificate. */
const aboutOwnCertificate = /alert (?:certificate|bad certificate|unsupported certificate|unknown ca)/;

/** Explains a connection that failed, and how to fix it. */
export function loginFault(error: ConnectError, { mqtt, broker }: BrokerSettings): Finding {
  const { fault: kind } = error;
  const isTls = /^(mqtts|wss):/.test(mqtt.url);
  if (kind === "credentials") {
    return fault("login", `the broker rejects the login: ${error.message}`, credentialsAdvice(mqtt));
  }
  if (kind === "client-id") {
    return fault(
      "login",
      `the broker rejects the client id: ${error.message}`,
      "allow client ids that begin with player2mqtt-",
    );
  }
  if (kind === "refused") {
    return fault("login", `the broker rejects the connection: ${error.message}`, "see the broker's log");
  }
  if (kind === "untrusted-certificate") {
    const text = `the broker's certificate is not trusted: ${error.message}`;
    return fault("tls", text, "set mqtt.ca to the CA certificate (PEM) that signed it");
  }
  if (kind === "expired-certificate") {
    return fault(
      "tls",
      "the broker's certificate has expired",
      "renew it at the broker, and check this machine's clock",
    );
  }
  if (kind === "wrong-host-name") {
    return fault(
      "tls",
      `the broker's certificate is for another name: ${error.message}`,
      "use that name in mqtt.url, or a certificate for this one",
    );
  }
  if (kind === "tls" && aboutOwnCertificate.test(error.message)) {
    const text = `the broker requires a client certificate, or rejects the given one: ${error.message}`;
    return fault("tls", text, "set mqtt.cert and mqtt.key to a certificate that the broker accepts");
  }
  if (kind === "tls") {
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
