import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { type BridgeOverrides, startBridge } from "../app.ts";
import { ConfigEditor } from "../config/edit/config-editor.ts";
import { type ConfigSources, loadConfig } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import { BrokerError } from "../core/errors.ts";
import { families } from "../families/index.ts";
import { aborted } from "../lib/aborted.ts";
import { systemClock } from "../lib/clock.ts";
import type { LogDestination } from "../ops/logger.ts";
import { simulatedMakes } from "../../simulator/makes.ts";
import type { DemoPlayer } from "../../simulator/simulated-make.ts";
import { setAndWait } from "./set-and-wait.ts";
import { startLog } from "./start-log.ts";

const defaultBrokerPort = 1883;

const makes = Object.values(simulatedMakes);

const firstPlayers = makes.flatMap(({ demoPlayers: own }) => own.slice(0, 2));

/** The players of the demo, in the order in which they are added. */
export const demoPlayers: readonly DemoPlayer[] = [
  ...firstPlayers,
  ...makes.flatMap(({ demoPlayers: own }) => own.slice(2)),
];

/** Some of each make, and one that is off. */
export const defaultPlayers = firstPlayers.length + 1;

/** The player that is off, to show how that looks. */
const offId = "bedroom";

/** A command that is refused, to show how the page tells it. */
const refused = { playerId: "living-room", name: "audio/output", value: "USB converter" } as const;

/** What looks like a failure of the bridge and is meant to; undefined if nothing is. */
export function stagedRemark(players: readonly DemoPlayer[]): string | undefined {
  const nameOf = (id: string): string | undefined => players.find((player) => player.id === id)?.name;
  const [off, refusing] = [nameOf(offId), nameOf(refused.playerId)];
  const staged = [
    off === undefined ? "" : `${off} is off`,
    refusing === undefined ? "" : `a command to ${refusing} is refused`,
  ].filter(Boolean);
  return staged.length === 0 ? undefined : `Staged, to show how it looks: ${staged.join(", ")}.`;
}

/** The file of set-up in the demo, whose name says what becomes of it. */
const demoFile = "throw-away.yaml";

export async function startDemo(players: readonly DemoPlayer[], destination: LogDestination) {
  const logging = startLog({ level: "info", format: "json" }, destination);
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-demo-"));
  const stop = new AbortController();
  const parts: AsyncDisposable[] = [];
  let done: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    stop.abort();
    await done?.catch(() => {});
    await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const simulators = await Promise.all(players.map(({ start }) => start()));
    parts.push(...simulators);
    const entries = players.map(({ id, name }, place) => {
      const { url, entry } = simulators[place] ?? {};
      return { id, name, url, ...entry };
    });
    writeFileSync(join(folder, demoFile), demoText(entries));
    const spares = await Promise.all(makes.flatMap(({ startSpare }) => startSpare?.() ?? []));
    parts.push(...spares);
    const finder = await startFinder(spares.map(({ url }) => new URL(url).host));
    parts.push(finder);
    const running = await runBridge({ folder, logging, search: finder.search, signal: stop.signal });
    ({ done } = running);
    const { config, bridge } = running;
    if (players.some(({ id }) => id === refused.playerId)) {
      setAndWait(refused, config, { clock: systemClock, signal: stop.signal }).catch(() => {});
    }
    const port = portOf(bridge.brokerUrl);
    return { config, bridge, port, done: running.done, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

interface DemoRun {
  readonly folder: string;
  readonly logging: ReturnType<typeof startLog>;
  readonly search: BridgeOverrides["search"] & object;
  readonly signal: AbortSignal;
}

async function runBridge({ folder, logging, search, signal }: DemoRun) {
  const start = async (brokerPort: number, httpPort?: number) => {
    // Environment and other files are ignored: the demo is the same everywhere.
    const args = { config: demoFile, "broker.port": String(brokerPort) };
    const sources: ConfigSources = { args, env: {}, cwd: folder, requirePlayers: "without-page" };
    const load = (): Config => loadConfig(sources);
    const restart = new AbortController();
    const setUp = { editor: new ConfigEditor(sources), restart: () => restart.abort() };
    const config = load();
    const bridge = await startBridge(config, logging.log, {
      httpPorts: httpPort === undefined ? [config.http.port, 0] : [httpPort],
      search,
      hostProcess: { ...logging, load, setUp },
    });
    return {
      bridge,
      config: { ...config, broker: { ...config.broker, port: portOf(bridge.brokerUrl) } },
      restart,
    };
  };
  const first = await startOnFreePort(start);
  const run = async (): Promise<void> => {
    const brokerPort = portOf(first.bridge.brokerUrl);
    let httpPort: number | undefined;
    for (let running = first; ; running = await start(brokerPort, httpPort)) {
      const { bridge, restart } = running;
      try {
        await Promise.race([bridge.done, aborted(restart.signal), aborted(signal)]);
      } finally {
        if (bridge.httpUrl !== undefined) httpPort = portOf(bridge.httpUrl);
        await bridge[Symbol.asyncDispose]();
      }
      if (!restart.signal.aborted || signal.aborted) return;
    }
  };
  const done = run();
  // A failure before somebody waits is still reported by `done`.
  done.catch(() => {});
  return { bridge: first.bridge, config: first.config, done };
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Picks another port if a broker or another bridge uses the default one. */
async function startOnFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  try {
    return await start(defaultBrokerPort);
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    return start(0);
  }
}

/** Lets a search of set-up find these players alone: the demo asks nobody else in the network. */
async function startFinder(hosts: readonly string[]): Promise<AsyncDisposable & Pick<DemoRun, "search">> {
  const responder = createSocket("udp4");
  responder.on("message", (_question, { port, address }) => responder.send("here", port, address));
  responder.bind(0, "127.0.0.1");
  await once(responder, "listening");
  const { port } = responder.address();
  const hostsIn = (): readonly string[] => hosts;
  const discovery = [{ name: "demo", group: "127.0.0.1", port, question: Buffer.from("?"), hostsIn }];
  return {
    search: { families: families.map((family) => ({ ...family, discovery })), listenMs: 600 },
    async [Symbol.asyncDispose]() {
      responder.close();
    },
  };
}

/** The simulated players do what owners switch on one by one. */
function demoText(players: readonly object[]): string {
  const settings = {
    library: { enabled: true },
    controls: {
      experimental: true,
      presets: {
        "Film evening": ["wake", "output HDMI2"],
        "Quiet music": ["volume 20", "music/playback play"],
      },
    },
  };
  return `# The demo throws this file away when it ends.\n${stringify({ players, ...settings })}`;
}

export function demoHints(program: string, port: number): string[] {
  const isDefault = port === defaultBrokerPort;
  const url = isDefault ? "" : ` --mqtt.url=mqtt://127.0.0.1:${port}`;
  const clientPort = isDefault ? "" : ` -p ${port}`;
  return [
    `${program} set living-room output HDMI2${url}`,
    `mosquitto_pub${clientPort} -t player2mqtt/study/audio/input/set -m Television`,
    `mosquitto_sub${clientPort} -t 'player2mqtt/#' -v`,
  ];
}
