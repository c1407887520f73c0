import { randomBytes } from "node:crypto";
import { brokerUrls } from "../../../config/broker-url.ts";
import {
  type BridgeName,
  bridgeStates,
  bridgeTopic,
  infoPagesFilter,
  splitTopic,
} from "../../../core/topics/topics.ts";
import { BrokerError } from "../../../core/errors.ts";
import { bridgeNameOf } from "../../../core/rendezvous.ts";
import type { IncomingMessage, Message } from "../../../core/topics/message.ts";
import { asText, parseObject } from "../../../core/resources/json.ts";
import { ConnectError } from "../../../mqtt/connect-error.ts";
import { type Connection, openConnection } from "../../../mqtt/connection.ts";
import { readTlsFiles } from "../../../mqtt/tls-files.ts";
import { fault, type Finding, type ReportFinding, skipped } from "../finding.ts";
import { type Arrival, BrokerProbe, type OpenProbe } from "./broker-probe.ts";
import { type BrokerCheck, checkAddress } from "./check-address.ts";
import { bridgesIn, checkBridge } from "./check-bridge.ts";
import { checkFormerBases, formerBaseFilters, formerBasesIn } from "./check-former-bases.ts";
import { checkHomeAssistant, homeAssistantFilters } from "./check-home-assistant.ts";
import { checkEmbedded, checkLogin } from "./check-login.ts";
import { checkLimits } from "./check-limits.ts";
import { checkRetain, noWildcards } from "./check-retain.ts";
import { checkRights } from "./check-rights.ts";
import { loginFault } from "./login-fault.ts";
import { bridgesDiscoveryFilter } from "../../../extensions/home-assistant/discovery/discovery-topics.ts";
import { factsOf } from "../../../extensions/home-assistant/discovery/describe-device.ts";
import { recognizeOwn } from "../../../extensions/home-assistant/discovery/recognize.ts";
import type { ConnectionOptions } from "../../../mqtt/client-options.ts";
import { firstChoice, isDetour, nextChoice } from "../../../mqtt/protocol-choice.ts";
import { translatable } from "../../../lib/phrase.ts";

export interface FullCheck extends BrokerCheck {
  readonly reportHomeAssistant: ReportFinding;
  /** Called once with the MACs of players by id, or with an empty map if they cannot be known. */
  readonly resolveMacs: (macs: ReadonlyMap<string, string>) => void;
}

const connectMs = 3000;
/** Retained messages follow the subscription at once; wait this long for those that may not exist. */
const retainedMs = 600;

/** Examines the broker at the first address, and what Home Assistant has there; returns whether that was possible. */
export function checkBroker(check: FullCheck): Promise<boolean> {
  return ifReachable(check, () => examine(check));
}

/** Examines another node of a broker: whether it can be reached, and accepts the credentials. */
export function checkNode(check: BrokerCheck): Promise<boolean> {
  return ifReachable(check, async () => {
    await using _ = await logIn(check, "n", connector(check, randomBytes(4).toString("hex")));
  });
}

async function ifReachable(check: BrokerCheck, examineIt: () => Promise<void>): Promise<boolean> {
  const { config, report, signal } = check;
  try {
    if (!(await checkAddress(check))) return false;
    await examineIt();
    return true;
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    if (signal.aborted) return false;
    // A certificate file that cannot be used, for example.
    const advice = translatable("advice.correct-file", "correct the setting or the file");
    report(error instanceof ConnectError ? loginFault(error, config) : fault("tls", error.message, advice));
    return false;
  }
}

async function logIn(
  { config, environment: { clock }, report }: BrokerCheck,
  role: string,
  connect: Connect,
  will?: Message,
): Promise<BrokerProbe> {
  const before = clock.now();
  const probe = await connect(role, will);
  const ms = clock.now() - before;
  for (const finding of checkLogin(probe, config.mqtt, { ms, today: clock.date() })) report(finding);
  return probe;
}

