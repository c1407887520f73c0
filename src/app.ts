import { uptime } from "node:os";
import type { AddExtension, AppContext, Surroundings } from "./app/app-context.ts";
import { SwitchableLink, type SwitchableLinkOptions } from "./app/switchable-link.ts";
import { clientIdOf } from "./app/client-id.ts";
import { allExtensions } from "./app/extensions.ts";
import { PlayerList } from "./app/player-of.ts";
import { FoundPlayers } from "./app/found-players.ts";
import { startEmbedded } from "./app/start-embedded.ts";
import { type Reloaded, Reloader } from "./app/reloader.ts";
import { Bridge } from "./bridge/bridge.ts";
import { BridgeStatus } from "./bridge/bridge-status.ts";
import { brokerUrls } from "./config/broker-url.ts";
import { type ConfigChange, describeChange, diffConfig, withoutRestart } from "./config/diff.ts";
import type { Config } from "./config/schema.ts";
import type { Message } from "./core/topics/message.ts";
import type { Log, SchedulePort } from "./core/ports.ts";
import type { Search } from "./tools/finder/find-players.ts";
import { bridgeNameOf } from "./core/fleet.ts";
import { bridgeState } from "./core/topics/render-bridge.ts";
import { Counters } from "./core/session/counters.ts";
import { OpenDevices } from "./device/open-devices.ts";
import type { Verdict } from "./core/session/health.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { LagMeter } from "./lib/lag-meter.ts";
import { Standstill, uptimeOf } from "./lib/standstill.ts";
import { withoutSecrets } from "./lib/without-secrets.ts";
import { readTlsFiles } from "./mqtt/tls-files.ts";
import { CronSchedule } from "./ops/cron.ts";
import { version } from "./version.ts";

/** Replacements for tests and the demo. */
export interface BridgeOverrides {
  readonly clock?: Clock;
  readonly schedule?: SchedulePort & Disposable;
  /** The HTTP ports to try instead of the configured one; 0 picks a free port. */
  readonly httpPorts?: readonly number[];
  /** The folder of the built page, if it is not beside the program. */
  readonly pageFolder?: string;
  /** Options of the player search that differ from the defaults. */
  readonly search?: Partial<Search>;
  /** The process, if the bridge may control it over MQTT. */
  readonly surroundings?: Surroundings;
  /** The extensions of the bridge. */
  readonly extensions?: readonly AddExtension[];
}

/** A running bridge; disposing it stops it. */
export interface RunningBridge extends AsyncDisposable {
  /** The broker's address without secrets. */
  readonly brokerUrl: string;
  /** The address of the page, health and metrics; undefined while HTTP is off. */
  readonly httpUrl: string | undefined;
  readonly health: () => Verdict;
  /** Applies another configuration as far as possible without a restart; returns the differences. */
  readonly reconfigure: (config: Config) => Promise<readonly ConfigChange[]>;
  /** Reads the configuration again and applies it; undefined for a bridge with a fixed configuration. */
  readonly reload: (() => Promise<Reloaded>) | undefined;
  /** Resolves when the bridge is disposed; rejects when a bug ended it. */
  readonly done: Promise<void>;
}

const connectTimeoutMs = 10_000;

/**
 * Node cuts small buffers from a pool, and each of them keeps its whole pool in memory: 8 KB by default. The MQTT codec
 * keeps a buffer of four bytes for each packet length that it has written, so memory would grow for weeks, up to 128 MB.
 */
const poolBytes = 512;

