import { type Mosquitto, startMosquitto } from "../../test/support/start-mosquitto.ts";

/** A mosquitto as a benchmark needs it. */
export function startBroker(): Promise<Mosquitto> {
  // Without it mosquitto holds small packets back for 40 ms, whoever speaks to it.
  return startMosquitto({ config: ["set_tcp_nodelay true", "max_queued_messages 0", "persistence false"] });
}