async function examine(check: FullCheck): Promise<void> {
  const { config, environment, report, reportHomeAssistant, resolveMacs, signal } = check;
  const { clock } = environment;
  const { baseTopic: base, clientId, maxPayload } = config.mqtt;
  const { prefix, enabled: isEnabled, mediaPlayer: hasMediaPlayers } = config.homeassistant;
  const { member } = config.fleet;
  const playerIds = config.players.map(({ id }) => id);
  const token = randomBytes(4).toString("hex");
  const parent = `${base}/bridge/check`;
  const connect = connector(check, token);
  // If this process dies, its will clears the retained probe.
  const clearing: Message = { topic: `${parent}/${token}`, payload: "", retain: true, qos: 1 };
  await using writer = await logIn(check, "w", connect, clearing);
  await using reader = await connect("r");
  const own = bridgeNameOf(member);
  // One by one: some brokers send no retained messages to wildcard subscriptions.
  const infos = (name: BridgeName): string[] => [
    bridgeTopic(base, "info", name),
    infoPagesFilter(base, name),
  ];
  await reader.subscribe([bridgeTopic(base, "state", own), ...infos(own), `${base}/+/info`], true);
  if (member !== "") {
    await reader.subscribe([bridgeStates(base)], true);
    await clock.sleep(retainedMs, signal);
    const others = bridgesIn(reader.messages, base).filter((name) => name !== own);
    await reader.subscribe(others.flatMap(infos), true);
  }
  const refused = isEnabled ? await reader.subscribe(homeAssistantFilters(prefix), true) : [];
  await reader.subscribe([bridgesDiscoveryFilter], true);
  await clock.sleep(retainedMs, signal);
  const formerBases = formerBasesIn(reader.messages, base, own);
  await reader.subscribe(
    formerBases.flatMap((former) => formerBaseFilters(former, own)),
    true,
  );
  resolveMacs(knownMacs(reader.messages, base));

  if (config.mqtt.url === "") report(checkEmbedded(config, reader.messages));
  for (const finding of checkLimits(writer.info, maxPayload)) report(finding);
  const probes = { writer, reader, base, token, playerIds };
  for await (const finding of checkRights(probes)) report(finding);
  let readers = 0;
  const openReader = (): Promise<BrokerProbe> => {
    readers += 1;
    return connect(`r${readers}`);
  };
  const retain = await checkRetain({ writer, openReader, parent, token });
  report(retain);
  if (isEnabled) {
    const isShownToWildcards = retain !== noWildcards;
    const discoveryProbes = { ...probes, refused, prefix, hasMediaPlayers, isShownToWildcards };
    for await (const finding of checkHomeAssistant(discoveryProbes)) reportHomeAssistant(finding);
  }
  for (const finding of checkFormerBases(reader.messages, { base, bridge: own, playerIds })) report(finding);
  // Last, so that changes of state during the check are seen.
  for (const finding of checkBridge(reader.messages, { base, clientId, member, playerIds })) report(finding);
}

type Connect = (role: string, will?: Message) => Promise<BrokerProbe>;

/** Connects with the bridge's credentials under client ids of their own. */
function connector({ config, environment, signal }: BrokerCheck, token: string): Connect {
  const { mqtt } = config;
  const common = { ...mqtt, ...readTlsFiles(mqtt), url: brokerUrls(config)[0], connectTimeoutMs: connectMs };
  const protocol = mqtt.url === "" ? "4" : mqtt.protocol;
  return (role, will) => {
    const options = { ...common, clientId: `player2mqtt-${token}${role}`, will };
    const open: OpenProbe = (onMessage) => openAnyVersion(options, protocol, onMessage, signal);
    return BrokerProbe.connect(open, environment.clock);
  };
}

export function notChecked(check: string): Finding {
  return skipped(
    check,
    translatable("not-checked.no-connection", "not checked: no connection to the broker"),
  );
}

/** The MACs of players by id, from what earlier runs of the bridge published. */
function knownMacs(messages: readonly Arrival[], base: string): Map<string, string> {
  const macs = new Map<string, string>();
  for (const { topic, text } of messages) {
    const { id: owner, leaf } = splitTopic(base, topic) ?? {};
    const id = leaf === "info" ? owner : undefined;
    const announced = id === undefined ? recognizeOwn(text) : undefined;
    if (announced?.id !== undefined && announced.base === base) {
      remember(macs, announced.id, factsOf(announced.payload).mac);
    }
    if (id !== undefined) remember(macs, id, asText(parseObject(text)?.["mac"]));
  }
  return macs;
}

function remember(macs: Map<string, string>, id: string, mac: string | undefined): void {
  if (mac !== undefined) macs.set(id, mac.toLowerCase());
}

/** One connection, with the version that the link would choose; throws the ConnectError of the preferred one. */
async function openAnyVersion(
  options: ConnectionOptions,
  protocol: "auto" | "5" | "4",
  onMessage: (message: IncomingMessage) => void,
  signal: AbortSignal,
): Promise<Connection> {
  let choice = firstChoice(protocol);
  let failure: ConnectError | undefined;
  for (;;) {
    try {
      return await openConnection(options, choice.version, onMessage, signal);
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      const wasDetour = isDetour(choice);
      // What refuses the other version with a reason is a broker of that version, and the reason holds.
      const isBrokers = error.reasonCode !== undefined && error.attempt !== "version-refused";
      if (!wasDetour || isBrokers) failure = error;
      choice = nextChoice(choice, error.attempt);
      // Closed once without a reason: the next attempt shows whether the version was the cause.
      if (signal.aborted || wasDetour || !(isDetour(choice) || choice.closedEarly > 0))
        throw failure ?? error;
    }
  }
}
