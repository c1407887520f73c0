import {
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
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { version } from "../../src/version.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { startHttp } from "../support/start-http.ts";
import { startMosquitto } from "../support/start-mosquitto.ts";
import { provideBaseImage } from "./base-images.ts";
import { buildImage, configOf, type ImageConfig, standInFor } from "./builder.ts";
import { baseImages } from "./dockerfile.ts";
import { isBuilderMissing } from "./missing.ts";
import { RunnableImage } from "./run-image.ts";

const name = "localhost/player2mqtt:proof";
const dockerfile = readFileSync("Dockerfile", "utf8");
const said = { REVISION: "0123abc", CREATED: "2030-01-02T00:00:00Z", SOURCE: "https://example.org/a/b" };
const ignored = [".env", "src/.env.local", "config/local.yaml", "src/local.json", "id_rsa"];

describe.skipIf(isBuilderMissing)("the image", () => {
  const context = mkdtempSync(join(tmpdir(), "player2mqtt-context-"));
  let config: ImageConfig;
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
    config = await configOf(name);
    image = await RunnableImage.mount(name, config);
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
    await using files = await RunnableImage.mount(all, await configOf(all));
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
    const base = standInFor(baseImages(dockerfile).at(-1) ?? "");
    await using under = await RunnableImage.mount(base, await configOf(base));
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
    expect(config.User).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(config.Labels).toMatchObject({
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
    expect(`${uid}:${gid}`).toBe(config.User);
  });

  it("runs with two variables on a file system that nobody can write to, is well, and ends", async () => {
    await using broker = await startMosquitto();
    await using sim = await startSimulator();
    const port = String(await freePort());
    const since = performance.now();
    const running = image.start(undefined, { PLAYER_URL: sim.url, MQTT_URL: broker.url, HTTP_PORT: port });
    const topics = ["player2mqtt/bridge/state", "player2mqtt/player/availability"];
    await eventually(async () => {
      const found = await readRetained(broker.url, "player2mqtt/#");
      expect([running.output, ...topics.map((topic) => found.get(topic))]).toEqual([
        expect.any(String),
        "online",
        "online",
      ]);
    });
    console.info(`from nothing to a player that is online: ${Math.round(performance.now() - since)} ms`);
    expect((await image.start(["--version"]).ended).output).toContain(version);
    const [kind, ...probe] = config.Healthcheck?.Test ?? [];
    expect(kind).toBe("CMD");
    const health = await image.exec(probe, { HTTP_PORT: port }).ended;
    expect([health.code, health.output]).toEqual([0, expect.any(String)]);
    running.stop();
    expect((await running.ended).code).toBe(0);
    expect((await readRetained(broker.url, topics[0] ?? "")).get(topics[0] ?? "")).toBe("offline");
    expect((await image.exec(probe, { HTTP_PORT: port }).ended).code).toBe(1);
  });

  it("carries the App, which brings a player of its options to the broker that the Supervisor names", async () => {
    const app = "localhost/player2mqtt:app";
    const args = { BUILD_VERSION: version, PROGRAM_IMAGE: name };
    await buildImage(app, { context: "home-assistant-app", args });
    const appConfig = await configOf(app);
    expect(appConfig.Labels).toMatchObject({ "io.hass.version": version, "io.hass.type": "app" });
    await using runnable = await RunnableImage.mount(app, appConfig);
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
    const settings = mkdtempSync(join(context, "settings-"));
    const running = runnable.exec(
      runnable.entrypoint,
      { SUPERVISOR_URL: supervisor.url, SUPERVISOR_TOKEN: "t", HTTP_PORT: "0" },
      { "/data/options.json": options },
      { writable: { "/config": settings } },
    );
    const topic = "player2mqtt/den/availability";
    await eventually(async () =>
      expect(await readRetained(broker.url, topic, login)).toEqual(new Map([[topic, "online"]])),
    );
    expect(existsSync(join(settings, "player2mqtt.yaml"))).toBe(true);
    running.stop();
    expect((await running.ended).code).toBe(0);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
