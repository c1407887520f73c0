import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { completeSnapshot, startWholeBridge } from "../mosquitto/whole-bridge.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";

const isRoot = process.getuid?.() === 0;
const folder = mkdtempSync(join(tmpdir(), "player2mqtt-compose-"));

/** What the service `credentials` does at every start. */
function makeCredentials(env: Readonly<Record<string, string>> = {}): void {
  mkdirSync(folder, { recursive: true });
  execFileSync("sh", ["deploy/compose/make-credentials.sh"], {
    env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin`, CREDENTIALS: folder, ...env },
  });
}

const passwordOf = (user: string): string => readFileSync(join(folder, user, "password"), "utf8").trim();

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

// Files are given to the users of the containers, which root alone can do.
describe.skipIf(isMosquittoMissing || !isRoot)("the credentials of the compose file", () => {
  it("are made once, are not to be guessed, and belong to who needs them", () => {
    makeCredentials();
    const first = ["player2mqtt", "home-assistant"].map(passwordOf);
    for (const password of first) expect(password).toMatch(/^[0-9a-f]{48}$/);
    expect(new Set(first).size).toBe(2);
    makeCredentials();
    expect(["player2mqtt", "home-assistant"].map(passwordOf)).toEqual(first);
    const owner = (path: string): [number, string] => {
      const { uid, mode } = statSync(join(folder, path));
      return [uid, (mode & 0o777).toString(8)];
    };
    expect(owner("player2mqtt/password")).toEqual([65532, "600"]);
    expect(owner("broker/users")).toEqual([1883, "600"]);
    expect(readFileSync(join(folder, "broker/users"), "utf8")).not.toContain(first[0]);
  });

  it("are those that somebody wants", () => {
    makeCredentials({ MQTT_PASSWORD: "a b'c$" });
    expect(passwordOf("player2mqtt")).toBe("a b'c$");
  });

  it("let the bridge and Home Assistant in, and nobody else", async () => {
    makeCredentials();
    const config = readFileSync("deploy/compose/mosquitto.conf", "utf8")
      // The broker of a test listens and keeps its files where nobody else does.
      .replace("listener 1883\n", "")
      .replace("persistence_location /mosquitto/data/\n", "")
      .replace("/mosquitto/users/", `${folder}/broker/`)
      .replace("/mosquitto/config/acl.conf", `${process.cwd()}/docs/acl.example.conf`);
    await using broker = await startMosquitto({ config: config.split("\n") });
    await using _bridge = await startWholeBridge(broker.url, {
      "mqtt.username": "player2mqtt",
      "mqtt.password": passwordOf("player2mqtt"),
    });
    const login = { username: "home-assistant", password: passwordOf("home-assistant") };
    await completeSnapshot(broker.url, login);
    await expect(TestClient.connect(broker.url)).rejects.toThrow("Not authorized");
  });
});
