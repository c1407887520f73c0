import { hostname } from "node:os";
import { Bridge } from "./bridge/bridge.ts";
import { Lookout } from "./bridge/lookout.ts";
import type { BridgePlayer } from "./bridge/seat.ts";
import type { PlayerConfig } from "./config/players.ts";
import type { Config } from "./config/schema.ts";
import type { Log } from "./core/ports.ts";
import { bridgeNameOf } from "./core/fleet.ts";
import { type BridgeInfo, bridgeState } from "./core/render-bridge.ts";
import { Tally } from "./core/tally.ts";
import { longestStepMs } from "./device/client.ts";
import { OpenDevices } from "./device/open-devices.ts";
import type { Verdict } from "./core/health.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { hash32 } from "./lib/hash.ts";
import { LagMeter } from "./lib/lag-meter.ts";
import { withoutSecrets } from "./lib/without-secrets.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "./mqtt/embedded-broker.ts";
import type { BrokerInfo } from "./mqtt/limits.ts";
import { BrokerLink } from "./mqtt/link.ts";
import { LinkLog } from "./mqtt/link-log.ts";
import { readTlsFiles } from "./mqtt/tls-files.ts";
import { CronSchedule } from "./ops/cron.ts";
import { BrokerWatch } from "./page/broker-watch.ts";
import { type Served, serveHttp } from "./serve-http.ts";
import { version } from "./version.ts";

/** What a test, or the demo, may put in the place of the real thing. */
export interface BridgeOverrides {
  readonly clock?: Clock;
  /** The ports to try for HTTP, in place of the configured one; 0 is a free one. */
  readonly httpPorts?: readonly number[];
  /** Where the built page lies, if not beside the program. */
  readonly pageFolder?: string;
}

/** A bridge that runs until it is disposed. */
export interface RunningBridge extends AsyncDisposable {
  /** The broker's address without anything secret in it. */
  readonly brokerUrl: string;
  /** Where the page, health and metrics are served; nothing while they are not. */
  readonly httpUrl: string | undefined;
  /** Whether it is well. */
  readonly health: () => Verdict;
  /** Resolves when the bridge has been disposed; rejects when a bug ended it. */
  readonly done: Promise<void>;
}

const connectTimeoutMs = 10_000;
/** What strangers may send to the embedded broker in one packet. */
const largestStrangePacketBytes = 2_097_152;
const packetMarginBytes = 1024;

/** Puts the bridge together and starts it. It does not wait for the broker or any player. */
export async function startBridge(
  config: Config,
  log: Log,
  {
    clock = systemClock,
    httpPorts = config.http.port === 0 ? [] : [config.http.port],
    pageFolder,
  }: BridgeOverrides = {},
): Promise<RunningBridge> {
  const tls = readTlsFiles(config.mqtt);
  const embedded = config.mqtt.url === "" ? await startEmbedded(config, log) : undefined;
  const url = embedded?.url ?? config.mqtt.url;
  const brokerUrl = withoutSecrets(url);
  const clientId = clientIdOf(config);
  const shard = { count: config.fleet.shardCount, index: config.fleet.shardIndex };
  const linkLog = new LinkLog(log, clock, brokerUrl);
  const link = new BrokerLink(
    {
      ...tls,
      url,
      username: config.mqtt.username,
      password: config.mqtt.password,
      clientId,
      keepaliveSeconds: config.mqtt.keepaliveSeconds,
      connectTimeoutMs,
      will: bridgeState(config.mqtt.baseTopic, bridgeNameOf(shard), "offline"),
      protocol: embedded === undefined ? config.mqtt.protocol : "4",
      maxPayload: config.mqtt.maxPayload,
      publishRate: config.mqtt.publishRate,
      onTooLarge: (topic) => linkLog.tooLarge(topic),
      onRefused: (topic, reason) => linkLog.refusedMessage(topic, reason),
    },
    clock,
  );
  const schedule = new CronSchedule(clock);
  const tally = new Tally();
  const devices = new OpenDevices();
  const broker = new BrokerWatch({ url: brokerUrl, isEmbedded: embedded !== undefined, clientId }, clock);
  const bridge = new Bridge({
    base: config.mqtt.baseTopic,
    shard,
    version,
    players: config.players.map((player) => playerOf(player, config, tally, devices)),
    broker: link,
    schedule,
    clock,
    log,
    tally,
    homeAssistant: {
      prefix: config.homeassistant.prefix,
      isEnabled: config.homeassistant.enabled,
      hasMediaPlayers: config.homeassistant.mediaPlayer,
      random: Math.random,
    },
  });
  link.start({
    onConnected: (info) => {
      linkLog.connected(info);
      tally.connections += 1;
      const about = describe(info, clientId);
      broker.connected(about);
      bridge.connected(about);
    },
    onMessage: (message) => bridge.receive(message),
    onDisconnected: ({ reason }, next) => {
      linkLog.disconnected(reason, clientId, next);
      broker.disconnected(reason, next.isContested);
      bridge.disconnected();
    },
    onFailedAttempt: ({ message }, next) => {
      linkLog.failed(message, next);
      tally.failedConnections += 1;
      broker.failed(message);
    },
    onRefusedSubscriptions: (filters) => {
      linkLog.refused(filters);
      broker.refused(filters);
    },
  });
  const stop = new AbortController();
  const running = bridge.run(stop.signal);
  // Whoever waits for `done` hears of a failure; until it is returned, nobody can.
  running.catch(() => {});
  // The machine's own clock, whatever the bridge's is: a process is as late as it is.
  const lag = new LagMeter(systemClock);
  const lookout = new Lookout({ version, bridge, broker: link, tally, lag, clock, stop: stop.signal });
  // With the port that the embedded broker really has: the doctor looks for it there.
  const brokerPort = embedded === undefined ? config.broker.port : Number(new URL(embedded.url).port);
  const effective = { ...config, broker: { ...config.broker, port: brokerPort } };
  const world = { version, baseTopic: config.mqtt.baseTopic, bridge, devices, traffic: link };
  const serving = { config: effective, ports: httpPorts, clock, log, lookout, world, broker, pageFolder };
  const http: Served | undefined = httpPorts.length === 0 ? undefined : await serveHttp(serving);

  const end = async (): Promise<void> => {
    stop.abort();
    schedule[Symbol.dispose]();
    await Promise.allSettled([running]);
    await Promise.all([http?.[Symbol.asyncDispose](), link[Symbol.asyncDispose]()]);
    await embedded?.[Symbol.asyncDispose]();
    lag[Symbol.dispose]();
  };
  let ending: Promise<void> | undefined;
  return {
    brokerUrl,
    get httpUrl() {
      return http?.url;
    },
    health: lookout.health,
    done: running,
    [Symbol.asyncDispose]: () => (ending ??= end()),
  };
}

