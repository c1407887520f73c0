import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandTable } from "../../src/cli/command-table.ts";
import { settings, variableName } from "../../src/config/schema.ts";
import { readYaml, type Yaml } from "./read-yaml.ts";

const [compose] = readYaml("docker-compose.yml");
const services = Object.entries(compose.services as Readonly<Record<string, Yaml>>);
const ours = services.filter(([, { image }]) => image === "player2mqtt");
const lasting = services.filter(([, { restart }]) => restart !== undefined).map(([name]) => name);

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

  it("starts again what is to last, and asks it whether it is well", () => {
    expect(lasting).toEqual(["mosquitto", "player2mqtt", "simulator"]);
    const { mosquitto, player2mqtt } = compose.services;
    expect(mosquitto.healthcheck.test[0]).toBe("CMD-SHELL");
    // The image brings its own.
    expect(player2mqtt.healthcheck).toBeUndefined();
    expect(player2mqtt.depends_on.mosquitto.condition).toBe("service_healthy");
  });

  it.each(ours)(
    "gives %s settings and words that the program knows",
    (_name, { command, environment = {} }) => {
      const known = new Set(
        [...settings.keys()].flatMap((name) => [variableName(name), `${variableName(name)}_FILE`]),
      );
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      expect(commandTable.has(command?.[0] ?? "run")).toBe(true);
    },
  );

  it("shows all with no player at hand, in the profile demo", () => {
    const demo = services.filter(([, { profiles }]) => profiles?.includes("demo")).map(([name]) => name);
    expect(demo).toEqual(["simulator", "watch"]);
    const { simulator, player2mqtt } = compose.services;
    const port = simulator.command[simulator.command.indexOf("--port") + 1];
    expect(player2mqtt.environment.PLAYER_URL).toBe(`\${PLAYER_URL:-http://simulator:${port}}`);
  });

  it("holds no password, and lets everybody see only their own", () => {
    const passwords = services
      .flatMap(([, { environment = {} }]) => Object.entries(environment))
      .filter(([name]) => name.endsWith("PASSWORD"));
    expect(passwords.map(([name]) => name)).toEqual(["MQTT_PASSWORD", "HOME_PASSWORD"]);
    for (const [name, value] of passwords) expect(value).toBe(`\${${name}:-}`);
    const seen = Object.fromEntries(
      services.map(([name, { volumes = [] }]) => [
        name,
        volumes.flatMap(
          (volume: string) => /^(bridge-login|home-login|broker-users):/.exec(volume)?.[1] ?? [],
        ),
      ]),
    );
    expect(seen).toEqual({
      credentials: ["bridge-login", "home-login", "broker-users"],
      mosquitto: ["broker-users"],
      player2mqtt: ["bridge-login"],
      simulator: [],
      watch: ["home-login"],
      "show-password": ["home-login"],
    });
  });

  it("names files and volumes that exist", () => {
    const sources = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume: string) => volume.split(":")[0]),
    );
    const missing = sources.filter((source: string) =>
      source.startsWith("./") ? !existsSync(source) : !(source in compose.volumes),
    );
    expect(missing).toEqual([]);
  });
});
