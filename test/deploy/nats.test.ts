import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { NatsLeaseStore } from "../../src/nats/nats-lease-store.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { ServerProcess } from "../support/server-process.ts";
import { isNatsMissing } from "../support/start-nats.ts";
import { readYaml, type Yaml } from "./read-yaml.ts";

const [compose] = readYaml("deploy/nats/docker-compose.yml");
const set: Yaml = readYaml("deploy/kubernetes/fleet/nats.yaml").find(
  ({ kind }: Yaml) => kind === "StatefulSet",
);
const container: Yaml = set.spec.template.spec.containers[0];
const names: readonly string[] = Array.from({ length: set.spec.replicas }, (_, index) => `nats-${index}`);

/** The arguments of each node, by its name. */
const documented: readonly [what: string, nodes: ReadonlyMap<string, readonly string[]>][] = [
  [
    "Compose",
    new Map(
      Object.entries(compose.services as Readonly<Record<string, Yaml>>).map(([name, { command }]) => [
        name,
        command as string[],
      ]),
    ),
  ],
  [
    "Kubernetes",
    new Map(
      names.map((name) => [
        name,
        container.args.map((arg: string) => arg.replace("$(NAME)", name)) as string[],
      ]),
    ),
  ],
];

describe("the nodes of NATS", () => {
  it.skipIf(isNatsMissing).each(documented)(
    "keep leases as %s starts them",
    { timeout: 90_000 },
    async (_what, nodes) => {
      expect(nodes.size).toBe(3);
      const folder = mkdtempSync(join(tmpdir(), "player2mqtt-nodes-"));
      const routes = new Map(
        await Promise.all([...nodes.keys()].map(async (name) => [name, await freePort()] as const)),
      );
      const servers: ServerProcess[] = [];
      const urls: string[] = [];
      for (const [name, args] of nodes) {
        const port = await freePort();
        const here = args.map((arg) =>
          arg
            .replace("/data", join(folder, name))
            .replace("0.0.0.0:6222", `127.0.0.1:${routes.get(name)}`)
            .replaceAll(
              /nats:\/\/(nats-\d)(?:\.nats)?:6222/g,
              (_, node: string) => `nats://127.0.0.1:${routes.get(node)}`,
            )
            .replace(/^(--http_port)=.*/, "$1=0"),
        );
        urls.push(`nats://127.0.0.1:${port}`);
        servers.push(
          new ServerProcess({
            command: "nats-server",
            args: [...here, "--addr=127.0.0.1", `--port=${port}`],
            env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` },
            port,
          }),
        );
      }
      try {
        await Promise.all(servers.map((server) => server.start()));
        const events = { connected: () => {}, changed: () => {}, heard: () => {}, failed: () => {} };
        const tls = { ca: undefined, cert: undefined, key: undefined };
        await using store = new NatsLeaseStore(
          { urls, username: "", password: "", tls, bucket: "player2mqtt", leaseMs: 5000 },
          events,
          systemClock,
          new MemoryLog(),
        );
        await eventually(() => store.write("players", "den", "held", 0), 60_000, 50);
        await servers[0]?.kill();
        await eventually(
          async () => expect(await store.read("players", "den")).toMatchObject({ value: "held" }),
          60_000,
          50,
        );
      } finally {
        for (const server of servers) await server.kill();
        rmSync(folder, { recursive: true });
      }
    },
  );
});
