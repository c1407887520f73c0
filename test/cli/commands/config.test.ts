import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { newFolder } from "../../support/new-folder.ts";
import { call } from "../running-command.ts";

describe("config", () => {
  const secrets = ["--mqtt.username=me", "--mqtt.password=secret"];
  const args = ["config", "--player.url=http://me:secret@192.0.2.1", ...secrets];

  it("prints what is in effect, as YAML or JSON, without secrets", async () => {
    const yaml = await call(args);
    const json = await call([...args, "--json"]);
    expect(yaml.code).toBe(0);
    expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout));
    // A person copies lines from it: none refers to another.
    expect(yaml.stdout).toContain("paths: {}");
    expect(yaml.stdout).not.toMatch(/[&*]a\d/);
    expect(parse(yaml.stdout)).toMatchObject({ mqtt: { password: "[hidden]" }, players: [{ id: "player" }] });
    expect(yaml.stdout + json.stdout).not.toContain("secret@");
  });

  it("prints addresses and players without what is secret in them", async () => {
    const players = [
      { id: "a", url: "http://me:5ecret@192.168.1.20", psk: "secret" },
      { id: "b", url: "https://secret@192.168.1.21:443" },
      { id: "c", url: "192.168.1.22" },
    ];
    const url = "wss://me:secret@broker.example:8084/mqtt?token=secret";
    const given = ["config", "--json", `--mqtt.url=${url}`, `--players=${JSON.stringify(players)}`];
    const { stdout } = await call([...given, ...secrets]);
    const shown = JSON.parse(stdout) as { readonly device: object };
    expect(shown).toMatchObject({
      mqtt: {
        url: "wss://[hidden]@broker.example:8084/mqtt?[hidden]",
        username: "me",
        password: "[hidden]",
        keepaliveSeconds: 20,
      },
      players: [
        { url: "http://[hidden]@192.168.1.20", psk: "[hidden]" },
        { url: "https://[hidden]@192.168.1.21:443" },
        { url: "http://192.168.1.22", device: shown.device },
      ],
    });
    expect(stdout).not.toContain("ecret");
  });

  it("reads the file that is named", async () => {
    const { code, stdout } = await call(["config", "--config", `${process.cwd()}/config/example.yaml`]);
    expect(code).toBe(0);
    expect(stdout).toContain("living-room");
    expect(readFileSync("config/example.yaml", "utf8")).toContain("change-me");
    expect(stdout).not.toContain("change-me");
  });

  it("prints with --changed only what differs from the defaults, as a file that means the same", async () => {
    const path = join(newFolder(), "all.yaml");
    const file = {
      mqtt: { url: "mqtt://broker.example", keepaliveSeconds: 20 },
      poll: { video: "*/3 * * * * *" },
      fleet: { url: "nats://store:4222", member: "house-1" },
      players: [
        { id: "a", url: "192.0.2.1", poll: { video: "*/3 * * * * *", audio: "*/9 * * * * *" } },
        { id: "b", name: "Den", url: "192.0.2.2", mac: "80:0a:80:5e:00:53", pathPrefix: "Device" },
      ],
    };
    writeFileSync(path, stringify(file));
    const { code, stdout } = await call(["config", "--changed", "--config", path]);
    const changed = {
      mqtt: { url: "mqtt://broker.example" },
      poll: { video: "*/3 * * * * *" },
      fleet: { url: "nats://store:4222", member: "house-1" },
      players: [
        { id: "a", url: "http://192.0.2.1", poll: { audio: "*/9 * * * * *" } },
        {
          id: "b",
          name: "Den",
          url: "http://192.0.2.2",
          mac: "80:0a:80:5e:00:53",
          device: { pathPrefix: "Device" },
        },
      ],
    };
    expect([code, parse(stdout)]).toEqual([0, changed]);
    const whole = await call(["config", "--config", path]);
    writeFileSync(path, stdout);
    expect((await call(["config", "--config", path])).stdout).toBe(whole.stdout);
  });

  it("prints with --changed no secret, and players that are searched", async () => {
    const { stdout } = await call(["config", "--changed", "--json", "--players=auto", ...secrets]);
    expect(JSON.parse(stdout)).toEqual({ mqtt: { username: "me", password: "[hidden]" }, players: "auto" });
  });

  it("prints the schema of a file, whatever is configured", async () => {
    const { code, stdout } = await call(["config", "--schema"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ title: "player2mqtt", type: "object" });
  });
});
