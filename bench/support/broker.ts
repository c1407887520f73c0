import { type Mosquitto, startMosquitto } from "../../test/support/start-mosquitto.ts";

/** A mosquitto as a benchmark needs it, with further lines of its configuration. */
export function startBroker(config: readonly string[] = []): Promise<Mosquitto> {
  // Without it mosquitto holds small packets back for 40 ms, whoever speaks to it.
  const plain = ["set_tcp_nodelay true", "max_queued_messages 0", "persistence false"];
  return startMosquitto({ config: [...plain, ...config] });
}
