import type { Config } from "../config/schema.ts";
import type { Log } from "../core/ports.ts";
import type { EmbeddedBroker } from "../mqtt/embedded-broker.ts";

/** The largest packet that other clients may send to the embedded broker. */
const largestForeignPacketBytes = 2_097_152;
const packetMarginBytes = 1024;

/** Starts the embedded broker. */
export async function startEmbedded(config: Config, log: Log): Promise<EmbeddedBroker> {
  const { username, password } = config.mqtt;
  // Loaded only where it is used.
  const { startEmbeddedBroker } = await import("../mqtt/embedded-broker.ts");
  const broker = await startEmbeddedBroker({
    ...config.broker,
    username,
    password,
    // Everything that the bridge publishes has to fit.
    maxPacketBytes: Math.max(largestForeignPacketBytes, config.mqtt.maxPayload + packetMarginBytes),
    onCutOff: (address) => {
      log.warn(
        { address },
        "a client of the embedded broker read nothing for ten seconds and was disconnected",
      );
    },
    onWrongPassword: (address, count) => {
      if (!isWorthALine(count)) return;
      const fields = { address, attempts: count };
      log.warn(fields, "a client of the embedded broker gives a wrong username or password");
    },
  });
  log.info(
    { broker: broker.url },
    `no broker is configured (MQTT_URL), so the embedded one is started: reach it at ${broker.url}`,
  );
  return broker;
}

/** The first wrong password, and then fewer and fewer: at 10, 100, 1,000 … */
function isWorthALine(count: number): boolean {
  return Number.isInteger(Math.log10(count));
}
