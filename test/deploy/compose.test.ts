import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandTable } from "../../src/cli/command-table.ts";
import { unusedVariables } from "../../src/config/unused-variables.ts";
import { knownVariables, loadWith } from "../config/load-with.ts";
import { readYaml, type Yaml } from "./read-yaml.ts";

const text = readFileSync("docker-compose.yml", "utf8");
const [compose] = readYaml("docker-compose.yml");
const services = Object.entries(compose.services as Readonly<Record<string, Yaml>>);
const ours = services.filter(([, { image }]) => image.includes("/player2mqtt:"));

describe("the compose file", () => {
  it.each(services)(
    "lets %s write nowhere but into its volumes, and do nothing special",
    (_name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
      expect(service.logging.options).toEqual({ "max-size": "10m", "max-file": "3" });
      expect(service.deploy.resources.limits).toMatchObject({ memory: "256M", pids: 64 });
      expect(service.privileged).toBeUndefined();
    },
  );

  it("is one file: it builds nothing, and mounts nothing from a checkout but the folder of settings", () => {
    expect(ours.map(([name]) => name)).toEqual(["credentials", "player2mqtt", "watch", "simulator"]);
    for (const [, service] of services) expect(service.build).toBeUndefined();
    const mounted = services.flatMap(([, { volumes = [] }]) =>
      volumes.filter((volume: string) => volume.startsWith(".")),
    );
    expect(new Set(mounted)).toEqual(new Set(["./config:/app/config:rw,z"]));
  });

  it.each(ours)("gives %s settings and words that the program knows", (name, service) => {
    const { command, entrypoint = [], environment = {} } = service;
    const unknown = Object.keys(environment).filter((variable) => !knownVariables.has(variable));
    // A variable without a value is kept away.
    const given = unknown.filter((variable) => environment[variable] !== "");
    expect(given).toEqual(name === "credentials" ? ["HOME_PASSWORD"] : []);
    expect(commandTable.has(entrypoint[4] ?? command?.[0] ?? "run")).toBe(true);
  });

  it("knows no player by itself, and a simulated one only in the profile demo", () => {
    const { simulator, player2mqtt } = compose.services;
    expect(simulator.profiles).toEqual(["demo"]);
    const { PLAYER_URL, PLAYERS } = player2mqtt.environment;
    expect([PLAYER_URL, PLAYERS]).toEqual(["${PLAYER_URL:-}", "${PLAYERS:-}"]);
    const port = simulator.command[simulator.command.indexOf("--port") + 1];
    expect(text).toContain(`PLAYER_URL=http://simulator:${port} docker compose --profile demo up`);
  });

  it("passes every setting of .env to the bridge, but no secret that a file holds, and no port outside", () => {
    const { env_file: files, environment } = compose.services.player2mqtt;
    expect(files).toEqual([{ path: ".env", required: false }]);
    const outside = { MQTT_PORT: "1884", PAGE_PORT: "8100", HTTP_PORT: "8100", HOME_PASSWORD: "x" };
    const secrets = { MQTT_PASSWORD: "hidden hidden", HTTP_TOKEN: "hidden hidden" };
    const dotEnv = { POLL_PACE: "gentle", QUEUE_PUBLISH: "all", ...outside, ...secrets };
    const fixed = Object.entries<string>(environment).filter(([, value]) => !/^[$/]/.test(value));
    const env = { ...dotEnv, PLAYER_URL: "192.168.1.20", ...Object.fromEntries(fixed) };
    const { http, mqtt, poll, queue } = loadWith({ env });
    expect([poll.pace, queue.publish, http.port]).toEqual(["gentle", "all", 8099]);
    expect([mqtt.password, http.token]).toEqual(["", ""]);
    expect(unusedVariables(env)).toEqual([]);
  });

  it("holds no password, and lets everybody see only their own", () => {
    const passwords = services
      .flatMap(([, { environment = {} }]) => Object.entries(environment))
      .filter(([name, value]) => /(PASSWORD|TOKEN)$/.test(name) && value !== "");
    expect(passwords.map(([name]) => name)).toEqual(["MQTT_PASSWORD", "HOME_PASSWORD", "HTTP_TOKEN"]);
    for (const [name, value] of passwords) expect(value).toBe(`\${${name}:-}`);
    const seen = Object.fromEntries(
      services.map(([name, { volumes = [] }]) => [
        name,
        volumes.flatMap((volume: string) => /^([\w-]+):/.exec(volume)?.[1] ?? []),
      ]),
    );
    expect(seen).toEqual({
      credentials: ["broker-login", "bridge-login", "home-login"],
      mosquitto: ["broker-login", "mosquitto"],
      player2mqtt: ["bridge-login"],
      watch: ["home-login"],
      simulator: [],
    });
    expect(new Set(Object.values(seen).flat())).toEqual(new Set(Object.keys(compose.volumes)));
  });
});
