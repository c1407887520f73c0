import { type Mosquitto, startMosquitto } from "../../test/support/start-mosquitto.ts";

/** A mosquitto for a benchmark, with further lines of its configuration. */
export function startBroker(config: readonly string[] = []): Promise<Mosquitto> {
  // Without it, mosquitto delays small packets by 40 ms for every client.
  const plain = ["set_tcp_nodelay true", "max_queued_messages 0", "persistence false"];
  return startMosquitto({ config: [...plain, ...config] });
}
