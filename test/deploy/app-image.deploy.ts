import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { version } from "../../src/version.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { startHttp } from "../support/start-http.ts";
import { startMosquitto } from "../support/start-mosquitto.ts";
import { buildImage, configOf } from "./builder.ts";
import { isBuilderMissing } from "./missing.ts";
import { buildProjectImage } from "./project-image.ts";
import { readYaml } from "./read-yaml.ts";
import { RunnableImage } from "./run-image.ts";

const name = "localhost/player2mqtt:app";

describe.skipIf(isBuilderMissing)("the image of the App", () => {
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-app-"));
  let image: RunnableImage;

  beforeAll(async () => {
    const program = "localhost/player2mqtt:program";
    await buildProjectImage(program);
    const args = { BUILD_VERSION: version, PROGRAM_IMAGE: program };
    await buildImage(name, { context: "home-assistant-app", args });
    image = await RunnableImage.mount(name, await configOf(name));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await image?.[Symbol.asyncDispose]();
  });

  it("is of the version that the Supervisor asks for", async () => {
    expect((await configOf(name)).Labels).toMatchObject({
      "io.hass.version": version,
      "io.hass.type": "app",
    });
    const [app] = readYaml("home-assistant-app/config.yaml");
    expect(app.image).toMatch(/^ghcr\.io\/[a-z0-9._/-]+-app$/);
  });

  it.each([
    ["of its options", "den"],
    ["that the page has set, and none of its options,", "loft"],
  ])("brings a player %s to the broker that the Supervisor names", async (_source, shown) => {
    await using broker = await startMosquitto({ users: { addons: "secret" } });
    await using sim = await startSimulator();
    const service = {
      host: "127.0.0.1",
      port: broker.port,
      ssl: false,
      username: "addons",
      password: "secret",
    };
    const answer = JSON.stringify({ result: "ok", data: service });
    await using supervisor = await startHttp((_asked, response) => response.end(answer));
    const options = join(folder, "options.json");
    const players = [{ id: "den", url: sim.url }];
    writeFileSync(options, JSON.stringify({ players, mqtt: {}, homeassistant: {}, poll: {}, log: {} }), {
      mode: 0o600,
    });
    const config = mkdtempSync(join(folder, "config-"));
    const settings = join(config, "player2mqtt.yaml");
    if (shown !== "den") writeFileSync(settings, `players: [{ id: ${shown}, url: "${sim.url}" }]\n`);
    const running = image.exec(
      image.entrypoint,
      { SUPERVISOR_URL: supervisor.url, SUPERVISOR_TOKEN: "t", HTTP_PORT: "0" },
      { "/data/options.json": options },
      { writable: { "/config": config } },
    );
    const login = { username: "addons", password: "secret" };
    const topic = "player2mqtt/+/availability";
    await eventually(async () => {
      const expected = new Map([[topic.replace("+", shown), "online"]]);
      expect(await readRetained(broker.url, topic, login)).toEqual(expected);
    });
    expect(existsSync(settings)).toBe(true);
    running.stop();
    expect((await running.ended).code).toBe(0);
  });
});
