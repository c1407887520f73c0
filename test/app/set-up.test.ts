import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { fetch } from "undici";
import type {
  ConfigurationResult,
  ConfigurationView,
  TrialView,
} from "../../src/extensions/page/set-up-views.ts";
import type { Hello } from "../../src/extensions/page/wire.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { freePort } from "../support/free-port.ts";
import { newFolder } from "../support/new-folder.ts";
import { Subscriber } from "../support/bridge/subscriber.ts";
import { fakeShell } from "../cli/fake-shell.ts";
import { begin, end, until, untilMatch } from "../cli/running-command.ts";
import { anyPort } from "../support/any-port.ts";

const secret = "hunter2hunter2";

async function startIn(files: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = {}) {
  const cwd = newFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(cwd, "config"), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const [http, broker] = [await freePort(), await freePort()];
  const shell = {
    ...fakeShell({ env: { HTTP_PORT: String(http), BROKER_PORT: String(broker), ...env } }),
    cwd,
  };
  const running = begin(["run"], shell);
  await untilMatch(running, /"player2mqtt is running"/);
  const api = `http://127.0.0.1:${http}/api/v1`;
  // The server starts last.
  const status = () =>
    fetch(`${api}/bridge`).then(
      (answer) => answer.status,
      () => undefined,
    );
  await expect.poll(status).toBe(200);
  const hello = async (): Promise<Hello> => {
    const reader = (await fetch(`${api}/events`)).body?.getReader();
    const decoder = new TextDecoder();
    let text = "";
    while (!text.includes("\n\n")) text += decoder.decode((await reader?.read())?.value);
    await reader?.cancel();
    return JSON.parse(/data: (.*)/.exec(text)?.[1] ?? "") as Hello;
  };
  const send = async <Answer>(method: string, path: string, body: unknown = {}): Promise<Answer> => {
    const headers = {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      "x-forgery-token": (await hello()).forgeryToken,
    };
    const response = await fetch(`${api}${path}`, { method, headers, body: JSON.stringify(body) });
    return (response.status === 202 ? {} : await response.json()) as Answer;
  };
  const get = async (path: string): Promise<unknown> => (await fetch(`${api}${path}`)).json();
  const view = async () => (await get("/configuration")) as ConfigurationView;
  const change = async (...edits: unknown[]): Promise<ConfigurationResult> =>
    send("PATCH", "/configuration", { revision: (await view()).file.revision, edits });
  const text = (): string => readFileSync(join(cwd, "config/local.yaml"), "utf8");
  return { cwd, running, shell, get, view, change, send, hello, text, broker: `mqtt://127.0.0.1:${broker}` };
}

it("adds each zone of a chassis, which share a MAC, as a player of its own", async () => {
  await using first = await startBluos({ name: "Den" });
  await using second = await startBluos({ name: "Bath", chassis: first });
  const { send, change } = await startIn({});
  for (const { url } of [first, second]) {
    const { player } = await send<TrialView>("POST", "/discovery/player", { url });
    expect(player).toMatchObject({ configuredAs: null, mac: null, playsFilms: false });
    const values = { id: player?.id, url: player?.url };
    expect(await change({ kind: "add-player", values })).toMatchObject({ kind: "saved" });
  }
});

it("goes from an empty folder to a player's topics, which are there after a restart, too", async () => {
  await using simulator = await startSimulator();
  const { running, send, change, view, hello, text, broker, shell } = await startIn({});
  expect((await hello()).bridge.setUp).toBe("needed");
  const tried = await send<TrialView>("POST", "/discovery/player", { url: simulator.url });
  expect(tried).toMatchObject({
    isUsable: true,
    player: { configuredAs: null, playsFilms: true, mac: expect.any(String) },
  });

  const values = { id: "den", name: "Den", room: "Attic", url: tried.player?.url };
  expect(await change({ kind: "add-player", values })).toEqual({
    kind: "saved",
    problems: [],
    changes: ["player den was added"],
    needsRestart: [],
  });
  const seesPlayer = async (): Promise<void> => {
    await using subscriber = await Subscriber.connect(broker);
    await expect.poll(() => subscriber.state.get("player2mqtt/den/availability")).toBe("online");
  };
  await seesPlayer();
  expect(await hello()).toMatchObject({
    bridge: { setUp: "possible" },
    players: [{ identity: { name: "Den", room: "Attic" } }],
  });
  expect(await send<TrialView>("POST", "/discovery/player", { url: simulator.url })).toMatchObject({
    player: { configuredAs: "den", playsFilms: null },
  });
  await send("POST", "/check");
  const checked = async () => (await hello()).check?.areas.map(({ id }) => id);
  await expect.poll(checked).toContain("players/den");

  await send("POST", "/bridge/restart");
  await untilMatch(running, /player2mqtt is restarting.*"players":\["den"\].*"player2mqtt is running"/s);
  await seesPlayer();
  expect(text()).toContain("id: den");
  expect((await view()).players).toMatchObject([{ id: "den", isFixed: false, source: "config/local.yaml" }]);
  expect(shell.stdout.text).toMatch(
    /"from":"127\.0\.0\.1","file":"config\/local\.yaml","edits":\["add player \\"den\\""\]/,
  );
  // The bridge before the restart reads nothing any more.
  shell.hangUp();
  expect(await end(running)).toBe(0);
  expect(shell.stdout.text.match(/reloaded without changes/g)).toHaveLength(1);
});

