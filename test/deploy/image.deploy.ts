import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { version } from "../../src/version.ts";
import { eventually } from "../support/eventually.ts";
import { filesBelow } from "../support/files-below.ts";
import { freePort } from "../support/free-port.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { startHttp } from "../support/start-http.ts";
import { newFolder } from "../support/new-folder.ts";
import { startMosquitto } from "../support/start-mosquitto.ts";
import { provideBaseImage } from "./base-images.ts";
import { buildImage, isBuilderMissing, standInFor } from "./builder.ts";
import { baseImages } from "./dockerfile.ts";
import { readYaml, type Yaml } from "./read-yaml.ts";
import { mountImage, type RunnableImage } from "./run-image.ts";
import { Sandboxed } from "./sandboxed.ts";

const name = "localhost/player2mqtt:proof";
const dockerfile = readFileSync("Dockerfile", "utf8");
const said = { REVISION: "0123abc", CREATED: "2030-01-02T00:00:00Z", SOURCE: "https://example.org/a/b" };
const [{ services }]: Yaml[] = readYaml("docker-compose.yml");
const ignored = [".env", "src/.env.local", "config/local.yaml", "src/local.json", "id_rsa"];

describe.skipIf(isBuilderMissing)("the image", () => {
  const context = mkdtempSync(join(tmpdir(), "player2mqtt-context-"));
  let image: RunnableImage;

  beforeAll(async () => {
    for (const path of [".dockerignore", "Dockerfile", "LICENSE", "package.json", "package-lock.json"]) {
      cpSync(path, join(context, path));
    }
    for (const path of ["scripts", "src", "page", "simulator", "docs", "config"])
      cpSync(path, join(context, path), { recursive: true });
    for (const path of ignored) writeFileSync(join(context, path), "MQTT_PASSWORD=never-in-an-image");
    for (const base of baseImages(dockerfile)) await provideBaseImage(base);
    await buildImage(name, { context, args: { VERSION: version, ...said } });
    image = await mountImage(name);
  });
  afterAll(async () => {
    rmSync(context, { recursive: true, force: true });
    await image?.[Symbol.asyncDispose]();
  });

  it("is sent nothing by its builder but what the Dockerfile asks for", async () => {
    mkdirSync(join(context, "everything"));
    writeFileSync(join(context, "everything", "Dockerfile"), "FROM scratch\nCOPY . /\n");
    const all = "localhost/player2mqtt:context";
    await buildImage(all, { context, dockerfile: join(context, "everything", "Dockerfile") });
    await using files = await mountImage(all);
    const sent = filesBelow(files.path).filter((path) => !/^(?:src|page|simulator)\//.test(path));
    const scripts = readdirSync("scripts").filter((path) => path.startsWith("build"));
    const wanted = [
      "LICENSE",
      "package-lock.json",
      "package.json",
      ...scripts.map((path) => `scripts/${path}`),
    ];
    expect(sent.toSorted()).toEqual(wanted);
    expect(ignored.filter((path) => existsSync(join(files.path, path)))).toEqual([]);
  });

  it("adds an init, the program and the licences to its base, and no shell", async () => {
    await using under = await mountImage(standInFor(baseImages(dockerfile).at(-1) ?? ""));
    const before = new Set(filesBelow(under.path));
    const added = filesBelow(image.path).filter((path) => !before.has(path));
    const expected =
      /^(tini|app\/(LICENSE|THIRD-PARTY-LICENSES\.txt|player2mqtt\.cdx\.json|package\.json|[\w.-]+\.js(\.LEGAL\.txt)?|page\/[\w.-]+))$/;
    expect(added.filter((path) => !expected.test(path))).toEqual([]);
    const needed = [
      "tini",
      "app/main.js",
      "app/LICENSE",
      "app/THIRD-PARTY-LICENSES.txt",
      "app/player2mqtt.cdx.json",
    ];
    expect(needed.filter((path) => !added.includes(path))).toEqual([]);
    expect(
      ["bin/sh", "usr/bin/sh", "usr/bin/env"].filter((path) => existsSync(join(image.path, path))),
    ).toEqual([]);
  });

  it("says what it is, and runs as somebody without rights whom Kubernetes can tell from root", () => {
    expect(image.config.User).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(image.config.Labels).toMatchObject({
      "org.opencontainers.image.title": "player2mqtt",
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.revision": said.REVISION,
      "org.opencontainers.image.created": said.CREATED,
      "org.opencontainers.image.source": said.SOURCE,
      "org.opencontainers.image.licenses": "MIT",
    });
  });

  it("has a folder of settings that its user can write, for a volume to copy", () => {
    const { uid, gid } = statSync(join(image.path, "app/config"));
    expect(`${uid}:${gid}`).toBe(image.config.User);
  });

  it("runs as the compose file says: the page adds a player, which Home Assistant gets at the next start", async () => {
    await using sim = await startSimulator();
    const folder = newFolder();
    const port = await freePort();
    const own = { HTTP_HOST: "127.0.0.1", HTTP_PORT: String(port + 1) };
    for (const volume of ["config", "broker-login", "bridge-login", "home-login", "mosquitto"])
      mkdirSync(join(folder, volume));
    /** Starts a service with its own words, variables and volumes; there is no network between containers here. */
    const start = (
      service: string,
      env: Readonly<Record<string, string>> = {},
      words?: readonly string[],
    ) => {
      const { entrypoint, command, environment, volumes, cap_add: capabilities } = services[service];
      const bound = (isWritable: boolean): Record<string, string> =>
        Object.fromEntries(
          volumes
            .map((line: string) => line.split(":"))
            .filter(([, , mode = "rw"]: string[]) => mode.startsWith("rw") === isWritable)
            .map(([from = "", to = ""]: string[]) => [to, join(folder, from)]),
        );
      // Replaces `${NAME:-default}` as Compose does.
      const filled = Object.entries<string>(environment).map(([key, value]) => [
        key,
        value.replace(
          /^\$\{(\w+):-(.*)\}$/,
          (_whole, name: string, otherwise: string) => env[name] ?? otherwise,
        ),
      ]);
      return image.run({
        entrypoint,
        words: words ?? command,
        env: { ...Object.fromEntries(filled), ...(service === "player2mqtt" && own) },
        binds: bound(false),
        writable: bound(true),
        capabilities,
      });
    };
    const credentials = async (...words: readonly string[]): Promise<string> => {
      const made = start("credentials", {}, words);
      expect([await made.ended, made.output]).toEqual([0, expect.any(String)]);
      return made.output;
    };
    expect(await credentials("--port", String(port))).toContain("--show");
    const shown = await credentials("--port", String(port), "--show");
    const secrets = new Map(
      [...shown.matchAll(/^(\w+)=(\S+)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    expect([...secrets.keys()]).toEqual(["HTTP_TOKEN", "HOME_PASSWORD", "MQTT_PASSWORD"]);
    expect(statSync(join(folder, "broker-login/users")).uid).toBe(1883);
    const { uid, gid, mode } = statSync(join(folder, "config"));
    expect([uid, gid, mode & 0o777]).toEqual([0, 65_532, 0o775]);

    // The broker is that of this machine, as the user of its image.
    const system =
      "--ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --ro-bind /etc /etc --dev /dev";
    const volumes = `--perms 0755 --dir /credentials --ro-bind ${folder}/broker-login /credentials/broker --bind ${folder}/mosquitto /mosquitto/data`;
    await using _broker = new Sandboxed(`${system} ${volumes}`.split(" "), [
      ..."setpriv --reuid=1883 --regid=1883 --clear-groups --".split(" "),
      ...services.mosquitto.command.with(0, "/usr/sbin/mosquitto"),
    ]);
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
    expect(await first.ended).toBe(0);

    const second = start("player2mqtt", { MQTT_URL: url });
    const retained = async (topic: string) => {
      const login = { username: "home-assistant", password: secrets.get("HOME_PASSWORD") ?? "" };
      return (await readRetained(url, topic, login)).get(topic);
    };
    await second.until(async () => expect(await retained("player2mqtt/den/availability")).toBe("online"));
    const [kind, ...entrypoint] = image.config.Healthcheck?.Test ?? [];
    expect(kind).toBe("CMD");
    const isWell = () => image.run({ entrypoint, words: [], env: own }).ended;
    await eventually(async () => expect(await isWell()).toBe(0), 15_000, 1000);
    second.stop();
    expect(await second.ended).toBe(0);
    expect([await retained("player2mqtt/bridge/state"), await isWell()]).toEqual(["offline", 1]);
    // In the tests the user of the image has the files of root.
    const written = join(folder, "config/local.yaml");
    chownSync(written, 65_532, 65_532);
    expect(statSync(written).mode & 0o777).toBe(0o600);
    await credentials();
  });

  it("runs without any folder or variable", async () => {
    const asked = image.run({ words: ["--version"] });
    expect([await asked.ended, asked.output]).toEqual([0, expect.stringContaining(version)]);
  });

  it("carries the App, which brings a player of its options to the broker that the Supervisor names", async () => {
    const app = "localhost/player2mqtt:app";
    const args = { BUILD_VERSION: version, PROGRAM_IMAGE: name };
    await buildImage(app, { context: "home-assistant-app", args });
    await using runnable = await mountImage(app);
    expect(runnable.config.Labels).toMatchObject({ "io.hass.version": version, "io.hass.type": "app" });
    const login = { username: "addons", password: "secret" };
    await using broker = await startMosquitto({ users: { addons: "secret" } });
    await using sim = await startSimulator();
    const data = { host: "127.0.0.1", port: broker.port, ssl: false, ...login };
    const answer = JSON.stringify({ result: "ok", data });
    await using supervisor = await startHttp((_asked, response) => response.end(answer));
    const options = join(context, "options.json");
    const sections = { mqtt: {}, homeassistant: {}, poll: {}, log: {} };
    writeFileSync(options, JSON.stringify({ players: [{ id: "den", url: sim.url }], ...sections }), {
      mode: 0o600,
    });
    const settings = newFolder();
    const running = runnable.run({
      env: { SUPERVISOR_URL: supervisor.url, SUPERVISOR_TOKEN: "t", HTTP_PORT: "0" },
      binds: { "/data/options.json": options },
      writable: { "/config": settings },
    });
    const topic = "player2mqtt/den/availability";
    await running.until(async () =>
      expect(await readRetained(broker.url, topic, login)).toEqual(new Map([[topic, "online"]])),
    );
    expect(existsSync(join(settings, "player2mqtt.yaml"))).toBe(true);
    running.stop();
    expect(await running.ended).toBe(0);
  });
});
