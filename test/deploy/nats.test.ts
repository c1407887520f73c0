import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { openLeaseStore } from "../../src/tools/probe/open-lease-store.ts";
import { loadWith } from "../config/load-with.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { env } from "../support/missing-programs.ts";
import { newFolder } from "../support/new-folder.ts";
import { ServerProcess } from "../support/server-process.ts";
import { isNatsMissing } from "../support/start-nats.ts";
import { readYaml, type Yaml } from "./read-yaml.ts";

interface Example {
  /** The arguments of each node, by its name. */
  readonly nodes: ReadonlyMap<string, readonly string[]>;
  /** Where the bridges find a port of a node, such as `nats-0.nats:4222`. */
  readonly addressOf: (node: string, port: string) => string;
  readonly fleetUrl: string;
}

function readCompose(): Example {
  const file = "deploy/nats/docker-compose.yml";
  const services = Object.entries(readYaml(file)[0].services as Readonly<Record<string, Yaml>>);
  const [, fleetUrl = ""] = /FLEET_URL=(.*?)\. /.exec(readFileSync(file, "utf8")) ?? [];
  const ports = new Map(services.map(([name, { ports }]) => [name, String(ports[0]).split(":")[0]]));
  return {
    nodes: new Map(services.map(([name, { command }]) => [name, command as string[]])),
    addressOf: (node, port) => (port === "4222" ? `<host>:${ports.get(node)}` : `${node}:${port}`),
    fleetUrl,
  };
}

function readKubernetes(): Example {
  const setIn = (file: string): Yaml =>
    readYaml(`deploy/kubernetes/fleet/${file}.yaml`).find(({ kind }: Yaml) => kind === "StatefulSet").spec;
  const { replicas, serviceName, template } = setIn("nats");
  const { args } = template.spec.containers[0] as { readonly args: readonly string[] };
  const names = Array.from({ length: replicas }, (_, index) => `nats-${index}`);
  const { env } = setIn("stateful-set").template.spec.containers[0];
  return {
    nodes: new Map(names.map((name) => [name, args.map((arg) => arg.replace("$(NAME)", name))])),
    addressOf: (node, port) => `${node}.${serviceName}:${port}`,
    fleetUrl: env.find(({ name }: Yaml) => name === "FLEET_URL").value,
  };
}

describe("the nodes of NATS", () => {
  it.skipIf(isNatsMissing).each([
    ["Compose", readCompose()],
    ["Kubernetes", readKubernetes()],
  ])(
    "keep leases as %s starts them, also without one of them",
    { timeout: 200_000 },
    async (_what, { addressOf, fleetUrl, nodes }) => {
      expect(nodes.size).toBe(3);
      const folder = newFolder();
      /** On one machine, each port of each node is another one. */
      const places: [there: string, here: string][] = [];
      for (const name of nodes.keys())
        for (const port of ["4222", "6222"])
          places.push([addressOf(name, port), `127.0.0.1:${await freePort()}`]);
      const placed = (text: string): string =>
        places.reduce((so, [there, here]) => so.replaceAll(there, here), text);
      const servers = Array.from(nodes, ([name, args]) => {
        const [client = "", cluster = ""] = ["4222", "6222"].map((port) => placed(addressOf(name, port)));
        const here = args.map((arg) =>
          placed(arg)
            .replace("/data", join(folder, name))
            .replace("0.0.0.0:6222", cluster)
            .replace(/^--http_port=.*/, "--http_port=0"),
        );
        const port = Number(client.split(":")[1]);
        return new ServerProcess({
          command: "nats-server",
          args: [...here, "--addr=127.0.0.1", `--port=${port}`],
          env,
          port,
        });
      });
      try {
        await Promise.all(servers.map((server) => server.start()));
        const given = { FLEET_URL: placed(fleetUrl), FLEET_MEMBER: "a", PLAYER_URL: "127.0.0.1:9" };
        const open = await openLeaseStore(loadWith({ env: given }), systemClock);
        await using store = open?.({
          connected: () => {},
          changed: () => {},
          heard: () => {},
          failed: () => {},
        });
        const write = (key: string): Promise<void> =>
          eventually(
            async () => expect(await store?.write("players", key, "held", 0)).toBeGreaterThan(0),
            60_000,
            50,
          );
        await write("den");
        await servers[0]?.kill();
        await write("attic");
        expect(await store?.write("players", "den", "other", 0)).toBeUndefined();
      } finally {
        for (const server of servers) await server.kill();
      }
    },
  );
});
