import { setMaxListeners } from "node:events";
import { brokerUrls } from "../../config/broker-url.ts";
import { type PlayerConfig, resolvePlayer } from "../../config/players.ts";
import type { UnusedVariable } from "../../config/unused-variables.ts";
import type { Config } from "../../config/schema.ts";
import type { BrokenMake } from "../../families/polled/load-makes.ts";
import { digitsOfMac } from "../../core/mac.ts";
import { TaskScope } from "../../lib/task-scope.ts";
import { withoutSecrets } from "../../lib/addresses.ts";
import { checkBroker, checkNode, type FullCheck, notChecked } from "../probe/broker/check-broker.ts";
import { checkHttp } from "./check-http.ts";
import { brokenFinding, checkSettings, unusedFinding } from "./check-settings.ts";
import type { Area, CheckEvent } from "./check-report.ts";
import { fault, type Finding, note, type ReportFinding } from "../probe/finding.ts";
import { checkStore } from "../probe/check-store.ts";
import { checkPlayer, type PlayerCheck } from "../probe/player/check-player.ts";
import type { Environment } from "../probe/environment.ts";
import { suggestEntry } from "../finder/suggest-entry.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";
import { timeLimit } from "../../lib/time-limit.ts";

export type OnCheckEvent = (event: CheckEvent) => void;

export interface ExamineOptions {
  readonly config: Config | undefined;
  readonly problems: readonly string[];
  /** Variables of the environment that look like one of ours, where they are known. */
  readonly unused?: readonly UnusedVariable[];
  /** Makes of the owner that are skipped. */
  readonly broken?: readonly BrokenMake[];
  /** Whether the players are those of a bridge that runs, since none is configured here. */
  readonly isOfBridge?: boolean;
}

const configurationArea: Area = {
  id: "configuration",
  ...titled(translatable("area.configuration", "Configuration")),
  subject: "",
};

function titled({ text, code }: Phrase): Pick<Area, "title" | "titleCode"> {
  return { title: text, ...(code !== undefined && { titleCode: code }) };
}

/** Players examined at the same time. A thousand dead ones take half a minute, and no network is flooded. */
const playersAtOnce = 100;
/** The time limit for one player: enough to read everything from a slow one. */
const playerMs = 9000;

/** Reports each finding at once. It changes nothing: probes at the broker are removed again, and players are only read. */
export async function examine(
  { config: given, problems, unused = [], broken = [], isOfBridge = false }: ExamineOptions,
  environment: Environment,
  emit: OnCheckEvent,
  signal: AbortSignal,
): Promise<void> {
  const config = given && (await withFoundPlayers(given, environment, signal));
  emit({ kind: "begun", areas: [configurationArea, ...(config === undefined ? [] : areasOf(config))] });
  const report: ReportFinding = (finding) => emit({ kind: "found", area: configurationArea.id, finding });
  for (const finding of checkSettings(config, problems, environment)) report(finding);
  if (isOfBridge)
    report(note("settings", "no player is configured here: those of the running bridge are checked"));
  for (const variable of unused) report(unusedFinding(variable));
  for (const make of broken) report(brokenFinding(make));
  const http = config === undefined ? undefined : await checkHttp(config.http, signal);
  if (http !== undefined) report(http);
  emit({ kind: "ended", area: configurationArea.id });
  if (config === undefined) return;

  let resolveMacs: (macs: Macs) => void = () => {};
  const macs = new Promise<Macs>((resolve) => {
    resolveMacs = resolve;
  });
  await using scope = new TaskScope(signal);
  scope.run((scopeSignal) => examineBroker({ config, environment, emit, resolveMacs, signal: scopeSignal }));
  if (config.fleet.url !== "")
    scope.run(async (scopeSignal) => {
      for await (const finding of checkStore(config, environment.clock, scopeSignal))
        emit({ kind: "found", area: fleetArea, finding });
      emit({ kind: "ended", area: fleetArea });
    });
  // Each player's examination adds a listener.
  setMaxListeners(0, scope.signal);
  const playerCheck = {
    environment: withCache(environment, scope.signal),
    playerWith: playersByMac(config.players),
    signal: scope.signal,
  };
  const waiting = [...config.players];
  for (let worker = 0; worker < Math.min(playersAtOnce, config.players.length); worker += 1) {
    scope.run(async (scopeSignal) => {
      for (let player = waiting.shift(); player !== undefined; player = waiting.shift()) {
        if (scopeSignal.aborted) return;
        const { id } = player;
        const announcedMac = macs.then((known) => known.get(id));
        await examinePlayer({ ...playerCheck, player, announcedMac }, emit);
      }
    });
  }
  await scope.done();
}

