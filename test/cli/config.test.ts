import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { call } from "./running-command.ts";

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

  it("reads the file that is named", async () => {
    const { code, stdout } = await call(["config", "--config", `${process.cwd()}/config/example.yaml`]);
    expect(code).toBe(0);
    expect(stdout).toContain("living-room");
    expect(readFileSync("config/example.yaml", "utf8")).toContain("change-me");
    expect(stdout).not.toContain("change-me");
  });

  it("prints the schema of a file, whatever is configured", async () => {
    const { code, stdout } = await call(["config", "--schema"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ title: "player2mqtt", type: "object" });
  });
});
