import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { playerShape } from "../../src/config/players.ts";
import { settings } from "../../src/config/schema.ts";
import { loadWith, onePlayer } from "../config/load-with.ts";
import { newFolder } from "../support/new-folder.ts";
import { startHttp } from "../support/start-http.ts";

const folder = "home-assistant-app";

interface AppConfig {
  readonly [key: string]: unknown;
  readonly version: string;
  readonly arch: readonly string[];
  readonly options: Readonly<Record<string, object>>;
  readonly schema: Readonly<Record<string, Types | readonly Types[]>>;
}

/** The types of the options of a section; a list has the type of its entries. */
type Types = Readonly<Record<string, string | readonly [string]>>;

const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const app = parse(read("config.yaml")) as AppConfig;

const polls = [...settings.keys()].flatMap((name) => /^poll\.(\w+)$/.exec(name)?.[1] ?? []);

/** A value that an option of this type accepts. */
function sampleOf(type: string, key: string): unknown {
  if (type.startsWith("bool")) return true;
  if (type.startsWith("int")) return Number(/\((\d+)/.exec(type)?.[1]);
  if (type.startsWith("list")) return /\((\w+)/.exec(type)?.[1];
  if (polls.includes(key)) return "*/5 * * * * *";
  const mac = "80:0a:80:5e:00:53";
  const samples = { id: "living-room", url: "192.168.1.20", mac, wakeMacs: mac };
  return Object.entries(samples).find(([name]) => name === key)?.[1] ?? "Word";
}

const fill = (types: Types): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(types).map(([key, type]) => [
      key,
      typeof type === "string" ? sampleOf(type, key) : [sampleOf(type[0], key)],
    ]),
  );

describe("the App", () => {
  it("has what the store shows, and the version of the bridge", () => {
    const sizes = ["icon.png", "logo.png"].map((name) => {
      const picture = readFileSync(join(folder, name));
      return [picture.readUInt32BE(16), picture.readUInt32BE(20)];
    });
    expect(sizes).toEqual([
      [128, 128],
      [250, 100],
    ]);
    const { homepage, version } = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, string>;
    expect(app).toMatchObject({ version, services: ["mqtt:want"], arch: ["aarch64", "amd64"] });
    expect(homepage?.startsWith(String(app["url"]))).toBe(true);
    expect([read("CHANGELOG.md"), read("README.md")]).toEqual([
      expect.stringContaining(`## ${version}`),
      expect.stringContaining("MQTT"),
    ]);
    const [, least] = /^(\d{4}\.\d+)\.0$/.exec(String(app["homeassistant"])) ?? [];
    expect(readFileSync("docs/home-assistant.md", "utf8")).toMatch(new RegExp(`\\b${least}\\b`));
    expect(parse(readFileSync("repository.yaml", "utf8"))).toHaveProperty("name");
  });

  it("is on the network of its players, with a profile that lets it write its settings only", () => {
    expect(app["host_network"]).toBe(true);
    const profile = read("apparmor.txt");
    expect(profile).toContain(`\nprofile ${String(app["slug"])} flags=`);
    const writable = [...profile.matchAll(/^ {2}(?:owner )?([@/]\S+) \w*w/gm)].map(([, path]) => path);
    expect(writable).toEqual([
      "/config/**",
      "@{PROC}/@{pid}/task/@{tid}/comm",
      "/dev/{null,tty,console}",
      "/dev/pts/*",
    ]);
    expect(profile).not.toMatch(/^ *(capability|file,|ptrace|mount)/m);
  });

  it("is watched, and shown through ingress, at the port of the bridge, which it does not open to the network", () => {
    const port = settings.get("http.port")?.default;
    expect(app).toMatchObject({
      watchdog: `http://[HOST]:[PORT:${String(port)}]/healthz`,
      ingress: true,
      ingress_port: port,
    });
    expect(app["ports"]).toBeUndefined();
  });

  it("explains each of its options, which are all of the poll schedule, and no others", () => {
    // The Supervisor refuses options without a default.
    expect(Object.keys(app.options)).toEqual(Object.keys(app.schema));
    expect(Object.keys(app.schema["poll"] ?? {})).toEqual(polls);
    const { configuration } = parse(read("translations/en.yaml")) as {
      configuration: Record<string, { name: string; fields: Record<string, { name: string }> }>;
    };
    const keys = Object.entries(app.schema).map(([section, types]) => [
      section,
      Object.keys(Array.isArray(types) ? ((types as object[])[0] ?? {}) : types),
    ]);
    const explained = Object.entries(configuration).map(([section, { fields }]) => [
      section,
      Object.keys(fields),
    ]);
    expect(explained).toEqual(keys);
    for (const { name, fields } of Object.values(configuration)) {
      for (const text of [name, ...Object.values(fields).map((field) => field.name)])
        expect(text).toMatch(/^[A-Z]/);
    }
    for (const section of Object.keys(app.schema)) expect(read("DOCS.md")).toContain(`\`${section}`);
  });
});

describe("the options of the App", () => {
  const sections = Object.entries(app.schema).flatMap(([section, types]) =>
    Array.isArray(types)
      ? []
      : Object.entries(types as Types).map(([key, type]) => ({ name: `${section}.${key}`, type })),
  );

  it.each(sections)("$name is a setting of the bridge, of the same kind", ({ name, type }) => {
    const setting = settings.get(name);
    const kinds = { boolean: "bool", number: "int", string: "str", object: "list of text" } as const;
    const kind =
      typeof type === "string"
        ? type.replace(/^(list|password|match)\b/, "str").match(/^\w+/)?.[0]
        : "list of text";
    expect(kinds[typeof setting?.default as keyof typeof kinds]).toBe(kind);
    const words = /^list\((.*)\)/.exec(String(type))?.[1]?.split("|") ?? [];
    expect(words.filter((word) => setting?.shape().safeParse(word).success === false)).toEqual([]);
  });

  it("may all be left out: a list whose entries are not optional would be required", () => {
    const lists = sections.filter(({ type }) => typeof type !== "string");
    expect(lists.length).toBeGreaterThan(0);
    for (const { type } of lists) expect(type[0]).toMatch(/\?$/);
  });

  it("of a player are keys of a configured player", () => {
    const [types] = app.schema["players"] as readonly object[];
    expect(Object.keys(types ?? {}).filter((key) => !(key in playerShape().shape))).toEqual([]);
  });

  it("are a valid configuration file: the defaults, and every option set", () => {
    const [defaults, nothing] = [app.options, {}].map((options) => {
      const files = { "config/local.json": JSON.stringify({ ...options, players: undefined }) };
      return loadWith({ files, env: onePlayer });
    });
    expect(defaults).toEqual(nothing);
    const whole = Object.fromEntries(
      Object.entries(app.schema).map(([section, types]) => [
        section,
        Array.isArray(types) ? types.map(fill) : fill(types as Types),
      ]),
    );
    const content = { ...whole, mqtt: { ...(whole["mqtt"] as object), url: "mqtt://broker" } };
    const config = loadWith({ files: { "config/local.json": JSON.stringify(content) } });
    expect(config.players).toMatchObject([{ id: "living-room", mac: "80:0a:80:5e:00:53" }]);
    expect(config.mqtt).toMatchObject({ url: "mqtt://broker", baseTopic: "Word" });
  });

  it("accept a player exactly if the bridge does", () => {
    const [types] = app.schema["players"] as readonly Types[];
    for (const [key, value] of [
      ["id", "living room"],
      ["id", "a".repeat(33)],
      ["mac", "80:0a"],
      ["pathPrefix", "a b"],
    ] as const) {
      const pattern = /^match\((.*)\)\??$/.exec(String(types?.[key] ?? ""))?.[1] ?? "";
      expect(new RegExp(pattern).test(value)).toBe(false);
      expect(playerShape().shape[key].safeParse(value).success).toBe(false);
    }
  });
});

/** Starts the App's script with a program that prints its arguments and environment. */
async function start(
  options: object,
  answer: { status: number; body: string },
): Promise<{ code: number; out: string; asked: string[] }> {
  const asked: string[] = [];
  await using supervisor = await startHttp(({ path, headers }, response) => {
    asked.push(`${path} ${headers.authorization}`);
    if (path === "/addons/self/info") response.end('{"data":{"slug":"a1b2c3d4_player2mqtt"}}');
    else response.writeHead(answer.status).end(answer.body);
  });
  const directory = newFolder();
  const optionsFile = join(directory, "options.json");
  const program = join(directory, "program.mjs");
  writeFileSync(optionsFile, JSON.stringify({ players: [{}], ...options }));
  const settingsFile = join(directory, "settings.yaml");
  const names = ["CONFIG_FILE", "HTTP_HOST", "HTTP_INGRESS", "HOMEASSISTANT_PAGE_URL", "CONFIG_DEFAULTS"];
  writeFileSync(
    program,
    `console.log(JSON.stringify([process.argv[2], ...${JSON.stringify(names)}.map((name) => process.env[name])]));`,
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    OPTIONS_FILE: optionsFile,
    SETTINGS_FILE: settingsFile,
    SUPERVISOR_URL: supervisor.url,
    SUPERVISOR_TOKEN: "token",
    PROGRAM: program,
  };
  return await new Promise((resolve) => {
    execFile(process.execPath, [join(folder, "run.mjs")], { env }, (error, stdout, stderr) => {
      const out = (stdout + stderr).replace(settingsFile, "SETTINGS").trim();
      resolve({ code: Number(error?.code ?? 0), out, asked });
    });
  });
}

const defaultsIn = (out: string): unknown => JSON.parse((JSON.parse(out) as string[]).at(-1) ?? "");

describe("the start of the App", () => {
  const supervisorNetwork = "172.30.32.1";
  const service = { host: "core-mosquitto", port: 1883, ssl: false, username: "addons", password: "secret" };
  const offered = { status: 200, body: JSON.stringify({ result: "ok", data: service }) };

  it("takes the broker from the Supervisor, and the options as defaults of a file that the page writes", async () => {
    const { code, out, asked } = await start({ mqtt: {} }, offered);
    expect(asked).toEqual(["/services/mqtt Bearer token", "/addons/self/info Bearer token"]);
    expect(code).toBe(0);
    const fixed = ["run", "SETTINGS", supervisorNetwork, "true", "homeassistant://app/a1b2c3d4_player2mqtt"];
    expect(JSON.parse(out).slice(0, -1)).toEqual(fixed);
    const mqtt = { url: "mqtt://core-mosquitto:1883", username: "addons", password: "secret" };
    expect(defaultsIn(out)).toEqual({ players: [{}], mqtt });
  });

  it.each([
    ["searches the network without a list of players", { players: [], mqtt: {} }, { players: "auto" }, true],
    [
      "keeps a configured broker, and asks for no other",
      { mqtt: { url: "mqtt://elsewhere" } },
      { mqtt: { url: "mqtt://elsewhere" } },
      false,
    ],
    [
      "uses TLS if the Supervisor says so, with the configured user",
      { mqtt: { username: "me" } },
      { mqtt: { url: "mqtts://core-mosquitto:8883", username: "me" } },
      true,
    ],
  ])("%s", async (_what, options, defaults, asksForBroker) => {
    const body = JSON.stringify({ result: "ok", data: { ...service, ssl: true, port: 8883 } });
    const { code, out, asked } = await start(options, { status: 200, body });
    expect([code, defaultsIn(out)]).toMatchObject([0, defaults]);
    expect(asked.includes("/services/mqtt Bearer token")).toBe(asksForBroker);
    // The password belongs to the user of the Supervisor.
    expect(out.includes("secret")).toBe("players" in options);
  });

  it.each([
    { status: 400, body: '{"result": "error", "message": "Service not enabled"}' },
    { status: 200, body: "no JSON" },
    { status: 200, body: '{"data": {}}' },
  ])("explains what to do without a broker: $body", async (answer) => {
    const { code, out } = await start({ mqtt: {} }, answer);
    expect(code).toBe(78);
    expect(out).toMatch(/^There is no broker\. Install and start the Mosquitto broker App/);
  });
});