type Macs = ReadonlyMap<string, string>;

/** The same environment, but the network is searched once, however many players are missing. */
function withCache(environment: Environment, signal: AbortSignal): Environment {
  let searched: ReturnType<Environment["search"]> | undefined;
  return { ...environment, search: () => (searched ??= environment.search(signal)) };
}

function tookTooLong(hasAnswered: boolean): Finding {
  const limit = { seconds: playerMs / 1000 };
  return hasAnswered
    ? fault(
        "answers",
        translatable(
          "answers.slow",
          "the player is slow, not off: it takes more than {seconds} s to answer all requests",
          limit,
        ),
        translatable(
          "advice.slow-player",
          "check its network, and whether another program polls it all the time",
        ),
      )
    : fault(
        "answers",
        translatable("answers.dead", "timed out after {seconds} s without a response", limit),
        translatable("advice.dead-player", "check its power, its address and its network"),
      );
}

function areasOf(config: Config): Area[] {
  const { fleet, mqtt, homeassistant, players } = config;
  return [
    ...brokerUrls(config).map((url, place) => ({
      id: brokerArea(place),
      ...titled(
        mqtt.url === ""
          ? translatable("area.embedded", "Broker (embedded)")
          : translatable("area.broker", "Broker"),
      ),
      subject: withoutSecrets(url),
    })),
    ...(fleet.url === "" ? [] : [{ id: fleetArea, title: "NATS", subject: "" }]),
    { id: "home-assistant", title: "Home Assistant", subject: `${homeassistant.prefix}/` },
    ...players.map(({ id, name, url }) => ({
      id: `players/${id}`,
      title: name,
      subject: withoutSecrets(url),
    })),
  ];
}

const fleetArea = "fleet";

function brokerArea(place: number): string {
  return place === 0 ? "broker" : `broker/${place + 1}`;
}

/** Examines the first node that can be reached, and the connection to the others. */
async function examineBroker({
  emit,
  ...check
}: Omit<FullCheck, "report" | "reportHomeAssistant"> & { readonly emit: OnCheckEvent }): Promise<void> {
  const { config, resolveMacs } = check;
  let hasReported = false;
  const reportHomeAssistant: ReportFinding = (finding) => {
    hasReported = true;
    emit({ kind: "found", area: "home-assistant", finding });
  };
  let isExamined = false;
  try {
    for (const [place, url] of brokerUrls(config).entries()) {
      const area = brokerArea(place);
      const report: ReportFinding = (finding) => emit({ kind: "found", area, finding });
      const node: Config = { ...config, mqtt: { ...config.mqtt, url: config.mqtt.url === "" ? "" : url } };
      const nodeCheck = { ...check, config: node, report, reportHomeAssistant };
      if (isExamined) await checkNode(nodeCheck);
      else isExamined = await checkBroker(nodeCheck);
      emit({ kind: "ended", area });
    }
  } finally {
    resolveMacs(new Map());
  }
  if (!config.homeassistant.enabled) {
    reportHomeAssistant(
      note(
        "discovery",
        translatable("discovery.off", "players are not announced: homeassistant.enabled is off"),
      ),
    );
  } else if (!hasReported) {
    reportHomeAssistant(notChecked("discovery"));
  }
  emit({ kind: "ended", area: "home-assistant" });
}

async function examinePlayer(check: PlayerCheck, emit: OnCheckEvent): Promise<void> {
  const { player, environment, signal } = check;
  const area = `players/${player.id}`;
  using limit = timeLimit(playerMs, environment.clock, signal);
  let hasAnswered = false;
  const onBytes = (): void => {
    hasAnswered = true;
  };
  try {
    for await (const finding of checkPlayer({ ...check, onBytes, signal: limit.signal })) {
      emit({ kind: "found", area, finding });
    }
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    if (!signal.aborted) emit({ kind: "found", area, finding: tookTooLong(hasAnswered) });
  } finally {
    emit({ kind: "ended", area });
  }
}

function playersByMac(players: readonly PlayerConfig[]): (mac: string) => PlayerConfig | undefined {
  const digits = new Map(players.map((player) => [digitsOfMac(player.mac ?? ""), player]));
  return (mac) => {
    const wanted = digitsOfMac(mac);
    return wanted === undefined ? undefined : digits.get(wanted);
  };
}

/** The configuration, with the players found on the network if `players: auto`. */
async function withFoundPlayers(
  config: Config,
  { search }: Pick<Environment, "search">,
  signal: AbortSignal,
): Promise<Config> {
  if (!config.findsPlayers) return config;
  const found = await search(signal);
  return { ...config, players: found.map((player) => resolvePlayer(config, suggestEntry(player))) };
}
