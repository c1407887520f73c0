import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { login, type RealBroker, serverEnv, startBroker, writeLines } from "./real-broker.ts";

/** Starts the nodes of a cluster that keeps each retained message on all of them. */
export async function startNatsCluster(size: number): Promise<readonly RealBroker[]> {
  const routePorts = await Promise.all(Array.from({ length: size }, () => freePort()));
  const routes = routePorts.map((port) => `"nats://127.0.0.1:${port}"`).join(", ");
  const nodes = await Promise.all(
    routePorts.map((routePort, index) =>
      startBroker(async ({ directory, data, port }) => {
        const file = writeLines(directory, "nats.conf", [
          `listen: "127.0.0.1:${await freePort()}"`,
          `server_name: "node-${index}"`,
          `jetstream { store_dir: "${join(data, "jetstream")}" }`,
          `cluster { name: "test", listen: "127.0.0.1:${routePort}", routes: [${routes}] }`,
          `mqtt { host: "127.0.0.1", port: ${port}, stream_replicas: ${size} }`,
          // A node of a cluster needs an account for the system beside the one of its clients.
          "accounts {",
          `  clients { users: [{ user: "${login.username}", password: "${login.password}" }], jetstream: enabled }`,
          '  $SYS { users: [{ user: "system", password: "system" }] }',
          "}",
        ]);
        return { command: "nats-server", args: ["-c", file], env: serverEnv };
      }),
    ),
  );
  // A client is refused until the nodes have found each other.
  await eventually(async () => {
    for (const { url } of nodes) {
      await using _ = await TestClient.connect(url, [], { protocolVersion: 4, ...login });
    }
  }, 60_000);
  return nodes;
}
