import type { Config } from "../config/schema.ts";
import type { Log } from "../core/ports.ts";
import { onceAMinute } from "../lib/once-a-minute.ts";
import { systemClock } from "../lib/clock.ts";
import type { BrokerLimit, OnLimit } from "../mqtt/broker-limits.ts";
import type { EmbeddedBroker } from "../mqtt/embedded-broker.ts";

const largestForeignPacketBytes = 2_097_152;
const packetMarginBytes = 1024;

export async function startEmbedded(config: Config, log: Log): Promise<EmbeddedBroker> {
  const { maxPayload, username, password } = config.mqtt;
  // The broker must accept everything that the bridge publishes.
  const pictures = [config, ...config.players].map(({ publish }) =>
    publish.pictures ? publish.pictureMaxBytes : 0,
  );
  const largestOwnPacketBytes = Math.max(maxPayload, ...pictures) + packetMarginBytes;
  // Loaded only where it is used.
  const [{ startEmbeddedBroker }, { brokerLimits }] = await Promise.all([
    import("../mqtt/embedded-broker.ts"),
    import("../mqtt/broker-limits.ts"),
  ]);
  let guesser = "";
  const reportGuess = onceAMinute(systemClock, (attempts) => {
    const fields = { address: guesser, attempts };
    log.warn(fields, "a client of the embedded broker sent a wrong username or password");
  });
  const broker = await startEmbeddedBroker({
    ...config.broker,
    username,
    password,
    maxPacketBytes: Math.max(largestForeignPacketBytes, largestOwnPacketBytes),
    onCutOff: (address) => {
      log.warn({ address }, "disconnected a stalled MQTT client (no reads for 10 s)");
    },
    onLimit: limitLog(log, brokerLimits),
    onWrongPassword: (address) => {
      guesser = address;
      reportGuess();
    },
  });
  log.info(
    { broker: broker.url },
    `no broker is configured (MQTT_URL): the embedded one is started at ${broker.url}`,
  );
  return broker;
}

/** Logs each limit that clients reach, at most once a minute. */
function limitLog(log: Log, limits: Readonly<Record<BrokerLimit, number>>): OnLimit {
  const reports = new Map<BrokerLimit, () => void>();
  let from = "";
  return (limit, address) => {
    from = address;
    const report =
      reports.get(limit) ??
      onceAMinute(systemClock, (times) => {
        const fields = { limit, most: limits[limit], times, address: from };
        log.warn(fields, "clients of the embedded broker reached a limit");
      });
    reports.set(limit, report);
    report();
  };
}