/** Creates the bridge and starts it, without waiting for the broker or any player. */
export async function startBridge(
  config: Config,
  log: Log,
  {
    clock = systemClock,
    schedule: givenSchedule,
    httpPorts = config.http.port === 0 ? [] : [config.http.port],
    pageFolder,
    search,
    surroundings,
    extensions = Object.values(allExtensions),
  }: BridgeOverrides = {},
): Promise<RunningBridge> {
  Buffer.poolSize = poolBytes;
  const embedded = config.mqtt.url === "" ? await startEmbedded(config, log) : undefined;
  // Created after the embedded broker: its timer would keep alive a process that fails to start.
  const schedule = givenSchedule ?? new CronSchedule(clock);
  const shard = { count: config.fleet.shardCount, index: config.fleet.shardIndex };
  const base = config.mqtt.baseTopic;
  const offline = bridgeState(base, bridgeNameOf(shard), "offline");
  const linkOf = (settings: Config): SwitchableLinkOptions => linkOptions(settings, embedded?.url, offline);
  const link = new SwitchableLink(linkOf(config), clock, log);
  const counters = new Counters();
  const devices = new OpenDevices();
  const players = new PlayerList(counters, devices);
  const brokerUrl = (): string => withoutSecrets(link.url);
  let current = config;
  const networkSearch = async (): Promise<Search> => ({
    ...(await import("./app/network-search.ts")).networkSearch,
    ...search,
    clock,
  });
  const found = new FoundPlayers({
    search: networkSearch,
    onChanged: async () => {
      for (const change of await reconfigure(current)) log.info({}, describeChange(change));
    },
  });
  const standstill = new Standstill(
    systemClock,
    uptimeOf(() => uptime() * 1000, systemClock),
  );
  const bridge = new Bridge({
    base,
    shard,
    version,
    players: players.of(config),
    broker: link,
    schedule,
    clock,
    log,
    counters,
    isListComplete: () => !current.findsPlayers,
    messageAgeMs: () => standstill.messageAgeMs(),
    reservedPrefixes: () => [current.homeassistant.prefix, "homeassistant"],
  });
  const stop = new AbortController();
  // Always the machine's own clock: it measures the process.
  const lag = new LagMeter(systemClock);
  const status = new BridgeStatus({ version, bridge, broker: link, counters, lag, clock, stop: stop.signal });
  const reloadListeners: Parameters<AppContext["onReload"]>[0][] = [];
  const reconfigure = async (given: Config): Promise<readonly ConfigChange[]> => {
    const wanted = found.fill(given);
    const changes = diffConfig(current, wanted);
    const [before, next] = [current, withoutRestart(current, wanted)];
    // Throws for a certificate that cannot be used, before anything has changed.
    const linkSettings = given === current ? undefined : linkOf(next);
    current = next;
    await found.search(next.findsPlayers);
    if (surroundings !== undefined && next.log.level !== before.log.level) {
      surroundings.log.level = next.log.level;
    }
    if (linkSettings !== undefined) await link.replace(linkSettings, offline);
    for (const listener of reloadListeners) await listener(before, next);
    await bridge.arrange(players.of(next), next.fleet.shardCount);
    return changes;
  };
  const reloader = surroundings && new Reloader({ load: surroundings.load, reconfigure, log });
  const port = embedded?.port ?? config.broker.port;
  const app: AppContext = {
    bridge,
    status,
    link,
    devices,
    counters,
    clock,
    log,
    version,
    config: () => ({ ...current, broker: { ...current.broker, port } }),
    onReload: (listener) => reloadListeners.push(listener),
    isEmbedded: embedded !== undefined,
    brokerUrl,
    surroundings,
    reloader,
    search: networkSearch,
    httpPorts,
    pageFolder,
    routes: [],
    httpUrl: () => undefined,
  };
  link.observe({
    connected: (mqtt) => {
      counters.connections += 1;
      bridge.connected(mqtt);
    },
    received: (message) => bridge.receive(message),
    disconnected: () => bridge.disconnected(),
    refusedMessage: (topic) => bridge.refused(topic),
    failed: () => {
      counters.failedConnections += 1;
    },
  });
  const running = bridge.run(stop.signal);
  // A failure before the caller gets `done` is still reported by `done`.
  running.catch(() => {});
  link.open();
  for (const add of extensions) await add(app);
  await found.search(config.findsPlayers);

  const end = async (): Promise<void> => {
    stop.abort();
    await found[Symbol.asyncDispose]();
    schedule[Symbol.dispose]();
    await Promise.allSettled([running]);
    await link[Symbol.asyncDispose]();
    await embedded?.[Symbol.asyncDispose]();
    lag[Symbol.dispose]();
    standstill[Symbol.dispose]();
  };
  let ending: Promise<void> | undefined;
  return {
    get brokerUrl() {
      return brokerUrl();
    },
    reconfigure,
    reload: reloader && (() => reloader.reload()),
    get httpUrl() {
      return app.httpUrl();
    },
    health: status.health,
    done: running,
    [Symbol.asyncDispose]: () => (ending ??= end()),
  };
}

/** The broker connection. TLS files are read each time, since certificates are renewed. */
function linkOptions(config: Config, embeddedUrl: string | undefined, will: Message): SwitchableLinkOptions {
  const { mqtt } = config;
  return {
    ...readTlsFiles(mqtt),
    urls: embeddedUrl === undefined ? brokerUrls(config) : [embeddedUrl],
    username: mqtt.username,
    password: mqtt.password,
    clientId: clientIdOf(config),
    keepaliveSeconds: mqtt.keepaliveSeconds,
    connectTimeoutMs,
    will,
    protocol: embeddedUrl === undefined ? mqtt.protocol : "4",
    base: mqtt.baseTopic,
    maxPayload: mqtt.maxPayload,
    publishRate: mqtt.publishRate,
  };
}
