import { startBridge } from "../../../src/app.ts";
import { loadConfig } from "../../../src/config/load.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { FastSchedule } from "../../support/bridge/fast-schedule.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { Subscriber } from "../../support/bridge/subscriber.ts";
import { until } from "../../support/bridge/until.ts";
import { opened } from "../../support/opened.ts";

/** The time of all parts of these tests: the players, the bridge, and who watches them. */
export const clock = fastClock(50);

export const pass = (ms: number): Promise<void> => clock.sleep(ms, new AbortController().signal);

/** A bridge with these players by their ids until the test ends, and who listens to it. */
export async function bridgeWith(
  players: Readonly<Record<string, { readonly url: string }>>,
  settings: Readonly<Record<string, string>> = {},
  entry: object = {},
) {
  const list = Object.entries(players).map(([id, { url }]) => ({ id, url, ...entry }));
  const config = loadConfig({
    args: {
      "broker.port": "0",
      "http.port": "0",
      "device.timeoutMs": "1500",
      "homeassistant.enabled": "false",
      players: JSON.stringify(list),
      ...settings,
    },
    env: {},
    cwd: "/nowhere",
  });
  const log = new MemoryLog();
  const bridge = opened(await startBridge(config, log, { clock, schedule: new FastSchedule(clock) }));
  const subscriber = opened(await Subscriber.connect(bridge.brokerUrl));
  const held = (id: string, leaf: string) => subscriber.state.get(`player2mqtt/${id}/${leaf}`);
  const json = (id: string, leaf: string): unknown => JSON.parse(held(id, leaf) ?? "null");
  const ask = (id: string, control: string, request: string) =>
    subscriber.ask(`player2mqtt/${id}/${control}/set`, request);
  const stop = () => bridge[Symbol.asyncDispose]();
  return { log, subscriber, held, json, ask, stop };
}

/** A bridge that has read these players. */
export async function settledWith(...parts: Parameters<typeof bridgeWith>) {
  const bridge = await bridgeWith(...parts);
  const isRead = (id: string) =>
    bridge.held(id, "group") !== undefined && bridge.held(id, "music/state") !== undefined;
  await until(() => Object.keys(parts[0]).every(isRead), 15_000);
  return bridge;
}
