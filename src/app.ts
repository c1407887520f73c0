import { isDeepStrictEqual } from "node:util";
import { BrokerDoor, type DoorOptions } from "./app/broker-door.ts";
import { clientIdOf } from "./app/client-id.ts";
import { PlayerList } from "./app/player-of.ts";
import { FoundPlayers } from "./app/found-players.ts";
import { startEmbedded } from "./app/start-embedded.ts";
import { type Reloaded, Reloader } from "./app/reloader.ts";
import { Bridge } from "./bridge/bridge.ts";
import { BridgeStatus } from "./extensions/http/bridge-status.ts";
import type { HomeAssistantSettings } from "./bridge/bridge-options.ts";
import { LogTopic } from "./extensions/self-report/log-topic.ts";
import { Requests } from "./extensions/requests/requests.ts";
import { type ConfigChange, describeChange, diffConfig, withoutRestart } from "./config/diff.ts";
import type { Config } from "./config/schema.ts";
import type { Message } from "./core/topics/message.ts";
import type { Log, LogLine, SchedulePort } from "./core/ports.ts";
import type { Search } from "./tools/finder/find-players.ts";
import { bridgeNameOf } from "./core/fleet.ts";
import { bridgeState } from "./core/topics/render-bridge.ts";
import { Counters } from "./core/session/counters.ts";
import { OpenDevices } from "./device/open-devices.ts";
import type { Verdict } from "./core/session/health.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { LagMeter } from "./lib/lag-meter.ts";
import { withoutSecrets } from "./lib/without-secrets.ts";
import { readTlsFiles } from "./mqtt/tls-files.ts";
import { CronSchedule } from "./ops/cron.ts";
import { BrokerWatch } from "./extensions/page/broker-watch.ts";
import { type Served, serveHttp } from "./extensions/serve-http.ts";
import { version } from "./version.ts";

/** What a test, or the demo, may put in the place of the real thing. */
export interface BridgeOverrides {
  readonly clock?: Clock;
  readonly schedule?: SchedulePort & Disposable;
  /** The ports to try for HTTP, in place of the configured one; 0 is a free one. */
  readonly httpPorts?: readonly number[];
  /** Where the built page lies, if not beside the program. */
  readonly pageFolder?: string;
  /** How players are searched for where it differs from the usual. */
  readonly search?: Partial<Search>;
  /** What may be asked of the process over MQTT, and its log. */
  readonly surroundings?: Surroundings;
}

/** The process around a bridge. */
interface Surroundings {
  readonly log: { level: string };
  /** Reads the configuration anew; throws ConfigError. */
  readonly load: () => Config;
  /** Calls back for each line of the log; the returned function ends that. */
  readonly onLine: (listener: (line: LogLine) => void) => () => void;
}

/** A bridge that runs until it is disposed. */
export interface RunningBridge extends AsyncDisposable {
  /** The broker's address without anything secret in it. */
  readonly brokerUrl: string;
  /** Where the page, health and metrics are served; nothing while they are not. */
  readonly httpUrl: string | undefined;
  /** Whether it is well. */
  readonly health: () => Verdict;
  /** Takes another configuration over as far as that can be done without a restart; returns what is different in it. */
  readonly reconfigure: (config: Config) => Promise<readonly ConfigChange[]>;
  /** Reads the configuration anew and takes it over; undefined for a bridge that was given one for good. */
  readonly reload: (() => Promise<Reloaded>) | undefined;
  /** Resolves when the bridge has been disposed; rejects when a bug ended it. */
  readonly done: Promise<void>;
}

