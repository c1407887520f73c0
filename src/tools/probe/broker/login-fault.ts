import type { BrokerSettings } from "../../../config/broker-url.ts";
import { type ConnectError, connectTexts } from "../../../mqtt/connect-error.ts";
import { fault, type Finding } from "../finding.ts";
import { type Phrase, translatable } from "../../../lib/phrase.ts";

/** An alert of the broker: it speaks TLS, but wants another client certificate. */
const aboutOwnCertificate = /alert (?:certificate|bad certificate|unsupported certificate|unknown ca)/;

/**
 * What the bridge says when it cannot connect, with advice that also looks at the settings: whether a login is set, whether
 * the address is one of TLS, whether the broker would be the bridge's own; and `check` has client ids of its own.
 */
export function loginFault(error: ConnectError, { mqtt, broker }: BrokerSettings): Finding {
  const { fault: kind, phrase: reason, problem } = error;
  const isTls = /^(mqtts|wss):/.test(mqtt.url);
  const text = translatable("login.failed", "{problem}: {reason}", { problem, reason });
  switch (kind) {
    case "credentials":
      return fault("login", text, credentialsAdvice(mqtt));
    case "client-id": {
      const advice = translatable("advice.client-id", "allow client ids that begin with player2mqtt-");
      return fault("login", text, advice);
    }
    case "refused":
      return fault("login", text, connectTexts[kind].advice);
    case "untrusted-certificate":
    case "expired-certificate":
    case "wrong-host-name":
      return fault("tls", text, connectTexts[kind].advice);
    case "tls":
      return aboutOwnCertificate.test(error.message)
        ? fault(
            "tls",
            translatable(
              "tls.own-certificate",
              "the broker requires a client certificate, or rejects the given one: {reason}",
              { reason },
            ),
            translatable(
              "advice.own-certificate",
              "set mqtt.cert and mqtt.key to a certificate that the broker accepts",
            ),
          )
        : fault(
            "tls",
            text,
            translatable(
              "advice.tls-port",
              "use mqtts:// or wss:// for a port with TLS, usually 8883, and mqtt:// for 1883",
            ),
          );
    case "unreachable":
      break;
  }
  if (mqtt.url === "") {
    return fault(
      "embedded",
      translatable(
        "embedded.no-broker",
        "port {port}, where the bridge starts its own broker, is used by something that is not a broker",
        { port: broker.port },
      ),
      translatable("advice.embedded-other", "set BROKER_PORT to a free port, or MQTT_URL to your own broker"),
    );
  }
  return fault(
    "login",
    translatable("login.no-broker", "no MQTT broker answers on that port: {reason}", { reason }),
    isTls
      ? translatable(
          "advice.broker-port-tls",
          "check the port: brokers listen on 1883, with TLS on 8883. If the broker requires a client certificate, set mqtt.cert and mqtt.key.",
        )
      : translatable(
          "advice.broker-port",
          "check the port: brokers listen on 1883, with TLS on 8883. For a port with TLS, use mqtts://. If the broker requires a client certificate, set mqtt.cert and mqtt.key.",
        ),
  );
}

function credentialsAdvice({ url, username }: BrokerSettings["mqtt"]): Phrase {
  const isNamed = username !== "" || (url !== "" && new URL(url).username !== "");
  return isNamed
    ? translatable(
        "advice.credentials",
        "check mqtt.username and mqtt.password (MQTT_USERNAME, MQTT_PASSWORD) against the broker's users",
      )
    : translatable(
        "advice.set-credentials",
        "set mqtt.username and mqtt.password (MQTT_USERNAME, MQTT_PASSWORD): none are set, but the broker requires them",
      );
}
