import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { ServerProcess } from "../support/server-process.ts";
import { configOf } from "./builder.ts";
import { isBuilderMissing } from "./missing.ts";
import { buildProjectImage } from "./project-image.ts";
import { readYaml, type Yaml } from "./read-yaml.ts";
import { RunnableImage, type Running } from "./run-image.ts";

const image = "localhost/player2mqtt:compose";
const { services }: Yaml = readYaml("docker-compose.yml")[0];

/** Replaces `${NAME:-default}` as Compose does. */
const filled = (value: string, env: Readonly<Record<string, string>>): string =>
  value.replaceAll(
    /\$\{(\w+):-([^}]*)\}/g,
    (_whole, name: string, otherwise: string) => env[name] ?? otherwise,
  );

describe.skipIf(isBuilderMissing)("the compose file, service by service", () => {
  let runnable: RunnableImage;
  let folder: string;
  let port: number;

  beforeAll(async () => {
    await buildProjectImage(image);
    runnable = await RunnableImage.mount(image, await configOf(image));
  });
  afterAll(() => runnable?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "player2mqtt-compose-"));
    port = await freePort();
    for (const name of ["config", "broker-login", "bridge-login", "home-login", "mosquitto"])
      mkdirSync(join(folder, name));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts a service with its own words, variables and volumes; there is no network between containers here. */
  function start(
    name: string,
    env: Readonly<Record<string, string>> = {},
    words?: readonly string[],
  ): Running {
    const { entrypoint, command, environment, volumes = [], cap_add: capabilities } = services[name];
    const mounts = volumes.map((line: string) => line.split(":"));
    const bindsOf = (isWritable: boolean) =>
      Object.fromEntries(
        mounts
          .filter(([, , mode = "rw"]: string[]) => mode.startsWith("rw") === isWritable)
          .map(([from = "", to = ""]: string[]) => [to, join(folder, from.replace("./", ""))]),
      );
    const given = Object.fromEntries(
      Object.entries<string>(environment).map(([key, value]) => [key, filled(value, env)]),
    );
    const before: readonly string[] = entrypoint ?? runnable.entrypoint;
    return runnable.exec(
      [...before, ...(words ?? command ?? runnable.words)],
      { ...given, ...own(name) },
      bindsOf(false),
      { writable: bindsOf(true), capabilities },
    );
  }

  const own = (name: string): Record<string, string> =>
    name === "player2mqtt" ? { HTTP_HOST: "127.0.0.1", HTTP_PORT: String(port + 1) } : {};

  /** The service `mosquitto` by the broker of this machine, as the user of its image. */
  function startBroker(): ServerProcess {
    const [login, data] = ["broker-login", "mosquitto"].map((name) => join(folder, name));
    const system =
      "--ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --ro-bind /etc /etc --dev /dev";
    const credentials = `--perms 0755 --dir /credentials --ro-bind ${login} /credentials/broker`;
    const volumes = `${system} ${credentials} --bind ${data} /mosquitto/data --die-with-parent --`.split(" ");
    const as = ["setpriv", "--reuid=1883", "--regid=1883", "--clear-groups"];
    const words = services.mosquitto.command.with(0, "/usr/sbin/mosquitto");
    return new ServerProcess({
      command: "bwrap",
      args: [...volumes, ...as, ...words],
      env: process.env,
      port,
    });
  }

  it("lets the page add a player, and shows it to Home Assistant at the next start, with the passwords that it shows", async () => {
    await using sim = await startSimulator();
    const made = await start("credentials", {}, ["--port", String(port)]).ended;
    expect([made.code, made.output]).toEqual([0, expect.stringContaining("--show")]);
    const shown = await start("credentials", {}, ["--port", String(port), "--show"]).ended;
    const secrets = new Map(
      [...shown.output.matchAll(/^(\w+)=(\S+)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    expect([...secrets.keys()]).toEqual(["HTTP_TOKEN", "HOME_PASSWORD", "MQTT_PASSWORD"]);
    expect(statSync(join(folder, "broker-login/users")).uid).toBe(1883);
    const { uid, gid, mode } = statSync(join(folder, "config"));
    expect([uid, gid, mode & 0o777]).toEqual([0, 65_532, 0o775]);
    const broker = startBroker();
    await broker.start();
    try {
      const url = `mqtt://127.0.0.1:${port}`;
      const first = start("player2mqtt", { MQTT_URL: url });
      const page = `http://127.0.0.1:${port + 1}`;
      const signIn = async (token: string) => {
        const { headers } = await request(`${page}/page/sign-in`, {
          method: "POST",
          body: new URLSearchParams({ token }).toString(),
          headers: { origin: page, "content-type": "application/x-www-form-urlencoded" },
        });
        return headers["set-cookie"];
      };
      const token = secrets.get("HTTP_TOKEN") ?? "";
      expect(await eventually(() => signIn("not-the-token"))).toBeUndefined();
      expect(await signIn(token)).toBeDefined();
      const { body } = await request(page);
      expect(await body.text()).toContain("docker compose run --rm credentials --show");
      const ask = async (change?: object): Promise<Yaml> => {
        const sent = change === undefined ? null : JSON.stringify(change);
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const method = sent === null ? "GET" : "PATCH";
        const answer = await request(`${page}/api/v1/configuration`, { method, headers, body: sent });
        return answer.body.json();
      };
      const { file } = await ask();
      const edits = [{ kind: "add-player", values: { id: "den", url: sim.url } }];
      expect([file.unwritable, await ask({ revision: file.revision, edits })]).toMatchObject([
        undefined,
        { kind: "saved" },
      ]);
      first.stop();
      expect((await first.ended).code).toBe(0);
      const second = start("player2mqtt", { MQTT_URL: url });
      const login = { username: "home-assistant", password: secrets.get("HOME_PASSWORD") ?? "" };
      const topic = "player2mqtt/den/availability";
      await eventually(async () => {
        const found = (await readRetained(url, topic, login)).get(topic);
        expect([found, second.output]).toEqual(["online", expect.any(String)]);
      });
      second.stop();
      expect((await second.ended).code).toBe(0);
    } finally {
      await broker.stop();
    }
    // In the tests the user of the image has the files of root.
    const written = join(folder, "config/local.yaml");
    chownSync(written, 65_532, 65_532);
    expect(statSync(written).mode & 0o777).toBe(0o600);
    expect(await start("credentials").ended).toMatchObject({ code: 0 });
  });
});
