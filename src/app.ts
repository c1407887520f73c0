import { uptime } from "node:os";
import type { AddExtension, AppContext, HostProcess } from "./app/app-context.ts";
import { clientIdOf, linkOptions } from "./app/link-options.ts";
import { allExtensions } from "./app/extensions.ts";
import { FoundPlayers } from "./app/found-players.ts";
import { PlayerList } from "./app/player-of.ts";
import { type Reloaded, Reloader } from "./app/reloader.ts";
import { startEmbedded } from "./app/start-embedded.ts";
import { Bridge } from "./bridge/bridge.ts";
import type { ReconfigurableExtension } from "./bridge/extension.ts";
import { FleetMember } from "./bridge/fleet/fleet-member.ts";
import { StandBy } from "./bridge/stand-by.ts";
import { type ConfigChange, describeChange, diffConfig, withoutRestart } from "./config/diff.ts";
import type { Config } from "./config/schema.ts";
import type { OpenLeaseStore } from "./core/lease-store.ts";
import type { Log, SchedulePort } from "./core/ports.ts";
import { bridgeNameOf } from "./core/rendezvous.ts";
import { Counters } from "./core/session/counters.ts";
import { type BridgeView, judgeHealth, judgeReadiness, type ProbeResult } from "./core/session/health.ts";
import type { Message } from "./core/topics/message.ts";
import { bridgeState } from "./core/topics/render-bridge.ts";
import type { Family } from "./families/family.ts";
import { families } from "./families/index.ts";
import { OpenPlayers } from "./families/open-players.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { LagMeter } from "./lib/lag-meter.ts";
import { StallDetector, uptimeOf } from "./lib/stall-detector.ts";
import { withoutSecrets } from "./lib/addresses.ts";
import type { EmbeddedBroker } from "./mqtt/embedded-broker.ts";
import { BrokerLink, type LinkOptions } from "./mqtt/link.ts";
import { CronSchedule } from "./ops/cron.ts";
import { findPlayers, type Search } from "./tools/finder/find-players.ts";
import { openLeaseStore } from "./tools/probe/open-lease-store.ts";
import { version } from "./version.ts";

export interface BridgeOverrides
  extends Partial<Pick<AppContext, "clock" | "families" | "hostProcess" | "httpPorts" | "pageFolder">> {
  readonly schedule?: SchedulePort & Disposable;
  readonly search?: Partial<Search>;
  readonly extensions?: readonly AddExtension[];
}

/** A running bridge; disposing it stops it. */
export type RunningBridge = AsyncDisposable &
  Pick<App, "brokerUrl" | "health" | "httpUrl" | "done" | "reconfigure" | "reload">;

/**
 * Node cuts small buffers from a pool, and each of them keeps its whole pool in memory: 8 KB by default. The MQTT codec
 * keeps a buffer of four bytes for each packet length that it has written, so memory would grow for weeks, up to 128 MB.
 */
const poolBytes = 512;
/** Players answer a search at once, but datagrams get lost. */
const searchMs = 4000;

/** Creates the bridge and starts it, without waiting for the broker or any player. */
export async function startBridge(
  config: Config,
  log: Log,
  overrides: BridgeOverrides = {},
): Promise<RunningBridge> {
  const app = await App.create(config, log, overrides);
  await app.start();
  return app;
}

/** Puts a bridge together from a configuration: the broker, the players and the extensions. */
class App implements AppContext, AsyncDisposable {
  readonly version = version;
  readonly log: Log;
  readonly clock: Clock;
  readonly link: BrokerLink;
  readonly bridge: Bridge;
  readonly devices: OpenPlayers;
  readonly families: readonly Family[];
  readonly counters = new Counters();
  /** Always the machine's own clock: it measures the process. */
  readonly lag = new LagMeter(systemClock);
  readonly httpPorts: readonly number[];
  readonly pageFolder: string | undefined;
  readonly hostProcess: HostProcess | undefined;
  readonly reloader: Reloader | undefined;
  readonly routes: AppContext["routes"] = [];
  homeAssistant: AppContext["homeAssistant"];
  deliveries: AppContext["deliveries"];
  httpServer: AppContext["httpServer"];
  readonly #embedded: EmbeddedBroker | undefined;
  readonly #schedule: SchedulePort & Disposable;
  readonly #players: PlayerList;
  readonly #found: FoundPlayers;
  readonly #stallDetector: StallDetector;
  readonly #farewell: Message;
  readonly #searchOverrides: Partial<Search> | undefined;
  readonly #addExtensions: readonly AddExtension[];
  readonly #stop = new AbortController();
  readonly #reconfigureExtensions: ((config: Config) => Promise<void>)[] = [];
  #config: Config;
  #running: Promise<void> = Promise.resolve();
  #changing: Promise<unknown> = Promise.resolve();
  #ending: Promise<void> | undefined;

