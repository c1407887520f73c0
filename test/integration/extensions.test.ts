import { expect, it } from "vitest";
import { startBridge } from "../../src/app.ts";
import { allExtensions } from "../../src/app/extensions.ts";
import type { LogLine } from "../../src/core/ports.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { loadWith } from "../config/load-with.ts";
import { ask } from "../extensions/http/served.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { Subscriber } from "../support/bridge/subscriber.ts";
import { until } from "../support/bridge/until.ts";

type Name = keyof typeof allExtensions;
type Features = Readonly<Record<Name, boolean>>;

const names = Object.keys(allExtensions) as Name[];
const base = "player2mqtt";

/** The parts of a bridge with these extensions, after its core was seen to work. */
async function featuresOf(extensions: readonly Name[]): Promise<Features> {
  await using sim = await startSimulator();
  const args = {
    players: JSON.stringify([{ id: "den", url: sim.url }]),
    "broker.port": "0",
    "log.mqtt": "info",
    "homeassistant.updateUrl": "http://127.0.0.1:9/latest",
    "publish.state": "true",
  };
  const config = loadWith({ args });
  const log = new MemoryLog();
  const listeners = new Set<(line: LogLine) => void>();
  const onLine = (listener: (line: LogLine) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  await using bridge = await startBridge(config, log, {
    clock: fastClock(10),
    httpPorts: [0],
    hostProcess: { log: { level: "info" }, load: () => config, onLine },
    extensions: extensions.map((name) => allExtensions[name]),
  });
  await using subscriber = await Subscriber.connect(bridge.brokerUrl);
  await until(() => subscriber.state.get(`${base}/den/availability`) === "online");
  await until(() => subscriber.state.get(`${base}/bridge/info`)?.includes('"den"') === true);
  expect(await subscriber.ask(`${base}/den/refresh/set`, "")).toMatchObject({ outcome: "applied" });
  // As from an earlier run that asked for the latest version.
  await subscriber.send(`${base}/bridge/latest-version`, "0.0.1", true);
  // A reload reaches all present parts.
  const homeassistant = { ...config.homeassistant, mediaPlayer: true, updateUrl: "" };
  await bridge.reconfigure({ ...config, homeassistant });
  for (const listener of listeners) listener({ time: "t", level: "info", message: "a line", details: "" });
  await subscriber.send(`${base}/bridge/request/loglevel`, "debug");
  await subscriber.send(`${base}/den/music/queue/get`, "{}");
  await subscriber.send(`${base}/den/library/get`, "{}");
  const statusOf = async (path: string): Promise<number | undefined> =>
    bridge.httpUrl === undefined ? undefined : (await ask(bridge.httpUrl, path)).status;
  const look = async (): Promise<Features> => ({
    homeAssistant: log.lines.some(({ message }) => message.includes("announced to Home Assistant")),
    history: subscriber.state.has(`${base}/den/history`),
    stateReport: subscriber.state.has(`${base}/den/state`),
    healthReport: subscriber.state.has(`${base}/bridge/health`),
    logTopic: subscriber.said("/bridge/log").length > 0,
    latestVersion: subscriber.said("/bridge/latest-version").at(-1) === "",
    requests: subscriber.results.some(({ command }) => command === "request/loglevel"),
    libraryRequests: subscriber.said("/library/page").length > 0,
    queueRequests: subscriber.said("/music/queue/page").length > 0,
    page: (await statusOf("/page/session")) === 204,
    http: (await statusOf("/healthz")) === 200,
  });
  // A present part shows soon; an absent one is awaited for the same time.
  const wanted = names.filter((name) => isWanted(name, extensions));
  await until(async () => {
    const found = await look();
    return wanted.every((name) => found[name]);
  });
  await subscriber.ask(`${base}/den/refresh/set`, "");
  expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
  return await look();
}

/** Without HTTP the page is unreachable. */
function isWanted(name: Name, extensions: readonly Name[]): boolean {
  return extensions.includes(name) && (name !== "page" || extensions.includes("http"));
}

it.each([...names, "none"] as const)(
  "a bridge without the extension %s lacks that feature and no other",
  async (left) => {
    const extensions = names.filter((name) => name !== left);
    const wanted = Object.fromEntries(names.map((name) => [name, isWanted(name, extensions)]));
    expect(await featuresOf(extensions)).toEqual(wanted);
  },
);

it("a bridge without any extension polls, publishes and handles commands", async () => {
  expect(new Set(Object.values(await featuresOf([])))).toEqual(new Set([false]));
});