const connectTimeoutMs = 10_000;
/** Puts the bridge together and starts it. It does not wait for the broker or any player. */
export async function startBridge(
  config: Config,
  log: Log,
  {
    clock = systemClock,
    schedule = new CronSchedule(clock),
    httpPorts = config.http.port === 0 ? [] : [config.http.port],
    pageFolder,
    search,
    surroundings,
  }: BridgeOverrides = {},
): Promise<RunningBridge> {
  const embedded = config.mqtt.url === "" ? await startEmbedded(config, log) : undefined;
  const shard = { count: config.fleet.shardCount, index: config.fleet.shardIndex };
  const base = config.mqtt.baseTopic;
  const offline = bridgeState(base, bridgeNameOf(shard), "offline");
  const doorOf = (settings: Config): DoorOptions => doorOptions(settings, embedded?.url, offline);
  const door = new BrokerDoor(doorOf(config), clock, log);
  const counters = new Counters();
  const devices = new OpenDevices();
  const players = new PlayerList(counters, devices);
  const aboutBroker = (settings: Config) => ({
    url: withoutSecrets(embedded?.url ?? settings.mqtt.url),
    isEmbedded: embedded !== undefined,
    clientId: clientIdOf(settings),
  });
  let current = config;
  const found = new FoundPlayers({
    search: async () => ({ ...(await import("./app/network-search.ts")).networkSearch, ...search, clock }),
    onChanged: async () => {
      for (const change of await reconfigure(current)) log.info({}, describeChange(change));
    },
  });
  const broker = new BrokerWatch(aboutBroker(config), clock);
  const bridge = new Bridge({
    base,
    shard,
    version,
    players: players.of(config),
    broker: door,
    schedule,
    clock,
    log,
    counters,
    homeAssistant: homeAssistantOf(config),
    isListComplete: () => !current.findsPlayers,
  });
  const own = { base, bridge: bridgeNameOf(shard), broker: door, clock, log };
  const logTopic = new LogTopic({ ...own, level: config.log.mqtt });
  const reconfigure = async (given: Config): Promise<readonly ConfigChange[]> => {
    const wanted = found.fill(given);
    const changes = diffConfig(current, wanted);
    const [before, next] = [current, withoutRestart(current, wanted)];
    current = next;
    await found.search(next.findsPlayers);
    logTopic.level = next.log.mqtt;
    if (surroundings !== undefined && next.log.level !== before.log.level) {
      surroundings.log.level = next.log.level;
    }
    broker.about = aboutBroker(next);
    await door.replace(doorOf(next), offline);
    if (!isDeepStrictEqual(before.homeassistant, next.homeassistant)) {
      bridge.changeHomeAssistant(homeAssistantOf(next));
    }
    await bridge.arrange(players.of(next), next.fleet.shardCount);
    return changes;
  };
  const reloader = surroundings && new Reloader({ load: surroundings.load, reconfigure, log });
  const requests = new Requests({
    ...own,
    process: surroundings && reloader && { log: surroundings.log, reload: () => reloader.reload() },
    restart: (id) => bridge.restart(id),
  });
  const forget = surroundings?.onLine((line) => {
    if (bridge.mqtt !== undefined) logTopic.tell(line);
  });
  door.open(
    {
      onConnected: (mqtt) => {
        counters.connections += 1;
        broker.connected(mqtt);
        bridge.connected(mqtt);
      },
      onMessage: (message) => {
        bridge.receive(message);
        void requests.received(message);
      },
      onDisconnected: (reason, isContested) => {
        broker.disconnected(reason, isContested);
        bridge.disconnected();
      },
      onFailedAttempt: (reason) => {
        counters.failedConnections += 1;
        broker.failed(reason);
      },
      onRefused: (filters) => broker.refused(filters),
    },
    requests.subscriptions,
  );
  const stop = new AbortController();
  const running = bridge.run(stop.signal);
  await found.search(config.findsPlayers);
  // Whoever waits for `done` hears of a failure; until it is returned, nobody can.
  running.catch(() => {});
  // The machine's own clock, whatever the bridge's is: a process is as late as it is.
  const lag = new LagMeter(systemClock);
  const bridgeStatus = new BridgeStatus({
    version,
    bridge,
    broker: door,
    counters,
    lag,
    clock,
    stop: stop.signal,
  });
  const port = embedded?.port ?? config.broker.port;
  // With the port that the embedded broker really has: the doctor looks for it there.
  const patient = (): Config => ({ ...current, broker: { ...current.broker, port } });
  const world = {
    version,
    baseTopic: base,
    get findsPlayers() {
      return current.findsPlayers;
    },
    bridge,
    devices,
    traffic: door,
  };
  const about = { bridgeStatus, world, broker, patient, pageFolder };
  const serving = { ...config.http, ports: httpPorts, clock, log, ...about };
  const http: Served | undefined = httpPorts.length === 0 ? undefined : await serveHttp(serving);

  const end = async (): Promise<void> => {
    stop.abort();
    forget?.();
    await found[Symbol.asyncDispose]();
    schedule[Symbol.dispose]();
    await Promise.allSettled([running]);
    await Promise.all([http?.[Symbol.asyncDispose](), door[Symbol.asyncDispose]()]);
    await embedded?.[Symbol.asyncDispose]();
    lag[Symbol.dispose]();
  };
  let ending: Promise<void> | undefined;
  return {
    get brokerUrl() {
      return withoutSecrets(embedded?.url ?? current.mqtt.url);
    },
    reconfigure,
    reload: reloader && (() => reloader.reload()),
    get httpUrl() {
      return http?.url;
    },
    health: bridgeStatus.health,
    done: running,
    [Symbol.asyncDispose]: () => (ending ??= end()),
  };
}

function homeAssistantOf({ homeassistant }: Config): HomeAssistantSettings {
  return {
    prefix: homeassistant.prefix,
    isEnabled: homeassistant.enabled,
    hasMediaPlayers: homeassistant.mediaPlayer,
    random: Math.random,
  };
}

/** How the broker is reached; the files of TLS are read each time, since certificates are renewed. */
function doorOptions(config: Config, embeddedUrl: string | undefined, will: Message): DoorOptions {
  const { mqtt } = config;
  return {
    ...readTlsFiles(mqtt),
    url: embeddedUrl ?? mqtt.url,
    username: mqtt.username,
    password: mqtt.password,
    clientId: clientIdOf(config),
    keepaliveSeconds: mqtt.keepaliveSeconds,
    connectTimeoutMs,
    will,
    protocol: embeddedUrl === undefined ? mqtt.protocol : "4",
    maxPayload: mqtt.maxPayload,
    publishRate: mqtt.publishRate,
  };
}
