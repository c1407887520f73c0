import { chmodSync, chownSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startWholeBridge } from "../../mosquitto/whole-bridge.ts";
import { eventually } from "../../support/eventually.ts";
import { readRetained, TestClient } from "../../support/mqtt-client.ts";
import { newFolder } from "../../support/new-folder.ts";
import { isMosquittoMissing, startMosquitto } from "../../support/start-mosquitto.ts";
import { fakeShell } from "../fake-shell.ts";
import { call } from "../running-command.ts";

const read = (...path: string[]): string => readFileSync(join(...path), "utf8").trim();
const secrets = ["bridge/password", "bridge/token", "home-assistant/password"];
const isRoot = process.getuid?.() === 0;

describe("credentials", () => {
  it("are created once, and differ", async () => {
    const folder = newFolder();
    const created = await call(["credentials", folder]);
    expect([created.code, created.stdout]).toEqual([0, expect.stringContaining("--show")]);
    const first = secrets.map((path) => read(folder, path));
    for (const secret of first) expect(secret).toMatch(/^([a-z2-7]{5}-){4}[a-z2-7]{5}$/);
    expect(new Set(first).size).toBe(3);
    expect(created.stdout).not.toContain(first[0]);
    const again = await call(["credentials", folder]);
    expect([again.code, secrets.map((path) => read(folder, path))]).toEqual([0, first]);
    for (const hidden of first) expect(read(folder, "broker/users")).not.toContain(hidden);
  });

  it("are readable only by those who need them", async () => {
    const folder = newFolder();
    await call(["credentials", folder]);
    const mode = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
    expect(secrets.map(mode)).toEqual(["640", "640", "640"]);
    expect(mode("broker/users")).toBe("600");
    if (!isRoot) return;
    const owner = (path: string) => {
      const { uid, gid } = statSync(join(folder, path));
      return `${uid}:${gid}`;
    };
    expect(new Set(secrets.map(owner))).toEqual(new Set(["0:65532"]));
    const broker = ["users", "acl.conf", "mosquitto.conf"].map((name) => owner(`broker/${name}`));
    expect(new Set(broker)).toEqual(new Set(["1883:1883"]));
  });

  it("follow the environment, and are shown as an environment file", async () => {
    const folder = newFolder();
    const env = {
      MQTT_USERNAME: "me",
      MQTT_PASSWORD: "a b'c$",
      HTTP_TOKEN: "t".repeat(12),
      HOME_PASSWORD: "home",
    };
    const { code, stdout } = await call(["credentials", folder, "--show"], fakeShell({ env }));
    expect([code, ...secrets.map((path) => read(folder, path))]).toEqual([
      0,
      "a b'c$",
      env.HTTP_TOKEN,
      "home",
    ]);
    expect(stdout.split("\n").filter((line) => !line.startsWith("#"))).toEqual([
      `HTTP_TOKEN=${env.HTTP_TOKEN}`,
      "HOME_PASSWORD=home",
      String.raw`MQTT_PASSWORD='a b\'c$'`,
      "",
    ]);
    expect(read(folder, "broker/users")).toMatch(/^me:/);
  });

  it.skipIf(!isRoot)("let the bridge write settings that root owns, and no others", async () => {
    const [folder, settings, mine] = [newFolder(), newFolder(), newFolder()];
    const access = (path: string) => {
      const { uid, gid, mode } = statSync(path);
      return [uid, gid, (mode & 0o777).toString(8)];
    };
    chmodSync(settings, 0o755);
    writeFileSync(join(settings, "local.yaml"), "", { mode: 0o644 });
    await call(["credentials", folder, `--settings=${settings}`]);
    expect(access(settings)).toEqual([0, 65_532, "775"]);
    expect(access(join(settings, "local.yaml"))).toEqual([0, 65_532, "664"]);
    chownSync(mine, 1000, 1000);
    symlinkSync(settings, join(mine, "local.yaml"));
    await call(["credentials", folder, `--settings=${mine}`]);
    expect(access(mine)).toEqual([1000, 1000, "700"]);
    const refused = await call(["credentials", folder, "--settings=/proc/sys"]);
    expect([refused.code, refused.stderr]).toEqual([
      0,
      expect.stringMatching(/not be able to write .*EPERM/),
    ]);
  });

  it("explain what they cannot do", async () => {
    expect(await call(["credentials"])).toMatchObject({ code: 2, stderr: expect.stringContaining("folder") });
    const unwritable = await call(["credentials", join(process.cwd(), "package.json")]);
    expect(unwritable).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Cannot write .*ENOTDIR.*\n$/),
    });
    const wrong = await call(["credentials", newFolder(), "--mqtt.baseTopic=a b"]);
    expect(wrong).toMatchObject({ code: 78, stderr: expect.stringContaining("mqtt.baseTopic") });
  });

  it.skipIf(isMosquittoMissing)("let the bridge and Home Assistant in, and nobody else", async () => {
    const folder = newFolder();
    const names = ["--mqtt.baseTopic=house/players", "--homeassistant.prefix=ha"];
    await call(["credentials", folder, "--port=1234", ...names]);
    const config = read(folder, "broker/mosquitto.conf").replace("listener 1234\n", "");
    await using broker = await startMosquitto({ config: [config.replace(/^persistence_location.*\n/m, "")] });
    await using bridge = await startWholeBridge(broker.url, {
      "mqtt.username": "player2mqtt",
      "mqtt.password": read(folder, "bridge/password"),
      "mqtt.baseTopic": "house/players",
      "homeassistant.prefix": "ha",
    });
    const login = { username: "home-assistant", password: read(folder, "home-assistant/password") };
    await eventually(async () => {
      const found = await readRetained(broker.url, "#", login);
      expect(found.get("house/players/den/availability")).toBe("online");
      expect([...found.keys()].some((topic) => topic.startsWith("ha/device/"))).toBe(true);
    });
    expect(bridge.log.lines.filter(({ level }) => level === "error")).toEqual([]);
    await expect(TestClient.connect(broker.url)).rejects.toThrow("Not authorized");
    await expect(TestClient.connect(broker.url, [], { ...login, password: "x" })).rejects.toThrow(
      "Not authorized",
    );
  });
});