async function startEmbedded(config: Config, log: Log): Promise<EmbeddedBroker> {
  const { username, password } = config.mqtt;
  const broker = await startEmbeddedBroker({
    ...config.broker,
    username,
    password,
    // Whatever the bridge may publish has to fit.
    maxPacketBytes: Math.max(largestStrangePacketBytes, config.mqtt.maxPayload + packetMarginBytes),
  });
  log.info(
    { broker: broker.url },
    `no broker is configured (MQTT_URL), so the embedded one is started: reach it at ${broker.url}`,
  );
  return broker;
}

function playerOf(player: PlayerConfig, { mqtt }: Config, tally: Tally, devices: OpenDevices): BridgePlayer {
  return {
    id: player.id,
    name: player.name,
    address: withoutSecrets(player.url),
    mac: player.mac,
    policy: {
      gapMs: player.device.gapMs,
      offlineAfter: player.device.offlineAfter,
      idleFactor: player.poll.idleFactor,
      positionIntervalMs: player.publish.positionIntervalMs,
    },
    poll: player.poll,
    deadlineMs: player.commands.deadlineMs,
    inboxSize: player.commands.inboxSize,
    open: () =>
      devices.open(player.id, {
        url: player.url,
        pathPrefix: player.pathPrefix,
        psk: player.psk,
        timeoutMs: player.device.timeoutMs,
        maxBodyBytes: player.device.maxBodyBytes,
        onBytes: (bytes) => (tally.readBytes += bytes),
        queue: { ...player.queue, maxPayloadBytes: mqtt.maxPayload },
      }),
    longestStepMs: longestStepMs(player.device.timeoutMs),
  };
}

/** The same each time, so that a bridge that comes back takes the place of its own dead connection. */
function clientIdOf(config: Config): string {
  // A fleet may share one configuration, and one machine.
  const suffix = config.fleet.shardCount === 1 ? "" : `-${config.fleet.shardIndex}`;
  if (config.mqtt.clientId !== "") return `${config.mqtt.clientId}${suffix}`;
  const mark = hash32(`${config.mqtt.baseTopic} ${hostname()}`).toString(16).padStart(8, "0");
  return `player2mqtt-${mark}${suffix}`;
}

function describe({ protocol, limits }: BrokerInfo, clientId: string): BridgeInfo["mqtt"] {
  return { protocol: protocol === 5 ? "5" : "3.1.1", clientId, ...limits };
}
