import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import type { AddExtension } from "../../src/app/app-context.ts";
import type { ReconfigurableExtension } from "../../src/bridge/extension.ts";
import { diffConfig } from "../../src/config/diff.ts";
import { valueAt } from "../../src/config/problems.ts";
import { type Config, settings } from "../../src/config/schema.ts";
import type { BridgeView } from "../../src/extensions/page/wire.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { ask } from "../extensions/http/served.ts";
import { loadWith } from "../config/load-with.ts";
import { anyPort } from "../support/any-port.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { until } from "../support/bridge/until.ts";
import { knownHosts } from "../support/known-hosts.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { type Peer, startScriptedBroker } from "../support/scripted-broker.ts";
import { searchedBy } from "../support/searched-by.ts";
import { TurningClock } from "../support/turning-clock.ts";

const state = "player2mqtt/bridge/state";
const result = "player2mqtt/den/result";

/** Sends a command that no player has, whose outcome follows at once. */
function send(peer: Peer | undefined, responseTopic: string): void {
  peer?.send({
    cmd: "publish",
    topic: "player2mqtt/den/nothing/set",
    payload: "x",
    qos: 0,
    dup: false,
    retain: false,
    properties: { responseTopic },
  });
}

/** Where its outcomes were sent. */
function answersOf(peer: Peer | undefined): string[] {
  const outcomes =
    peer?.publishes.filter(({ payload }) => payload.toString().includes('"command":"nothing"')) ?? [];
  return outcomes.map(({ topic }) => topic);
}

type Args = Readonly<Record<string, string>>;

function configOf(args: Args): Config {
  return loadWith({ args: { "http.port": "0", "device.gapMs": "10", ...args } });
}

it("a bridge that gives way leaves no command without an outcome, and stays silent when its configuration is reloaded", async () => {
  await using sim = await startSimulator();
  await using broker = await startEmbeddedBroker(anyPort);
  const [info, availability] = ["player2mqtt/bridge/info", "player2mqtt/den/availability"];
  const topics = [state, info, result, availability];
  await using client = await TestClient.connect(broker.url, topics, { protocolVersion: 4 });
  const log = new MemoryLog();
  const connections = (): number =>
    log.lines.filter(({ message }) => message === "connected to the broker").length;
  const players = JSON.stringify([{ id: "den", url: sim.url }]);
  const settingsOf = (clientId: string): Record<string, string> => ({
    players,
    "mqtt.url": broker.url,
    "mqtt.clientId": clientId,
  });
  await using old: RunningBridge = await startBridge(configOf(settingsOf("old")), log);
  await until(() => client.state.has(info) && client.state.get(availability) === "online");
  const answered = () =>
    client.on(result).map((text) => (JSON.parse(text) as { readonly transaction: number }).transaction);
  const sending = (async () => {
    for (let transaction = 0; transaction < 20; transaction += 1) {
      const wish = { tag: transaction % 2 === 0 ? "HDMI2" : "RCA", transaction };
      await client.publish("player2mqtt/den/audio/output/set", JSON.stringify(wish));
      await delay(100);
    }
  })();
  await using other: RunningBridge = await startBridge(configOf(settingsOf("new")), new MemoryLog());
  await until(() => connections() === 2 && client.state.get(state) === "online");
  await sending;
  // On a machine that stalls for longer than a claim may take, both may answer one.
  await until(() => new Set(answered()).size === 20);
  expect(client.seen.filter(({ text }) => text === "offline")).toEqual([]);
  const seen = client.on(state).length;
  await old.reconfigure(configOf(settingsOf("renamed")));
  await until(() => connections() === 3);
  expect(client.on(state).slice(seen)).not.toContain("offline");
  // It takes over with what the reload has set.
  await other[Symbol.asyncDispose]();
  await until(() => client.state.get(info)?.includes('"clientId":"renamed"') === true);
});

it("a bridge goes on at another broker: offline at the old one, complete at the new one, and no player is disturbed", async () => {
  await using sim = await startSimulator({ keepAliveTimeoutMs: 120_000 });
  await using from = await startEmbeddedBroker(anyPort);
  await using to = await startEmbeddedBroker(anyPort);
  await using before = await TestClient.connect(from.url, ["#"], { protocolVersion: 4 });
  await using after = await TestClient.connect(to.url, ["#"], { protocolVersion: 4 });
  const at = (url: string) =>
    configOf({ players: JSON.stringify([{ id: "den", url: sim.url }]), "mqtt.url": url });
  await using bridge = await startBridge(at(from.url), new MemoryLog());
  const complete = ({ state: topics }: TestClient): boolean =>
    topics.get(state) === "online" &&
    ["availability", "audio/output", "video/details"].every((leaf) => topics.has(`player2mqtt/den/${leaf}`));
  await until(() => complete(before));
  const { connections } = sim.traffic;
  expect(await bridge.reconfigure(at(to.url))).toEqual([
    { kind: "setting-changed", name: "mqtt.url", needsRestart: false },
  ]);
  await until(() => complete(after));
  expect(before.state.get(state)).toBe("offline");
  await after.publish("player2mqtt/den/refresh/set", "");
  await until(() => after.on(result).length === 1);
  expect(sim.traffic.connections).toBe(connections);
});

