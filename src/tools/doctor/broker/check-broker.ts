import { randomBytes } from "node:crypto";
import { type BrokerSettings, brokerUrl } from "../../../config/broker-url.ts";
import type { Config } from "../../../config/schema.ts";
import { bridgeTopic, infoPagesFilter } from "../../../core/topics/topics.ts";
import { BrokerError } from "../../../core/errors.ts";
import type { IncomingMessage, Message } from "../../../core/topics/message.ts";
import { ConnectError } from "../../../mqtt/connect-error.ts";
import type { Connection } from "../../../mqtt/connection.ts";
import { openAnyVersion } from "../../../mqtt/open-any-version.ts";
import { readTlsFiles } from "../../../mqtt/tls-files.ts";
import { type Finding, fault, skipped, type Tell } from "../finding.ts";
import type { World } from "../world.ts";
import { BrokerProbe } from "./broker-probe.ts";
import { checkAddress } from "./check-address.ts";
import { bridgesOf, checkBridge } from "./check-bridge.ts";
import { checkHomeAssistant, homeAssistantFilters } from "./check-home-assistant.ts";
import { checkEmbedded, checkLogin } from "./check-login.ts";
import { checkLimits } from "./check-limits.ts";
import { checkRetain, noWildcards } from "./check-retain.ts";
import { checkRights } from "./check-rights.ts";
import { macsToldBefore, playerInfoFilter } from "./known-players.ts";
import { loginFault } from "./login-fault.ts";

/** Who hears what is found at the broker. */
export interface BrokerEars {
  readonly tell: Tell;
  readonly tellOfHomeAssistant: Tell;
  /** Told once, as soon as it is known or clear that it will not be: MACs of players by their ids. */
  readonly tellMacs: (macs: ReadonlyMap<string, string>) => void;
}

const connectMs = 3000;
/** What is retained comes right behind the subscription; so long is waited for what may not be there. */
const settleMs = 600;

/** Examines the broker and what Home Assistant has there. */
export async function checkBroker(
  config: Config,
  world: World,
  ears: BrokerEars,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (!(await checkAddress(config, world, ears.tell, signal))) return;
    await examine(config, world, ears, signal);
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    const found = error instanceof ConnectError ? loginFault(error, config) : unusable(error);
    if (!signal.aborted) ears.tell(found);
  } finally {
    ears.tellMacs(new Map());
  }
}

/** A certificate file that cannot be used, for example. */
function unusable({ message }: BrokerError): Finding {
  return fault("tls", message, "correct the setting, or the file");
}

async function examine(config: Config, world: World, ears: BrokerEars, signal: AbortSignal): Promise<void> {
  const { tell } = ears;
  const token = randomBytes(4).toString("hex");
  const parent = `${config.mqtt.baseTopic}/bridge/check`;
  const open = opener(config, token, signal);
  const before = world.clock.now();
  // Whatever happens to this process, the broker takes the retained probe back.
  const clearing: Message = { topic: `${parent}/${token}`, payload: "", retain: true, qos: 1 };
  await using writer = await BrokerProbe.connect((onMessage) => open("w", onMessage, clearing), world.clock);
  const ms = world.clock.now() - before;
  for (const finding of checkLogin(writer, config.mqtt, { ms, today: world.clock.date() })) tell(finding);
  await using reader = await BrokerProbe.connect((onMessage) => open("r", onMessage), world.clock);
  const { baseTopic: base, clientId } = config.mqtt;
  const { prefix, enabled: isEnabled, mediaPlayer: hasMediaPlayers } = config.homeassistant;
  const shard = { count: config.fleet.shardCount, index: config.fleet.shardIndex };
  // One by one, for brokers that send wildcards nothing that is retained.
  const topics = bridgesOf(shard).flatMap((name) => [
    bridgeTopic(base, "state", name),
    bridgeTopic(base, "info", name),
    infoPagesFilter(base, name),
  ]);
  await reader.subscribe(
    [...topics, playerInfoFilter(base)].map((filter) => ({ filter, wantsRetained: true })),
  );
  const refused = isEnabled
    ? await reader.subscribe(homeAssistantFilters(prefix).map((filter) => ({ filter, wantsRetained: true })))
    : [];
  await world.clock.sleep(settleMs, signal);
  ears.tellMacs(macsToldBefore(reader.messages, base));

  if (config.mqtt.url === "") tell(checkEmbedded(config, reader.messages));
  const playerIds = config.players.map(({ id }) => id);
  for (const finding of checkLimits(writer.info, config.mqtt.maxPayload)) tell(finding);
  const bench = { writer, reader, base, token, playerIds };
  for await (const finding of checkRights(bench)) tell(finding);
  let readers = 0;
  const openReader = (): Promise<BrokerProbe> => {
    readers += 1;
    const role = `r${readers}`;
    return BrokerProbe.connect((onMessage) => open(role, onMessage), world.clock);
  };
  const retain = await checkRetain({ writer, openReader, parent, token });
  tell(retain);
  if (isEnabled) {
    const isShownToWildcards = retain !== noWildcards;
    const homeBench = { ...bench, refused, prefix, hasMediaPlayers, isShownToWildcards };
    for await (const finding of checkHomeAssistant(homeBench)) ears.tellOfHomeAssistant(finding);
  }
  // Last, so that there was time to see it come and go.
  for (const finding of checkBridge(reader.messages, { base, clientId, shard, playerIds })) tell(finding);
}

/** Makes connections with the bridge's credentials under ids that nobody else has. */
function opener(config: BrokerSettings, token: string, signal: AbortSignal) {
  const { mqtt } = config;
  const tls = readTlsFiles(mqtt);
  return (role: string, onMessage: (message: IncomingMessage) => void, will?: Message): Promise<Connection> =>
    openAnyVersion(
      {
        ...tls,
        url: brokerUrl(config),
        username: mqtt.username,
        password: mqtt.password,
        clientId: `player2mqtt-${token}${role}`,
        keepaliveSeconds: mqtt.keepaliveSeconds,
        connectTimeoutMs: connectMs,
        will,
      },
      mqtt.url === "" ? "4" : mqtt.protocol,
      onMessage,
      signal,
    );
}

/** What is said where the broker cannot be asked. */
export function notAsked(check: string): Finding {
  return skipped(check, "not tried: the broker cannot be asked");
}