it("tells of an address only whether a player, something else or nothing answers there", async () => {
  const { send, running } = await startIn({ "config/local.yaml": "players: []\n" });
  const servers = [
    (response: ServerResponse) => response.setHeader("server", "vault/1").end("<title>Payroll</title>"),
    (response: ServerResponse) =>
      response.writeHead(401, { "www-authenticate": "Basic realm=Payroll" }).end(),
    (response: ServerResponse) => response.end('{"status":888,"Payroll":1}'),
  ].map((answer) => createServer((_, response) => answer(response)).listen(0, "127.0.0.1"));
  const mute = createTcpServer().listen(0, "127.0.0.1");
  await Promise.all([...servers, mute].map((server) => once(server, "listening")));
  const hostAt = (server: Server): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => [...servers, mute].forEach((server) => server.close()));
  const attempt = async (url: string): Promise<unknown> => {
    const trial = await send<TrialView>("POST", "/discovery/player", { url });
    return { ...trial, address: "" };
  };
  const told = (code: string) => ({
    isUsable: false,
    address: "",
    findings: [expect.objectContaining({ check: "answers", verdict: "fault", code })],
  });
  for (const server of servers) {
    const other = await attempt(hostAt(server));
    expect(other).toEqual(told("trial.other"));
    expect(JSON.stringify(other)).not.toMatch(/payroll|vault|401|888|web/i);
  }
  const silent = [`127.0.0.1:${await freePort()}`, "nowhere.invalid", hostAt(mute)];
  for (const address of silent) expect(await attempt(address)).toEqual(told("trial.silent"));
  expect(await end(running)).toBe(0);
});

it("says what needs a restart, and what is refused in the words of the start", async () => {
  const { change, get, view, send, text } = await startIn({ "config/local.yaml": "# mine\nplayers: []\n" });
  expect(await change({ kind: "set", name: "mqtt.baseTopic", value: "house" })).toEqual({
    kind: "saved",
    problems: [],
    changes: ["mqtt.baseTopic was changed, which takes effect after a restart"],
    needsRestart: ["mqtt.baseTopic"],
  });
  expect((await view()).needsRestart).toEqual(["mqtt.baseTopic"]);
  const before = text();
  expect(await change({ kind: "set", name: "mqtt.baseTopic", value: "a b" })).toMatchObject({
    kind: "invalid",
    problems: [
      expect.stringMatching(/^mqtt\.baseTopic \(config\/local\.yaml\): "a b" is not a base topic: expected/),
    ],
  });
  expect(
    await send("PATCH", "/configuration", { revision: "old", edits: [{ kind: "unset", name: "log.level" }] }),
  ).toMatchObject({ kind: "stale" });
  const checked = (...edits: object[]): Promise<ConfigurationResult> =>
    view().then(({ file: { revision } }) => send("POST", "/configuration/check", { revision, edits }));
  const answers = await Promise.all([
    checked({ kind: "set", name: "mqtt.baseTopic", value: "flat" }),
    checked({ kind: "set", name: "mqtt.baseTopic", value: "a b" }),
  ]);
  expect(answers).toMatchObject([
    { kind: "valid", needsRestart: ["mqtt.baseTopic"] },
    { kind: "invalid", problems: [expect.stringMatching(/^mqtt\.baseTopic/)] },
  ]);
  expect(text()).toBe(before);
  expect(await get("/configuration/back")).toEqual({
    problems: [],
    differences: [
      { kind: "setting-changed", setting: "mqtt.baseTopic", before: "house", after: "player2mqtt" },
    ],
  });
  expect(await send("POST", "/configuration/back", { revision: (await view()).file.revision })).toMatchObject(
    { kind: "saved" },
  );
  expect(text()).toBe("# mine\nplayers: []\n");
  expect((await view()).needsRestart).toEqual([]);
});

it("shows what a variable sets as fixed, and no secret anywhere", async () => {
  const { cwd, change, view, shell } = await startIn({}, { MQTT_USERNAME: "me", MQTT_PASSWORD: secret });
  const shown = await view();
  const fixed = shown.settings.filter(({ isFixed }) => isFixed).map(({ name, source }) => [name, source]);
  expect(fixed).toContainEqual(["mqtt.password", "MQTT_PASSWORD"]);
  expect(await change({ kind: "set", name: "mqtt.password", value: "x" })).toMatchObject({
    kind: "invalid",
    problems: [expect.stringContaining("is set by MQTT_PASSWORD")],
  });
  const secrets = [
    { kind: "add-player", values: { id: "a", url: `http://u:${secret}@127.0.0.1:9`, psk: secret } },
    { kind: "set", name: "homeassistant.updateUrl", value: `http://127.0.0.1:9/?key=${secret}` },
  ];
  expect(await change(...secrets)).toMatchObject({ kind: "saved" });
  expect(readFileSync(join(cwd, "config/local.yaml"), "utf8")).toContain(secret);
  expect(JSON.stringify(await view())).not.toContain(secret);
  expect(shell.stdout.text).not.toContain(secret);
});

