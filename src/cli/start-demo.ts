import { type RunningBridge, startBridge } from "../app.ts";
import { loadConfig } from "../config/load.ts";
import type { Surroundings } from "../app/app-context.ts";
import { BrokerError } from "../core/errors.ts";
import type { Log, LogLine } from "../core/ports.ts";
import { Listeners } from "../lib/listeners.ts";
import { createLogger, type LogDestination } from "../ops/logger.ts";
import { RecentLines } from "../ops/recent-lines.ts";
import { startSimulator as startBluos } from "../tools/simulator/bluos/start-simulator.ts";
import { type SimulatorOptions, startSimulator } from "../tools/simulator/zidoo/start-simulator.ts";
import type { Config } from "../config/schema.ts";

const defaultBrokerPort = 1883;

export interface DemoPlayer {
  readonly id: string;
  readonly name: string;
  readonly start: () => Promise<{ readonly url: string } & AsyncDisposable>;
}

const zidoo = (options: SimulatorOptions) => () => startSimulator({ ...options, playsTogether: false });

/** The players of the demo, in the order in which they are added. */
export const demoPlayers: readonly DemoPlayer[] = [
  { id: "living-room", name: "Living room", start: zidoo({ preset: "video", prefix: "Zidoo" }) },
  { id: "study", name: "Study", start: zidoo({ preset: "audio", prefix: "Device" }) },
  { id: "kitchen", name: "Kitchen", start: () => startBluos() },
  { id: "cellar", name: "Cellar", start: zidoo({ preset: "old", prefix: "Zidoo" }) },
  { id: "workshop", name: "Workshop", start: zidoo({ preset: "twins", prefix: "Device" }) },
  { id: "guest-room", name: "Guest room", start: zidoo({ preset: "idle", prefix: "Device" }) },
];

export interface Demo extends AsyncDisposable {
  readonly bridge: RunningBridge;
  readonly config: Config;
  readonly port: number;
}

export async function startDemo(players: readonly DemoPlayer[], destination: LogDestination): Promise<Demo> {
  const lines = new Listeners<LogLine>();
  const recent = new RecentLines();
  lines.add((line) => recent.add(line));
  const log = createLogger({ level: "info", format: "json" }, destination, (line) => lines.notify(line));
  const simulators = await Promise.all(players.map(({ start }) => start()));
  const entries = players.map(({ id, name }, place) => ({ id, name, url: simulators[place]?.url }));
  try {
    const bridge = await startOnFreePort((port) => demoConfig(entries, port), log, {
      log,
      onLine: (listener) => lines.add(listener),
      linesOf: (playerId) => recent.of(playerId),
    });
    const port = Number(new URL(bridge.brokerUrl).port);
    return {
      bridge,
      port,
      config: demoConfig(entries, port),
      async [Symbol.asyncDispose]() {
        await bridge[Symbol.asyncDispose]();
        await endAll(simulators);
      },
    };
  } catch (error) {
    await endAll(simulators);
    throw error;
  }
}

async function endAll(simulators: readonly AsyncDisposable[]): Promise<void> {
  await Promise.all(simulators.map((simulator) => simulator[Symbol.asyncDispose]()));
}

/** Picks other ports if a broker or another bridge uses the default ones. */
async function startOnFreePort(
  configFor: (port: number) => Config,
  log: Log,
  surroundings: Omit<Surroundings, "load">,
): Promise<RunningBridge> {
  const start = (port: number): Promise<RunningBridge> => {
    const config = configFor(port);
    const whole = { ...surroundings, load: () => config };
    return startBridge(config, log, { httpPorts: [config.http.port, 0], surroundings: whole });
  };
  try {
    return await start(defaultBrokerPort);
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    return start(0);
  }
}

const presets = {
  "Film evening": ["wake", "output HDMI2", "volume 40"],
  "Quiet music": ["volume 20", "music/playback play"],
};

/** Ignores environment and files: the demo is the same everywhere. */
function demoConfig(players: readonly object[], port: number): Config {
  return loadConfig({
    args: {
      players: JSON.stringify(players),
      "broker.port": String(port),
      // The simulated players do what owners switch on one by one.
      "library.enabled": "true",
      "controls.experimental": "true",
      "controls.presets": JSON.stringify(presets),
    },
    env: {},
    cwd: "/",
    readFile: () => {
      throw Object.assign(new Error("the demo reads no files"), { code: "ENOENT" });
    },
  });
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
