import { brokerUrl } from "../../../config/broker-url.ts";
import type { Config } from "../../../config/schema.ts";
import { fault, type Finding, good, note, type Tell } from "../finding.ts";
import { reach, resolveHost } from "../reach.ts";
import type { World } from "../world.ts";

const connectMs = 3000;
const portOf: Readonly<Record<string, number>> = { "mqtt:": 1883, "mqtts:": 8883, "ws:": 80, "wss:": 443 };

/** Whether something listens where the broker should be. */
export async function checkAddress(
  config: Config,
  world: World,
  tell: Tell,
  signal: AbortSignal,
): Promise<boolean> {
  const url = new URL(brokerUrl(config));
  const isEmbedded = config.mqtt.url === "";
  const resolved = await resolveHost(url.hostname, world);
  if (resolved !== undefined && "problem" in resolved) {
    tell(
      fault(
        "address",
        `'${url.hostname}' is not found: ${resolved.problem}`,
        "correct the host in mqtt.url (MQTT_URL), or write the broker's IP address",
      ),
    );
    return false;
  }
  if (resolved !== undefined) tell(good("address", `${url.hostname} is ${resolved.addresses.join(", ")}`));
  const port = url.port === "" ? (portOf[url.protocol] ?? 0) : Number(url.port);
  const found = await reach(url.hostname, port, connectMs, signal);
  if (found === "open") return true;
  if (isEmbedded && found === "refused") {
    tell(
      note(
        "embedded",
        `no broker is configured, so the bridge starts its own on port ${port} when it runs; it is not running just now`,
        "run the bridge and check again, or set MQTT_URL to a broker that you have",
      ),
    );
    return false;
  }
  tell(found === "refused" ? nobodyListens(url.hostname, port) : nobodyThere(url.hostname, port));
  return false;
}

function nobodyListens(host: string, port: number): Finding {
  return fault(
    "reach",
    `${host} is there, and nothing listens on its port ${port}`,
    "start the broker, or correct the port in mqtt.url (MQTT_URL): brokers listen on 1883, with TLS on 8883",
  );
}

function nobodyThere(host: string, port: number): Finding {
  return fault(
    "reach",
    `no answer from ${host} on port ${port} within ${connectMs} ms`,
    "check the address in mqtt.url (MQTT_URL), and the firewall of the machine with the broker",
  );
}
