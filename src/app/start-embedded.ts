import type { Config } from "../config/schema.ts";
import type { Log } from "../core/ports.ts";
import type { EmbeddedBroker } from "../mqtt/embedded-broker.ts";

/** What strangers may send to the embedded broker in one packet. */
const largestStrangePacketBytes = 2_097_152;
const packetMarginBytes = 1024;

/** Starts the broker of the bridge's own, for whoever has none. */
export async function startEmbedded(config: Config, log: Log): Promise<EmbeddedBroker> {
  const { username, password } = config.mqtt;
  // Who has a broker does not load another one.
  const { startEmbeddedBroker } = await import("../mqtt/embedded-broker.ts");
  const broker = await startEmbeddedBroker({
    ...config.broker,
    username,
    password,
    // Whatever the bridge may publish has to fit.
    maxPacketBytes: Math.max(largestStrangePacketBytes, config.mqtt.maxPayload + packetMarginBytes),
    onCutOff: (address) => {
      log.warn({ address }, "a client of the embedded broker took nothing for ten seconds, and was cut off");
    },
  });
  log.info(
    { broker: broker.url },
    `no broker is configured (MQTT_URL), so the embedded one is started: reach it at ${broker.url}`,
  );
  return broker;
}