it("no outcome is sent below the discovery prefix that a reload has set", async () => {
  await using sim = await startSimulator();
  await using broker = await startScriptedBroker();
  const players = JSON.stringify([{ id: "den", url: sim.url }]);
  const config = configOf({ players, "mqtt.url": broker.url });
  await using bridge = await startBridge(config, new MemoryLog());
  const peer = () => broker.peers.at(-1);
  await until(() => peer()?.publishes.some(({ topic }) => topic === state) === true);
  send(peer(), "ha/x");
  await until(() => answersOf(peer()).length === 2);
  await bridge.reconfigure({ ...config, homeassistant: { ...config.homeassistant, prefix: "ha" } });
  send(peer(), "ha/x");
  send(peer(), "elsewhere");
  await until(() => answersOf(peer()).includes("elsewhere"));
  expect(answersOf(peer())).toEqual([result, "ha/x", result, result, "elsewhere"]);
});

it("what was announced below a prefix that was changed while the broker was away is looked for", async () => {
  await using broker = await startScriptedBroker();
  const config = configOf({ players: "auto", "mqtt.url": broker.url, "homeassistant.prefix": "ha" });
  await using bridge = await startBridge(config, new MemoryLog(), { search: { families: [] } });
  const peer = () => broker.peers.at(-1);
  const looksFor = (prefix: string): boolean =>
    JSON.stringify(peer()?.subscribes ?? "").includes(`"${prefix}/device/`);
  await until(() => looksFor("ha"));
  broker.follow(({ cmd }) => (cmd === "connect" ? "dealt" : "as usual"));
  peer()?.socket.destroy();
  await until(() => broker.peers.length === 2);
  await bridge.reconfigure({ ...config, homeassistant: { ...config.homeassistant, prefix: "hb" } });
  broker.follow(() => "as usual");
  peer()?.socket.destroy();
  await until(() => looksFor("hb"));
  expect(looksFor("ha")).toBe(true);
});

it("what a reload changes reaches whoever uses it, and what was set besides stays", async () => {
  await using sim = await startSimulator();
  await using broker = await startEmbeddedBroker(anyPort);
  await using client = await TestClient.connect(broker.url, ["#"], { protocolVersion: 4 });
  const args = {
    players: JSON.stringify([{ id: "den", url: sim.url }]),
    "mqtt.url": broker.url,
    "history.listens": '[{"url":"http://127.0.0.1:9","name":"koito"}]',
  };
  const hostProcess = { log: { level: "info" }, load: () => configOf(args), onLine: () => () => {} };
  const overrides = { clock: fastClock(10), hostProcess };
  await using bridge = await startBridge(configOf(args), new MemoryLog(), overrides);
  const announced = (prefix: string): string[] =>
    [...client.state].flatMap(([topic, text]) => (topic.startsWith(`${prefix}/device/`) ? [text] : []));
  await until(() => announced("homeassistant").length > 0);
  const changed = { ...args, "homeassistant.prefix": "ha", "log.level": "debug", "publish.state": "true" };
  await bridge.reconfigure(configOf(changed));
  expect(hostProcess.log.level).toBe("debug");
  await until(() => announced("ha").length > 0 && announced("homeassistant").length === 0);
  await until(() => client.state.has("player2mqtt/den/state"));
  hostProcess.log.level = "trace";
  await client.publish("player2mqtt/bridge/request/language", "de");
  await until(() => announced("ha").join().includes("Eingang"));
  await bridge.reconfigure(configOf({ ...changed, "homeassistant.pageUrl": "http://page" }));
  expect(hostProcess.log.level).toBe("trace");
  await until(() => client.state.get("player2mqtt/bridge/health")?.includes('"koito"') === true);
});

it("configurations that are applied at once leave one extension of each kind, with the last one", async () => {
  await using broker = await startScriptedBroker();
  const config = configOf({ players: "auto", "mqtt.url": broker.url });
  const told: string[] = [];
  const add: AddExtension = (app) => {
    const create = (prefix: string): ReconfigurableExtension<string> => {
      told.push(`${prefix} begins`);
      const stop = async (): Promise<void> => {
        await delay(20);
        told.push(`${prefix} ends`);
      };
      return { reconfigure: (next) => next === prefix, stop };
    };
    app.extend(({ homeassistant: { prefix } }) => prefix, create);
  };
  const overrides = { search: { families: [] }, extensions: [add] };
  await using bridge = await startBridge(config, new MemoryLog(), overrides);
  const withPrefix = (prefix: string): Config => ({
    ...config,
    homeassistant: { ...config.homeassistant, prefix },
  });
  await Promise.all(["a", "b"].map((prefix) => bridge.reconfigure(withPrefix(prefix))));
  const expected = ["homeassistant begins", "homeassistant ends", "a begins", "a ends", "b begins"];
  expect(told).toEqual(expected);
  const changing = bridge.reconfigure({ ...withPrefix("c"), mqtt: { ...config.mqtt, username: "other" } });
  await until(() => broker.peers.length === 1);
  await Promise.all([bridge[Symbol.asyncDispose](), changing]);
  expect(told).toEqual([...expected, "b ends"]);
  await until(() => broker.peers.every(({ socket }) => socket.destroyed));
});

