import { startBridge, type RunningBridge } from "../../../src/app.ts";
import type { ControlName } from "../../../src/core/controls/table.ts";
import { loadConfig } from "../../../src/config/load.ts";
import type { Config } from "../../../src/config/schema.ts";
import type { Clock } from "../../../src/lib/clock.ts";
import { until } from "./until.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { FastSchedule } from "./fast-schedule.ts";
import { MemoryLog } from "./memory-log.ts";
import type { Result } from "./recording-broker.ts";
import { Subscriber } from "./subscriber.ts";

export interface BridgedPlayer extends AsyncDisposable {
  readonly url: string;
  readonly traffic: { readonly maxConcurrent: number; count(operation?: string): number };
  /** How many requests it may have at once; one, unless it holds some back. */
  readonly mostAtOnce?: number;
}

export interface BridgedOptions {
  /** Settings by their names. */
  readonly args?: Readonly<Record<string, string>>;
  /** The speed of the bridge's clock, 10 by default. */
  readonly speed?: number;
  /** The clock that the bridge shares with its players. */
  readonly clock?: Clock;
  /** What the entries of all players have besides id and address. */
  readonly entry?: object;
  /** Whether it serves HTTP, on a free port. */
  readonly hasHttp?: boolean;
}

/** Polls every second, without the back-offs and gaps that would slow tests down. */
const settings = {
  "broker.port": "0",
  "http.port": "0",
  "device.gapMs": "20",
  "device.timeoutMs": "10000",
  "poll.audio": "* * * * * *",
  "poll.video": "* * * * * *",
  "poll.playlist": "* * * * * *",
  "poll.queue": "* * * * * *",
  "poll.state": "* * * * * *",
  "poll.idleFactor": "1",
  "commands.deadlineMs": "60000",
  // Home Assistant discovery has tests of its own.
  "homeassistant.enabled": "false",
};

const ids = ["den", "attic", "cellar"];

function configOf(
  players: readonly BridgedPlayer[],
  args: Readonly<Record<string, string>>,
  entry: object = {},
): Config {
  const list = players.map(({ url }, index) => ({ id: ids[index], url, ...entry }));
  return loadConfig({
    args: { ...settings, players: JSON.stringify(list), ...args },
    env: {},
    cwd: "/nowhere",
  });
}

export class Bridged implements AsyncDisposable {
  readonly bridge: RunningBridge;
  readonly clock: Clock;
  readonly log: MemoryLog;
  readonly #players: readonly BridgedPlayer[];
  #subscriber: Subscriber | undefined;

  private constructor(
    bridge: RunningBridge,
    clock: Clock,
    log: MemoryLog,
    players: readonly BridgedPlayer[],
  ) {
    this.bridge = bridge;
    this.clock = clock;
    this.log = log;
    this.#players = players;
  }

  /** Starts a bridge and a subscriber; its players are `den`, `attic` and `cellar`. */
  static async start(
    players: BridgedPlayer | readonly BridgedPlayer[],
    options: BridgedOptions = {},
  ): Promise<Bridged> {
    const bridged = await Bridged.withoutSubscriber(players, options);
    bridged.#subscriber = await Subscriber.connect(bridged.bridge.brokerUrl);
    return bridged;
  }

  /** Starts a bridge without a subscriber. */
  static async withoutSubscriber(
    players: BridgedPlayer | readonly BridgedPlayer[],
    options: BridgedOptions = {},
  ): Promise<Bridged> {
    const { args = {}, speed = 10, hasHttp = false } = options;
    const { clock = fastClock(speed) } = options;
    const all = "url" in players ? [players] : players;
    const config = configOf(all, args, options.entry);
    const log = new MemoryLog();
    const bridge = await startBridge(config, log, {
      clock,
      schedule: new FastSchedule(clock),
      ...(hasHttp && { httpPorts: [0] }),
    });
    return new Bridged(bridge, clock, log, all);
  }

  /** Starts a bridge and waits until all resources of its first player are published. */
  static async settled(
    players: BridgedPlayer | readonly BridgedPlayer[],
    options: BridgedOptions = {},
  ): Promise<Bridged> {
    const bridged = await Bridged.start(players, options);
    // Before, it may not have subscribed to commands.
    await until(() => bridged.subscriber.state.get("player2mqtt/bridge/state") === "online");
    await bridged.refresh();
    await until(() => bridged.subscriber.state.has("player2mqtt/bridge/info"));
    return bridged;
  }

  /** Waits until the identity of a player is published: it is decided some time after its first answer. */
  async identified(id = "den"): Promise<void> {
    await until(() => this.payload("info", id)?.includes('"identity"') === true);
  }

  get subscriber(): Subscriber {
    if (this.#subscriber === undefined) throw new Error("nobody listens");
    return this.#subscriber;
  }

  payload(leaf: string, id = "den"): string | undefined {
    return this.subscriber.state.get(`player2mqtt/${id}/${leaf}`);
  }

  json(leaf: string, id = "den"): unknown {
    return JSON.parse(this.payload(leaf, id) ?? "null");
  }

  async waitFor(leaf: string, wanted: string | undefined, id = "den"): Promise<void> {
    await until(() => {
      const said = this.payload(leaf, id);
      if (said !== wanted) throw new Error(`${id}/${leaf} says ${String(said)}, expected ${String(wanted)}`);
      return true;
    });
  }

  select(selector: "input" | "output", payload: string, id = "den"): Promise<Result> {
    return this.subscriber.ask(`player2mqtt/${id}/audio/${selector}/set`, payload);
  }

  set(
    control: ControlName | "announce" | `settings/${string}`,
    payload: string,
    id = "den",
  ): Promise<Result> {
    return this.subscriber.ask(`player2mqtt/${id}/${control}/set`, payload);
  }

  /** Applies other settings as a reload does, and returns the kinds of their differences. */
  async reconfigured(args: Readonly<Record<string, string>>, entry?: object): Promise<string[]> {
    const changes = await this.bridge.reconfigure(configOf(this.#players, args, entry));
    return changes.map(({ kind }) => kind);
  }

  refresh(id = "den"): Promise<Result> {
    return this.subscriber.ask(`player2mqtt/${id}/refresh/set`, "");
  }

  /** Stops everything except the players, and asserts that no player ever had more requests at once than it may have. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.bridge[Symbol.asyncDispose]();
    await this.#subscriber?.[Symbol.asyncDispose]();
    for (const { traffic, mostAtOnce = 1 } of this.#players) {
      if (traffic.maxConcurrent > mostAtOnce)
        throw new Error(`a player had ${traffic.maxConcurrent} requests at once`);
    }
  }
}