it("survives a restart while another program has the port of the embedded broker, and says so", async () => {
  await using squatter = await startEmbeddedBroker(anyPort);
  const { running, change, view, send } = await startIn({}, { BROKER_PORT: String(squatter.port) });
  const wanted = [expect.stringMatching(/^Cannot start the embedded broker: port \d+ .* is in use/)];
  expect(await view()).toMatchObject({ problems: wanted, needsRestart: [] });
  await change({ kind: "add-player", values: { id: "a", url: "127.0.0.1:9" } });
  await send("POST", "/bridge/restart");
  await untilMatch(running, /player2mqtt is restarting.*"players":\["a"\].*"player2mqtt is running"/s);
  expect(await view()).toMatchObject({ problems: wanted, needsRestart: [] });
  await change({ kind: "set", name: "mqtt.url", value: squatter.url });
  expect(await view()).toMatchObject({ problems: [], needsRestart: ["mqtt.url"] });
});

it("does not send the stored password to another broker", async () => {
  const { change, send } = await startIn({
    "config/local.yaml": `mqtt: { username: me, password: ${secret} }\nplayers: []\n`,
  });
  const elsewhere = { kind: "set", name: "mqtt.url", value: "mqtt://127.0.0.1:9" };
  expect(await change(elsewhere)).toMatchObject({
    kind: "invalid",
    problems: [expect.stringContaining("mqtt.password: the stored password is for another broker")],
  });
  expect(await change(elsewhere, { kind: "set", name: "mqtt.password", value: "new" })).toMatchObject({
    kind: "saved",
    needsRestart: ["mqtt.url", "mqtt.password"],
  });
  expect(await send<TrialView>("POST", "/discovery/broker", { url: "mqtt://127.0.0.1:9" })).toMatchObject({
    isUsable: false,
    findings: [{ check: "reach" }],
  });
  expect(await send<TrialView>("POST", "/discovery/broker", { url: "http://b" })).toMatchObject({
    findings: [{ text: expect.stringMatching(/^mqtt\.url: the value is not a broker's address/) }],
  });
});

it("goes on with the old settings when a certificate is missing, and refuses a restart", async () => {
  const { change, send } = await startIn({ "config/local.yaml": "players: []\n" });
  const edit = { kind: "set", name: "mqtt.ca", value: "/nowhere/ca.pem" };
  const problem = expect.stringMatching(/^Cannot read the file of mqtt\.ca/);
  expect(await change(edit)).toMatchObject({ kind: "invalid", problems: [problem] });
  expect(await send("POST", "/bridge/restart")).toMatchObject({ error: problem });
});

it("does not send the stored key of a player to another address", async () => {
  const { change, text } = await startIn({
    "config/local.yaml": `players: [{ id: a, url: 127.0.0.1:9, psk: ${secret} }]\n`,
  });
  const move = (values: object) => change({ kind: "change-player", id: "a", values });
  expect(await move({ url: "127.0.0.2:9" })).toMatchObject({
    kind: "invalid",
    problems: [expect.stringContaining("psk: the stored key is for another address")],
  });
  const rename = { kind: "change-player", id: "a", values: { id: "b" } };
  const moveRenamed = { kind: "change-player", id: "b", values: { url: "127.0.0.2:9" } };
  expect(await change(rename, moveRenamed)).toMatchObject({ kind: "invalid" });
  expect(await move({ url: "http://127.0.0.1:9", name: "Den" })).toMatchObject({ kind: "saved" });
  expect(await move({ url: "127.0.0.2:9", psk: "another" })).toMatchObject({ kind: "saved" });
  expect(text()).toContain("psk: another");
});

it("says what to write where for a file that it does not write", async () => {
  const { change, view, cwd } = await startIn({ "config/local.json": '{ "players": [] }' });
  expect((await view()).file).toMatchObject({
    name: "config/local.json",
    unwritable: expect.stringContaining("YAML"),
  });
  expect(await change({ kind: "add-player", values: { id: "a", url: "127.0.0.1:9" } })).toMatchObject({
    kind: "unwritable",
    instructions: expect.stringContaining("Add to config/local.json:\n\nplayers:\n  - id: a"),
  });
  expect(existsSync(join(cwd, "config/local.yaml"))).toBe(false);
  // A correction by hand is picked up as ever.
  writeFileSync(join(cwd, "config/local.json"), '{ "players": [{ "id": "a", "url": "127.0.0.1:9" }] }');
  await until(() => expect(readFileSync(join(cwd, "config/local.json"), "utf8")).toContain("127"));
  await expect.poll(async () => (await view()).players.length).toBe(1);
});
