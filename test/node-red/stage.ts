import { tmpdir } from "node:os";
import { type RunningBridge, startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Log } from "../../src/core/ports.ts";
import type { PresetName } from "../../simulator/zidoo/presets.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { until } from "../support/bridge/until.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { type Mosquitto, startMosquitto } from "../support/start-mosquitto.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { type FlowNode, readFlow } from "./example-flow.ts";
import { type NodeRed, startNodeRed } from "./node-red.ts";

/** The options of a test; the variables are those of Node-RED's process. */
export interface StageOptions {
  /** The flow that `deploy` imports. */
  readonly flow?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly preset?: PresetName;
  readonly queueSize?: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly nodeRed?: Readonly<Record<string, unknown>>;
  readonly hasDashboard?: boolean;
}

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const everySecond = "* * * * * *";

/** A broker, a Node-RED, a player and someone who listens. The flow and the bridge wait to be started. */
export class Stage implements AsyncDisposable {
  readonly broker: Mosquitto;
  /** The network between Node-RED and the broker. */
  readonly cable: TcpProxy;
  readonly nodeRed: NodeRed;
  readonly player: Simulator;
  readonly observer: TestClient;
  readonly #options: StageOptions;
  readonly #parts: readonly AsyncDisposable[];
  #bridge: RunningBridge | undefined;

  constructor(
    options: StageOptions,
    parts: Pick<Stage, "broker" | "cable" | "nodeRed" | "player" | "observer">,
  ) {
    this.#options = options;
    this.#parts = [parts.nodeRed, parts.observer, parts.player, parts.cable, parts.broker];
    this.broker = parts.broker;
    this.cable = parts.cable;
    this.nodeRed = parts.nodeRed;
    this.player = parts.player;
    this.observer = parts.observer;
  }

  /** Imports the flow's file as it is, deploys it, and waits until it is ready. */
  async deploy(): Promise<void> {
    await this.nodeRed.deployNodes(this.#flow);
    await this.#ready();
  }

  get #flow(): readonly FlowNode[] {
    return readFlow(this.#options.flow ?? "");
  }

  /** Waits until the flow is connected, and its nodes know the player, if it has nodes of ours. */
  async #ready(): Promise<void> {
    await this.nodeRed.connected();
    const bridge = this.#flow.find(({ type }) => type === "player2mqtt-bridge");
    if (bridge === undefined || this.#bridge === undefined) return;
    await until(async () => {
      const answer = await this.nodeRed.get(`/player2mqtt/bridge/${bridge.id}/players`);
      const [player] = (answer as { readonly players: readonly { readonly absence?: string }[] }).players;
      return player !== undefined && player.absence === undefined;
    });
  }

  async startBridge(): Promise<void> {
    const { settings } = this.#options;
    const config = loadConfig({
      args: {
        "mqtt.url": this.broker.url,
        // For a bridge that is told to have no other broker than its own.
        "broker.port": String(this.broker.port),
        "http.port": "0",
        "player.url": this.player.url,
        "poll.video": everySecond,
        "poll.audio": everySecond,
        "poll.queue": everySecond,
        "poll.idleFactor": "1",
        "device.gapMs": "0",
        "device.offlineAfter": "1",
        "device.timeoutMs": "2000",
        ...settings,
      },
      env: {},
      cwd: tmpdir(),
    });
    this.#bridge = await startBridge(config, silent);
  }

  async startAll(): Promise<void> {
    await this.startBridge();
    await this.deploy();
  }

  async stopBridge(): Promise<void> {
    await this.#bridge?.[Symbol.asyncDispose]();
    this.#bridge = undefined;
  }

  async restartBroker(): Promise<void> {
    await this.broker.stop();
    this.observer.seen.length = 0;
    await this.broker.start();
    await until(() => this.observer.on("player2mqtt/bridge/state").includes("online"));
    await this.#ready();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopBridge();
    for (const part of this.#parts) await part[Symbol.asyncDispose]();
  }
}

/** Connects somebody who hears everything, and comes back after a restart of the broker. */
function observe(url: string): Promise<TestClient> {
  return TestClient.connect(url, ["#"], { protocolVersion: 4, reconnectPeriod: 100 });
}

/** Starts everything but the bridge. */
export async function setStage(options: StageOptions = {}): Promise<Stage> {
  const { preset = "video", queueSize, nodeRed: settings, hasDashboard = false } = options;
  const broker = await startMosquitto();
  try {
    const cable = await startTcpProxy(broker.port);
    const [player, observer, nodeRed] = await Promise.all([
      startSimulator({ preset, ...(queueSize !== undefined && { queueSize }) }),
      observe(broker.url),
      startNodeRed({
        variables: { MQTT_PORT: String(cable.port), ...options.variables },
        ...(settings !== undefined && { settings }),
        hasDashboard,
      }),
    ]);
    return new Stage(options, { broker, cable, nodeRed, player, observer });
  } catch (error) {
    // A process would outlive the test.
    await broker[Symbol.asyncDispose]();
    throw error;
  }
}
