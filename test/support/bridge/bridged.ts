import { startBridge, type RunningBridge } from "../../../src/app.ts";
import type { ControlName } from "../../../src/core/controls/table.ts";
import { loadConfig } from "../../../src/config/load.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import type { Simulator } from "../../../src/tools/simulator/start-simulator.ts";
import { until } from "./until.ts";
import { fastClock } from "./fast-clock.ts";
import { FastSchedule } from "./fast-schedule.ts";
import { MemoryLog } from "./memory-log.ts";
import type { Result } from "./recording-broker.ts";
import { Subscriber } from "./subscriber.ts";

/** How a bridge for a test differs from others. */
export interface BridgedOptions {
  /** Settings by their names. */
  readonly args?: Readonly<Record<string, string>>;
  /** How fast the bridge's own time runs; 1 where a test measures. */
  readonly speed?: number;
  /** Whether it serves HTTP, on a free port. */
  readonly hasHttp?: boolean;
}

/** Every second, without back-offs and gaps that nobody wants to wait for. */
const settings = {
  "broker.port": "0",
  "http.port": "0",
  "device.gapMs": "20",
  "poll.audio": "* * * * * *",
  "poll.video": "* * * * * *",
  "poll.playlist": "* * * * * *",
  "poll.queue": "* * * * * *",
  "poll.state": "* * * * * *",
  "poll.idleFactor": "1",
  "commands.deadlineMs": "60000",
  // What Home Assistant is told has tests of its own.
  "homeassistant.enabled": "false",
};

/** Of the machine's time: a busy machine still answers all polls of a tick within it. */
const shortestTickMs = 50;

const ids = ["den", "attic", "cellar"];

/** A whole bridge with its broker, its players and somebody who listens. */
export class Bridged implements AsyncDisposable {
  readonly bridge: RunningBridge;
  readonly log: MemoryLog;
  readonly #players: readonly Simulator[];
  #ear: Subscriber | undefined;

  private constructor(bridge: RunningBridge, log: MemoryLog, players: readonly Simulator[]) {
    this.bridge = bridge;
    this.log = log;
    this.#players = players;
  }

  /** Starts a bridge and somebody who listens; its players are `den`, `attic` and `cellar`. */
  static async start(
    players: Simulator | readonly Simulator[],
    options: BridgedOptions = {},
  ): Promise<Bridged> {
    const bridged = await Bridged.deaf(players, options);
    bridged.#ear = await Subscriber.connect(bridged.bridge.brokerUrl);
    return bridged;
  }

  /** Starts a bridge to which nobody listens. */
  static async deaf(
    players: Simulator | readonly Simulator[],
    options: BridgedOptions = {},
  ): Promise<Bridged> {
    const { args = {}, speed = 10, hasHttp = false } = options;
    const all = "url" in players ? [players] : players;
    const list = all.map(({ url }, index) => ({ id: ids[index], url }));
    const config = loadConfig({
      args: { ...settings, players: JSON.stringify(list), ...args },
      env: {},
      cwd: "/nowhere",
    });
    const log = new MemoryLog();
    const clock = speed === 1 ? systemClock : fastClock(speed);
    const bridge = await startBridge(config, log, {
      clock,
      ...(speed !== 1 && { schedule: new FastSchedule(clock, Math.max(1000, speed * shortestTickMs)) }),
      ...(hasHttp && { httpPorts: [0] }),
    });
    return new Bridged(bridge, log, all);
  }

  /** Starts a bridge and waits until its first player has told everything. */
  static async settled(
    players: Simulator | readonly Simulator[],
    options: BridgedOptions = {},
  ): Promise<Bridged> {
    const bridged = await Bridged.start(players, options);
    await bridged.refresh();
    await until(() => bridged.ear.state.has("player2mqtt/bridge/info"));
    return bridged;
  }

  /** Who hears everything. */
  get ear(): Subscriber {
    if (this.#ear === undefined) throw new Error("nobody listens");
    return this.#ear;
  }

  /** What a topic of a player says now. */
  says(leaf: string, id = "den"): string | undefined {
    return this.ear.state.get(`player2mqtt/${id}/${leaf}`);
  }

  /** The same as JSON. */
  tells(leaf: string, id = "den"): unknown {
    return JSON.parse(this.says(leaf, id) ?? "null");
  }

  /** Waits until a topic says this. */
  async hears(leaf: string, wanted: string | undefined, id = "den"): Promise<void> {
    await until(() => {
      const said = this.says(leaf, id);
      if (said !== wanted) throw new Error(`${id}/${leaf} says ${String(said)}, wanted ${String(wanted)}`);
      return true;
    });
  }

  select(selector: "input" | "output", payload: string, id = "den"): Promise<Result> {
    return this.ear.ask(`player2mqtt/${id}/audio/${selector}/set`, payload);
  }

  /** Sets something, and tells the outcome. */
  set(control: ControlName, payload: string, id = "den"): Promise<Result> {
    return this.ear.ask(`player2mqtt/${id}/${control}/set`, payload);
  }

  refresh(id = "den"): Promise<Result> {
    return this.ear.ask(`player2mqtt/${id}/refresh/set`, "");
  }

  /** Ends everything but the players, and looks back: no player may ever have had two requests at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.bridge[Symbol.asyncDispose]();
    await this.#ear?.[Symbol.asyncDispose]();
    for (const { traffic } of this.#players) {
      if (traffic.maxConcurrent > 1)
        throw new Error(`a player had ${traffic.maxConcurrent} requests at once`);
    }
  }
}
