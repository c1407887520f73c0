import { zidooRules } from "../../../src/families/zidoo/rules.ts";
import { Bridge } from "../../../src/bridge/bridge.ts";
import type { BridgePlayer } from "../../../src/bridge/player-runner.ts";
import { StandBy } from "../../../src/bridge/stand-by.ts";
import { HealthReport } from "../../../src/extensions/self-report/health-report.ts";
import type { Subscription } from "../../../src/core/topics/message.ts";
import type { BridgeInfo } from "../../../src/core/topics/render-bridge.ts";
import { Counters } from "../../../src/core/session/counters.ts";
import { FakeClock } from "../fake-clock.ts";
import { MemoryLog } from "./memory-log.ts";
import { RecordingBroker } from "./recording-broker.ts";
import { RecordingSchedule } from "./recording-schedule.ts";
import { ScriptedPlayer } from "./scripted-player.ts";
import { bySchedule } from "../by-schedule.ts";

export const mqtt: BridgeInfo["mqtt"] = {
  protocol: "5",
  clientId: "bridge",
  maximumPacketBytes: 1000,
  maximumQos: 1,
  retainAvailable: true,
  receiveMaximum: 10,
};

export class BridgeBench implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly broker = new RecordingBroker();
  readonly schedule = new RecordingSchedule();
  readonly log = new MemoryLog();
  readonly counters = new Counters();
  readonly players: Record<string, ScriptedPlayer>;
  readonly options: ConstructorParameters<typeof Bridge>[0];
  readonly bridge: Bridge;
  readonly ended: Promise<void>;
  readonly #stop = new AbortController();

  constructor(
    polls: Readonly<Record<string, Partial<BridgePlayer["poll"]>>> = { den: {}, attic: {} },
    change: Partial<Pick<ConstructorParameters<typeof Bridge>[0], "messageAgeMs" | "ownership">> = {},
  ) {
    this.players = Object.fromEntries(Object.keys(polls).map((id) => [id, new ScriptedPlayer()]));
    this.options = {
      base: "base",
      bridge: "bridge",
      version: "1.2.3",
      players: Object.entries(polls).map(([id, poll]) => this.player(id, poll)),
      broker: this.broker,
      schedule: this.schedule,
      clock: this.clock,
      log: this.log,
      counters: this.counters,
      ownership: (context) => new StandBy(context, true),
      isListComplete: () => true,
      reservedPrefixes: () => ["homeassistant"],
      ...change,
    };
    this.bridge = new Bridge(this.options);
    this.bridge.extend(
      new HealthReport({
        base: "base",
        bridge: "bridge",
        broker: this.broker,
        clock: this.clock,
        log: this.log,
        players: () => this.bridge.sessions,
        history: () => undefined,
      }),
    );
    this.ended = this.bridge.run(this.#stop.signal);
    this.ended.catch(() => {});
  }

  stop(): void {
    this.#stop.abort();
  }

  get state(): string | undefined {
    return this.broker.retained.get("base/bridge/state");
  }

  /** A payload of the bridge's own topics, as JSON. */
  said(leaf: string): unknown {
    return JSON.parse(this.broker.retained.get(`base/bridge/${leaf}`) ?? "null");
  }

  listened(start: string): readonly Subscription[] {
    return (this.broker.listened.at(-1) ?? []).filter(({ filter }) => filter.startsWith(start));
  }

  player(id: string, poll: Partial<BridgePlayer["poll"]> = {}): BridgePlayer {
    const device = (this.players[id] ??= new ScriptedPlayer());
    return {
      id,
      name: id.toUpperCase(),
      address: `http://${id}:9529`,
      open: () => device,
      policy: { gapMs: 10, offlineAfter: 1, idleFactor: 1, positionIntervalMs: 5000, pace: bySchedule },
      poll: {
        audio: "every 5",
        video: "every 2",
        playlist: "every 10",
        queue: "every 10",
        state: "every 2",
        videoVolume: "",
        ...poll,
      },
      deadlineMs: 5000,
      inboxSize: 8,
      longestStepMs: 5000,
      maxPictureBytes: 0,
      maxVolumePercent: 100,
      sleepOff: false,
      offAction: "poweroff",
      wakeMacs: [],
      rawPaths: [],
      follow: true,
      settingTags: [],
      declaredTags: [],
      confirmedSettings: [],
      plug: undefined,
      presets: [],
      library: { enabled: false, requestsPerHour: 1, slowMs: 1000 },
      profile: {
        family: "zidoo",
        address: `http://${id}:9529`,
        rules: zidooRules,
        withoutOperations: [],
        withoutResources: [],
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.clock.advance(2000);
    await this.ended.catch(() => {});
  }
}
