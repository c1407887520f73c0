import { brokerUrls } from "../../../config/broker-url.ts";
import type { Config } from "../../../config/schema.ts";
import { parseBrokerUrl } from "../../../mqtt/open-stream.ts";
import { fault, type Finding, note, type ReportFinding } from "../finding.ts";
import { reach, resolveHost } from "../reach.ts";
import type { Environment } from "../environment.ts";
import { translatable } from "../../../lib/phrase.ts";

export interface BrokerCheck {
  readonly config: Config;
  readonly environment: Environment;
  readonly report: ReportFinding;
  readonly signal: AbortSignal;
}

const connectMs = 3000;

export async function checkAddress({ config, environment, report, signal }: BrokerCheck): Promise<boolean> {
  const [url] = brokerUrls(config);
  const { hostname } = new URL(url);
  const isEmbedded = config.mqtt.url === "";
  const advice = translatable(
    "advice.broker-host",
    "correct the host in mqtt.url (MQTT_URL), or use the broker's IP address",
  );
  const { address, finding } = await resolveHost(hostname, environment, advice);
  if (finding !== undefined) report(finding);
  if (address === undefined) return false;
  const { port } = parseBrokerUrl(url);
  const found = await reach(hostname, port, connectMs, signal);
  if (found === "open") return true;
  if (isEmbedded && found === "refused") {
    report(
      note(
        "embedded",
        translatable(
          "embedded.not-running",
          "no broker is configured, so the bridge starts its own on port {port} ; the bridge is not running now",
          { port },
        ),
        translatable(
          "advice.start-bridge",
          "start the bridge and check again, or set MQTT_URL to your own broker",
        ),
      ),
    );
    return false;
  }
  report(found === "refused" ? nobodyListens(hostname, port) : nobodyThere(hostname, port));
  return false;
}

function nobodyListens(host: string, port: number): Finding {
  return fault(
    "reach",
    translatable("port.closed", "{host} is up, but nothing listens on port {port}", { host, port }),
    translatable(
      "advice.start-broker",
      "start the broker, or correct the port in mqtt.url (MQTT_URL): brokers listen on 1883, with TLS on 8883",
    ),
  );
}

function nobodyThere(host: string, port: number): Finding {
  const values = { host, port, ms: connectMs };
  return fault(
    "reach",
    translatable("host.silent-port", "no answer from {host} on port {port} within {ms} ms", values),
    translatable(
      "advice.broker-address",
      "check the address in mqtt.url (MQTT_URL), and the firewall of the machine with the broker",
    ),
  );
}