/** The configuration with another value of one setting. */
function withOther(config: Config, name: string): Config {
  const [section = "", key = ""] = name.split(".");
  const value: unknown = valueAt(config, [section, key]);
  const other =
    typeof value === "boolean" ? !value : typeof value === "number" ? value + 1 : `${String(value)}x`;
  const sections = config as unknown as Readonly<Record<string, object>>;
  return { ...sections, [section]: { ...sections[section], [key]: other } } as unknown as Config;
}

it("all settings that need a restart change nothing until then", async () => {
  await using sim = await startSimulator();
  await using broker = await startScriptedBroker();
  const players = JSON.stringify([{ id: "den", url: sim.url }]);
  const config = configOf({ players, "mqtt.url": broker.url });
  const needsRestart = (name: string): boolean =>
    diffConfig(config, withOther(config, name)).some(
      (change) => "needsRestart" in change && change.needsRestart,
    );
  const names = [...settings.keys()].filter((name) => name.includes(".") && needsRestart(name));
  expect(names).toContain("mqtt.baseTopic");
  await using bridge = await startBridge(config, new MemoryLog());
  await until(() => broker.peers[0]?.publishes.some(({ topic }) => topic === state) === true);
  await bridge.reconfigure(names.reduce(withOther, config));
  send(broker.peers[0], "elsewhere");
  await until(() => answersOf(broker.peers.at(-1)).length === 2);
  expect(broker.peers.map(answersOf)).toEqual([[result, "elsewhere"]]);
});

const mac = "02:5e:11:00:00:2a";
const otherSettings: Args = {
  players: "auto",
  "homeassistant.mediaPlayer": "false",
  "homeassistant.language": "de",
  "homeassistant.pageUrl": "http://page",
  "homeassistant.updateUrl": "",
  "publish.state": "true",
  "mqtt.clientId": "another",
  "controls.maxVolume": "40",
};

it.each([
  ["finds its players", (listed: Args) => [listed, otherSettings] as const],
  ["has a list of players", (listed: Args) => [otherSettings, listed] as const],
] as const)(
  "what a bridge tells is the same after a reload and a restart with settings by which it %s",
  async (_, order) => {
    await using den = await startSimulator({ preset: "audio", mac });
    await using loft = await startSimulator({ host: "127.0.0.2", preset: "audio" });
    const way = await knownHosts("127.0.0.1");
    const search = { families: searchedBy(way), listenMs: 500, port: Number(new URL(den.url).port) };
    // A search gives it another id.
    const list = [
      { id: "den", url: den.url, mac },
      { id: "loft", url: loft.url },
    ];
    const [before, after] = order({ players: JSON.stringify(list) });
    const left = async (how: "restart" | "reload"): Promise<object> => {
      await using broker = await startEmbeddedBroker({ ...anyPort, maxPacketBytes: 200_000 });
      await using client = await TestClient.connect(broker.url, ["#"], { protocolVersion: 4 });
      using clock = new TurningClock();
      const withBroker = (args: Args): Config => configOf({ ...args, "mqtt.url": broker.url });
      const overrides = { clock, search, httpPorts: [0] };
      const start = (args: Args) => startBridge(withBroker(args), new MemoryLog(), overrides);
      // Long enough to read all, and to clear the topics of players that have gone.
      const settle = (): Promise<void> => clock.sleep(15_000, new AbortController().signal);
      await using first = await start(before);
      await settle();
      if (how === "restart") await first[Symbol.asyncDispose]();
      else await first.reconfigure(withBroker(after));
      await using bridge = how === "restart" ? await start(after) : first;
      await settle();
      const { body } = await ask(bridge.httpUrl ?? "", "/api/v1/bridge");
      const { findsPlayers, notes, broker: connection } = JSON.parse(body) as BridgeView;
      // What the players tell may differ from moment to moment.
      const isSteady = (topic: string): boolean => /^homeassistant|availability$|description$/.test(topic);
      const told = [...client.state].map(([topic, text]) => [topic, isSteady(topic) ? text : "told"]);
      return { ...Object.fromEntries(told), findsPlayers, notes, clientId: connection.clientId };
    };
    expect(await left("reload")).toEqual(await left("restart"));
  },
);
