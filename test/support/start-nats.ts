import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@nats-io/transport-node";
import { jetstreamManager } from "@nats-io/jetstream";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import { arePrograms, env } from "./missing-programs.ts";
import { ServerProcess } from "./server-process.ts";

/** A real nats-server for one test. */
export interface Nats extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Whether tests with a real nats-server must be skipped; throws if they are required. */
export const isNatsMissing = arePrograms({ "nats-server": "--version" }, "REQUIRE_NATS") === "missing";

/** A server with JetStream, or with these lines of a configuration beside its port. */
export async function startNats(config = ["jetstream { store_dir: {dir} }"]): Promise<Nats> {
  const node = await createNode("node-0", config);
  await node.start();
  return node;
}

/** Nodes that are one store once they have found each other. The route from one to another leads over a port of its own. */
export async function startNatsCluster(
  size: number,
  detour: (from: number, to: number, port: number) => Promise<number>,
): Promise<readonly Nats[]> {
  const routePorts = await Promise.all(Array.from({ length: size }, () => freePort()));
  const routesFrom = async (from: number): Promise<string> => {
    const ports = routePorts.map(async (port, to) => (to === from ? port : detour(from, to, port)));
    return (await Promise.all(ports)).map((port) => `nats://127.0.0.1:${port}`).join(", ");
  };
  const nodes = await Promise.all(
    routePorts.map(async (port, index) =>
      createNode(`node-${index}`, [
        "jetstream { store_dir: {dir} }",
        // The nodes tell each other their addresses: that would be a way around a detour, so they tell one that leads nowhere.
        `cluster { name: players, listen: "127.0.0.1:${port}", advertise: "127.0.0.1:1", routes: [${await routesFrom(index)}] }`,
      ]),
    ),
  );
  await Promise.all(nodes.map((node) => node.start()));
  await eventually(async () => {
    const connection = await connect({ servers: nodes.map(({ url }) => url), reconnect: false });
    try {
      await (await jetstreamManager(connection)).getAccountInfo();
    } finally {
      await connection.close();
    }
  }, 60_000);
  return nodes;
}

async function createNode(name: string, config: readonly string[]): Promise<Nats> {
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-nats-"));
  const port = await freePort();
  const lines = [`listen: "127.0.0.1:${port}"`, `server_name: ${name}`, ...config];
  const file = join(directory, "nats.conf");
  writeFileSync(file, lines.join("\n").replaceAll("{dir}", `"${directory}"`));
  const server = new ServerProcess({ command: "nats-server", args: ["-c", file], env, port });
  return {
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return server.pid;
    },
    kill: () => server.kill(),
    start: () => server.start(),
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      rmSync(directory, { recursive: true });
    },
  };
}
