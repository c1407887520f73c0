import { BrokerError } from "../core/errors.ts";
import { reachableHost } from "../lib/reachable-host.ts";

/** The error of an embedded broker that cannot listen, with advice. */
export function cannotListen(error: Error, host: string, port: number): BrokerError {
  const code: unknown = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new BrokerError(
      `Cannot start the embedded broker: port ${port} on ${host} is in use, probably by another MQTT broker. ` +
        `Set MQTT_URL=mqtt://${reachableHost(host)}:${port} to use that one, or BROKER_PORT to a free port.`,
      { cause: error },
    );
  }
  const hint = code === "EACCES" ? " Ports below 1024 need privileges: set BROKER_PORT." : "";
  return new BrokerError(`Cannot start the embedded broker on ${host}:${port}: ${error.message}.${hint}`, {
    cause: error,
  });
}