  /** Creates a bridge, and the embedded broker if no other is configured. */
  static async create(config: Config, log: Log, overrides: BridgeOverrides): Promise<App> {
    Buffer.poolSize = poolBytes;
    const embedded = config.mqtt.url === "" ? await startEmbedded(config, log) : undefined;
    const { clock = systemClock } = overrides;
    const openStore = await openLeaseStore(config, clock);
    return new App(config, log, overrides, embedded, openStore);
  }

  private constructor(
    config: Config,
    log: Log,
    overrides: BridgeOverrides,
    embedded: EmbeddedBroker | undefined,
    openStore: OpenLeaseStore | undefined,
  ) {
    const { clock = systemClock, schedule = new CronSchedule(clock), search, hostProcess } = overrides;
    this.#config = config;
    this.families = overrides.families ?? families;
    this.devices = new OpenPlayers(clock);
    this.#players = new PlayerList(this.families, this.counters, this.devices);
    this.log = log;
    this.clock = clock;
    this.hostProcess = hostProcess;
    this.httpPorts = overrides.httpPorts ?? (config.http.port === 0 ? [] : [config.http.port]);
    this.pageFolder = overrides.pageFolder;
    this.#embedded = embedded;
    this.#schedule = schedule;
    this.#searchOverrides = search;
    this.#addExtensions = overrides.extensions ?? Object.values(allExtensions);
    const base = config.mqtt.baseTopic;
    const { member, leaseMs } = config.fleet;
    const name = bridgeNameOf(openStore === undefined ? "" : member);
    // Reading it opens a file, so that is done only when the date has moved as it does in a suspension.
    const now = uptimeOf(() => uptime() * 1000, systemClock);
    const fleet = openStore && { member, leaseMs, openStore, now };
    this.#farewell = bridgeState(base, name, "offline");
    const will = config.mqtt.takeOver && fleet === undefined ? this.#farewell : undefined;
    this.link = new BrokerLink(linkOptions(config, embedded?.url, will), clock, log);
    this.bridge = new Bridge({
      base,
      bridge: name,
      version,
      makes: this.families.filter((one) => !families.includes(one)).map(({ name }) => name),
      players: this.#players.of(config),
      broker: this.link,
      schedule,
      clock,
      log,
      counters: this.counters,
      clientId: clientIdOf(config),
      // A bridge alone watches for another one of its name. In a fleet, the store knows whose each player and each name is.
      ownership: (context) =>
        fleet === undefined ? new StandBy(context, config.mqtt.takeOver) : new FleetMember(context, fleet),
      onRole: async () => {
        await this.link.reconfigure(this.#linkOptions(this.#config));
        this.link.open();
      },
      isListComplete: () => !this.#config.findsPlayers,
      // With `players: auto` the search runs anyway.
      findPlayers: async (isKnown, signal) =>
        this.#config.findsPlayers ? [] : findPlayers({ ...this.search(), isKnown }, signal),
      messageAgeMs: () => this.#stallDetector.messageAgeMs(),
      reservedPrefixes: () => [this.#config.homeassistant.prefix, "homeassistant"],
    });
    this.#stallDetector = new StallDetector(systemClock, now);
    if (fleet !== undefined) this.devices.mayAct = (id) => this.bridge.ownership.mayAct(id);
    this.#found = new FoundPlayers({
      search: () => this.search(),
      onChanged: async () => {
        for (const change of await this.#change()) log.info({}, describeChange(change));
      },
    });
    const reconfigure = (next: Config) => this.reconfigure(next);
    this.reloader =
      hostProcess &&
      new Reloader({
        load: hostProcess.load,
        reconfigure,
        log,
        onRefused: () => {
          this.counters.refusedReloads += 1;
        },
      });
  }

  async start(): Promise<void> {
    this.link.observe(this.counters);
    this.link.observe(this.bridge);
    this.#running = this.bridge.run(this.#stop.signal);
    // A failure before the caller gets `done` is still reported by `done`.
    this.#running.catch(() => {});
    // A member of a fleet shows itself once the store has confirmed that the name is its own.
    if (this.#config.fleet.url === "") this.link.open();
    for (const add of this.#addExtensions) await add(this);
    await this.#found.search(this.#config.findsPlayers);
  }

  /** Applies another configuration as far as possible without a restart; returns the differences. */
  async reconfigure(given: Config): Promise<readonly ConfigChange[]> {
    const changes = await this.#change(given);
    // Not within the change: the end of a search waits until what it has found is applied.
    await this.#found.search(this.#config.findsPlayers);
    return changes;
  }

  /** Applies a configuration, or the present one with other players, after the changes that are still under way. */
  #change(given?: Config): Promise<readonly ConfigChange[]> {
    const changing = this.#changing.then(() => this.#apply(given));
    this.#changing = changing.catch(() => {});
    return changing;
  }

  async #apply(given: Config | undefined): Promise<readonly ConfigChange[]> {
    const before = this.#config;
    const wanted = this.#found.fill(given ?? before);
    const changes = diffConfig(before, wanted);
    const next = withoutRestart(before, wanted);
    // Throws for a certificate that cannot be used, before anything has changed.
    const linkSettings = given && this.#linkOptions(next);
    this.#config = next;
    if (this.hostProcess !== undefined && next.log.level !== before.log.level) {
      this.hostProcess.log.level = next.log.level;
    }
    if (linkSettings !== undefined) await this.link.reconfigure(linkSettings, linkSettings.will);
    for (const apply of this.#reconfigureExtensions) await apply(next);
    await this.bridge.arrange(this.#players.of(next));
    return changes;
  }

  /** Reads the configuration again and applies it; undefined for a bridge with a fixed configuration. */
  get reload(): (() => Promise<Reloaded>) | undefined {
    const { reloader } = this;
    return reloader && (() => reloader.reload());
  }

  extend<Settings, E extends ReconfigurableExtension<Settings>>(
    settingsOf: (config: Config) => Settings,
    create: (settings: Settings, former: E | undefined) => E,
  ): void {
    let extension = create(settingsOf(this.#config), undefined);
    this.bridge.extend(extension);
    this.#reconfigureExtensions.push(async (config) => {
      const settings = settingsOf(config);
      // A bridge that stops ends its extensions itself.
      if (this.#isStopping || extension.reconfigure(settings)) return;
      await this.bridge.remove(extension);
      if (this.#isStopping) return;
      extension = create(settings, extension);
      this.bridge.extend(extension);
    });
  }

  /** The current configuration, with the real port of an embedded broker. */
  get config(): Config {
    const config = this.#config;
    const port = this.#embedded?.port ?? config.broker.port;
    return { ...config, broker: { ...config.broker, port } };
  }

  get isEmbedded(): boolean {
    return this.#embedded !== undefined;
  }

  /** The broker's address without secrets. */
  get brokerUrl(): string {
    return withoutSecrets(this.link.url);
  }

  /** The address of the page, health and metrics; undefined while HTTP is off. */
  get httpUrl(): string | undefined {
    return this.httpServer?.url;
  }

  search(): Search {
    return { listenMs: searchMs, families: this.families, ...this.#searchOverrides, clock: this.clock };
  }

  #linkOptions(config: Config): LinkOptions {
    const will = this.bridge.ownership.isActive ? this.#farewell : undefined;
    return linkOptions(config, this.#embedded?.url, will);
  }

  /** Whether the process and the loops of all players are alive. */
  readonly health = (): ProbeResult => judgeHealth(this.#view, this.clock.now());

  /** Whether the bridge is connected and has read every player. */
  readonly readiness = (): ProbeResult => judgeReadiness(this.#view);

  get #isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  get #view(): BridgeView {
    return {
      loops: this.bridge.sessions.map(({ view }) => view),
      isConnected: this.bridge.mqtt !== undefined,
      denied: this.link.denied,
      standsByFor: this.bridge.ownership.standsByFor,
      fleet: this.bridge.ownership.fleet,
      isStopping: this.#isStopping,
      lagMs: this.lag.worstMs,
    };
  }

  /** Resolves when the bridge is disposed; rejects when a bug ended it. */
  get done(): Promise<void> {
    return this.#running;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return (this.#ending ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#stop.abort();
    await this.#found[Symbol.asyncDispose]();
    this.#schedule[Symbol.dispose]();
    await Promise.allSettled([this.#running, this.#changing]);
    await this.link[Symbol.asyncDispose]();
    // The last message about a player is with the broker before another member may take it.
    await this.bridge.ownership.left?.();
    await this.#embedded?.[Symbol.asyncDispose]();
    this.lag[Symbol.dispose]();
    this.#stallDetector[Symbol.dispose]();
  }
}
