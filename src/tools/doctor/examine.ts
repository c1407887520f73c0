import { setMaxListeners } from "node:events";
import { brokerUrl } from "../../config/broker-url.ts";
import type { PlayerConfig } from "../../config/players.ts";
import type { MisspeltVariable } from "../../config/read-sources.ts";
import type { Config } from "../../config/schema.ts";
import { TaskScope } from "../../lib/task-scope.ts";
import { withoutSecrets } from "../../lib/without-secrets.ts";
import { checkBroker, notAsked } from "./broker/check-broker.ts";
import { checkHttp } from "./check-http.ts";
import { checkSettings, tellOfSlip } from "./check-settings.ts";
import { type Area, type CheckEvent, fault, note, type Tell } from "./finding.ts";
import { checkPlayer } from "./player/check-player.ts";
import { withFoundPlayers } from "./with-found-players.ts";
import type { World } from "./world.ts";

/** Who is told of everything as it is found. */
export type TellAll = (event: CheckEvent) => void;

/** What is examined: a configuration, or what is wrong with it, or one that could be used but for that. */
export interface Patient {
  readonly config: Config | undefined;
  readonly problems: readonly string[];
  /** Variables of the environment that look like one of ours, where they are known. */
  readonly misspelt?: readonly MisspeltVariable[];
}

const configurationArea: Area = { id: "configuration", title: "Configuration", subject: "" };

/** Players examined at the same time: a thousand dead ones take half a minute, and no network is flooded. */
const playersAtOnce = 100;
/** So long one player may take: long enough to ask a slow one for everything. */
const playerMs = 9000;

/**
 * Examines configuration, broker, Home Assistant and players, and tells of each finding as it comes. Nothing is
 * changed anywhere, and nobody is disturbed: the broker's probes are taken back, players are only read.
 */
export async function examine(
  { config: given, problems, misspelt = [] }: Patient,
  world: World,
  tell: TellAll,
  signal: AbortSignal,
): Promise<void> {
  const config = given && (await withFoundPlayers(given, world, signal));
  tell({ kind: "begun", areas: [configurationArea, ...(config === undefined ? [] : areasOf(config))] });
  for (const finding of [...checkSettings(config, problems, world), ...misspelt.map(tellOfSlip)]) {
    tell({ kind: "found", area: configurationArea.id, finding });
  }
  const http = config === undefined ? undefined : await checkHttp(config.http, signal);
  if (http !== undefined) tell({ kind: "found", area: configurationArea.id, finding: http });
  tell({ kind: "ended", area: configurationArea.id });
  if (config === undefined) return;

  let tellMacs: (macs: ReadonlyMap<string, string>) => void = () => {};
  const macs = new Promise<ReadonlyMap<string, string>>((resolve) => {
    tellMacs = resolve;
  });
  await using scope = new TaskScope(signal);
  const askingOnce = askOnce(world, scope.signal);
  scope.run((scopeSignal) => examineBroker(config, world, { tell, tellMacs, signal: scopeSignal }));
  // Each player's examination listens to it.
  setMaxListeners(0, scope.signal);
  const waiting = [...config.players];
  const workers = Math.min(playersAtOnce, waiting.length);
  for (let worker = 0; worker < workers; worker += 1) {
    scope.run(async (scopeSignal) => {
      for (let player = waiting.shift(); player !== undefined; player = waiting.shift()) {
        if (scopeSignal.aborted) return;
        await examinePlayer(player, askingOnce, { tell, macs, signal: scopeSignal });
      }
    });
  }
  await scope.done();
}

/** The same, but each network is stirred once and searched once, however many players of it are missing. */
function askOnce(world: World, signal: AbortSignal): World {
  const stirred = new Map<string, Promise<void>>();
  let searched: ReturnType<World["search"]> | undefined;
  return {
    ...world,
    search: () => (searched ??= world.search(signal)),
    stir: (address) => {
      const network = address.slice(0, address.lastIndexOf("."));
      const stirring = stirred.get(network) ?? world.stir(address);
      stirred.set(network, stirring);
      return stirring;
    },
  };
}

const tookTooLong = fault(
  "answers",
  `the player needs more than ${playerMs / 1000} s to answer everything`,
  "check its network, or whether something else asks it all the time",
);

function areasOf(config: Config): Area[] {
  const { mqtt, homeassistant, players } = config;
  return [
    {
      id: "broker",
      title: mqtt.url === "" ? "Broker (the bridge's own)" : "Broker",
      subject: withoutSecrets(brokerUrl(config)),
    },
    { id: "home-assistant", title: "Home Assistant", subject: `${homeassistant.prefix}/` },
    ...players.map(({ id, name, url }) => ({
      id: `players/${id}`,
      title: name,
      subject: withoutSecrets(url),
    })),
  ];
}

async function examineBroker(
  config: Config,
  world: World,
  {
    tell,
    tellMacs,
    signal,
  }: { tell: TellAll; tellMacs: (macs: ReadonlyMap<string, string>) => void; signal: AbortSignal },
): Promise<void> {
  let heardOfHome = false;
  const tellOfHomeAssistant: Tell = (finding) => {
    heardOfHome = true;
    tell({ kind: "found", area: "home-assistant", finding });
  };
  const tellOfBroker: Tell = (finding) => tell({ kind: "found", area: "broker", finding });
  await checkBroker(config, world, { tell: tellOfBroker, tellOfHomeAssistant, tellMacs }, signal);
  tell({ kind: "ended", area: "broker" });
  if (!config.homeassistant.enabled) {
    tellOfHomeAssistant(note("discovery", "players are not announced: homeassistant.enabled is off"));
  } else if (!heardOfHome) {
    tellOfHomeAssistant(notAsked("discovery"));
  }
  tell({ kind: "ended", area: "home-assistant" });
}

async function examinePlayer(
  player: PlayerConfig,
  world: World,
  { tell, macs, signal }: { tell: TellAll; macs: Promise<ReadonlyMap<string, string>>; signal: AbortSignal },
): Promise<void> {
  const area = `players/${player.id}`;
  const late = new AbortController();
  const abort = (): void => late.abort(signal.reason);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  const cancel = world.clock.after(playerMs, abort);
  const macToldBefore = macs.then((known) => known.get(player.id));
  try {
    for await (const finding of checkPlayer({ player, world, macToldBefore, signal: late.signal })) {
      tell({ kind: "found", area, finding });
    }
  } catch (error) {
    if (!late.signal.aborted) throw error;
    if (!signal.aborted) tell({ kind: "found", area, finding: tookTooLong });
  } finally {
    cancel();
    signal.removeEventListener("abort", abort);
    tell({ kind: "ended", area });
  }
}
