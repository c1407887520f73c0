import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { eventually } from "../support/eventually.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { login, type RealBroker, serverEnv, startBroker, writeLines } from "./real-broker.ts";

/** The configuration of the first node, as docs/brokers.md has it. */
const documented =
  /## A cluster of three NATS nodes[^]*?```\n([^]*?)```/.exec(readFileSync("docs/brokers.md", "utf8"))?.[1] ??
  "";

/** A node that may keep the leases of a fleet as well. */
export type NatsNode = RealBroker & { readonly storeUrl: string };

/** Starts the nodes of a cluster that keeps each retained message on all of them. */
export async function startNatsCluster(size: number): Promise<readonly NatsNode[]> {
  const routePorts = await Promise.all(Array.from({ length: size }, () => freePort()));
  const storePorts = await Promise.all(Array.from({ length: size }, () => freePort()));
  const routes = routePorts.map((port) => `"nats://127.0.0.1:${port}"`).join(", ");
  const nodes = await Promise.all(
    routePorts.map((routePort, index) =>
      startBroker(async ({ directory, data, port }) => {
        const changes: readonly (readonly [documented: string | RegExp, here: string])[] = [
          ["10.0.0.1:4222", `127.0.0.1:${storePorts[index]}`],
          ["node-1", `node-${index}`],
          ["/var/lib/nats/jetstream", join(data, "jetstream")],
          ['listen: "10.0.0.1:6222"', `listen: "127.0.0.1:${routePort}"`],
          [/(?<=routes: \[).*(?=\])/, routes],
          ['host: "10.0.0.1", port: 1883', `host: "127.0.0.1", port: ${port}`],
          ["stream_replicas: 3", `stream_replicas: ${size}`],
          [
            'user: "player2mqtt", password: "a secret"',
            `user: "${login.username}", password: "${login.password}"`,
          ],
        ];
        const text = changes.reduce((before, [documentedPart, here]) => {
          if (before.search(documentedPart) < 0) throw new Error(`docs/brokers.md has no ${documentedPart}`);
          return before.replace(documentedPart, here);
        }, documented);
        const file = writeLines(directory, "nats.conf", [text]);
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
  return nodes.map((node, index) =>
    Object.assign(node, { storeUrl: `nats://127.0.0.1:${storePorts[index]}` }),
  );
}
