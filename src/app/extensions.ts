import { randomBytes } from "node:crypto";
import type { Config } from "../config/schema.ts";
import type { Family } from "../families/family.ts";
import { join } from "node:path";
import { Deliveries } from "../extensions/history/deliveries.ts";
import { HistoryReport } from "../extensions/history/history-report.ts";
import { FormerBases } from "../extensions/home-assistant/former-bases.ts";
import { UnsentFile } from "../extensions/history/unsent-file.ts";
import { HomeAssistant, type HomeAssistantSettings } from "../extensions/home-assistant/home-assistant.ts";
import { libraryRequests } from "../extensions/requests/library-requests.ts";
import { queueRequests } from "../extensions/requests/queue-requests.ts";
import { Requests } from "../extensions/requests/requests.ts";
import { HealthReport } from "../extensions/self-report/health-report.ts";
import { fetchLatestVersion } from "../extensions/self-report/fetch-latest-version.ts";
import { LatestVersion } from "../extensions/self-report/latest-version.ts";
import { StateReport } from "../extensions/self-report/state-report.ts";
import { LogTopic } from "../extensions/self-report/log-topic.ts";
import type { SetUp } from "../extensions/page/set-up-views.ts";
import type { AddExtension, AppContext } from "./app-context.ts";
import { clientIdOf } from "./link-options.ts";
import { isLoopback } from "../lib/addresses.ts";
import { loadModules } from "../ops/load-modules.ts";

/** Announces players to Home Assistant, or removes the announcements if the integration is disabled; clears a former base topic. */
const addHomeAssistant: AddExtension = (app) => {
  const { bridge, version } = app;
  app.extend<HomeAssistantSettings, HomeAssistant>(
    ({ homeassistant, http }) => ({
      prefix: homeassistant.prefix,
      isEnabled: homeassistant.enabled,
      hasMediaPlayers: homeassistant.mediaPlayer,
      language: homeassistant.language,
      checksForUpdates: homeassistant.updateUrl !== "",
      pageUrl: linkedPageUrl(homeassistant.pageUrl, http),
    }),
    (settings, former) => {
      const homeAssistant = new HomeAssistant({
        ...shared(app),
        ...settings,
        version,
        formerPrefixes: former?.prefixesBefore(settings.prefix) ?? [],
        random: Math.random,
        players: () => bridge.sessions,
        mayReturn: (id) => bridge.mayReturn(id),
        answersFor: (name) => bridge.answersFor(name),
        announce: () => bridge.announce(),
      });
      app.homeAssistant = homeAssistant;
      return homeAssistant;
    },
  );
  bridge.extend(
    new FormerBases({
      ...shared(app),
      prefix: app.config.homeassistant.prefix,
      identities: () => new Set(bridge.sessions.flatMap(({ state }) => state.bridge.identity ?? [])),
      subscriptionsChanged: () => bridge.subscriptionsChanged(),
    }),
  );
};

const addLogTopic: AddExtension = (app) => {
  const { hostProcess } = app;
  if (hostProcess === undefined) return;
  app.extend(
    ({ log }) => log.mqtt,
    (level) => new LogTopic({ ...shared(app), level, onLine: hostProcess.onLine }),
  );
};

const addRequests: AddExtension = (app) => {
  const { bridge, reloader, hostProcess } = app;
  const process = hostProcess && reloader && { log: hostProcess.log, reload: () => reloader.reload() };
  const submit = (): number => app.deliveries?.submit() ?? 0;
  const speak = (tag: string) => app.homeAssistant?.speak(tag);
  bridge.extend(
    new Requests({ ...shared(app), process, restart: (id) => bridge.restart(id), speak, submit }),
  );
};

const addQueueRequests: AddExtension = (app) => {
  const { bridge, devices } = app;
  bridge.extend(
    queueRequests({
      ...shared(app),
      sessionOf: (id) => sessionOf(app, id)?.state,
      entries: (id, from, count) => devices.queueEntries(id, from, count),
      readQueue: (id, from, count) => devices.readQueue(id, from, count),
    }),
  );
};

const addPage: AddExtension = async (app) => {
  if (app.httpPorts.length === 0) return;
  const { bridge, clock, devices, link, log, pageFolder, version } = app;
  const [{ Page }, { BrokerWatch }] = await Promise.all([
    import("../extensions/page/page.ts"),
    import("../extensions/page/broker-watch.ts"),
  ]);
  const aboutBroker = {
    isEmbedded: app.isEmbedded,
    get url() {
      return app.brokerUrl;
    },
    get clientId() {
      return clientIdOf(app.config);
    },
  };
  const broker = new BrokerWatch(aboutBroker, clock, link, () => bridge.ownership.standsByFor);
  link.observe(broker);
  const { http, mqtt } = app.config;
  const page = new Page({
    services: {
      version,
      baseTopic: mqtt.baseTopic,
      get findsPlayers() {
        return app.config.findsPlayers;
      },
      get needsSetUp() {
        const { players, findsPlayers } = app.config;
        return players.length === 0 && !findsPlayers;
      },
      bridge,
      devices,
      traffic: link,
    },
    broker,
    clock,
    rules: http,
    guestDenies: http.guestDenies,
    hideSecrets: (texts) => hideSecrets(texts, app.families),
    linesOf: app.hostProcess?.linesOf,
    attempts: () => app.deliveries?.attempts ?? [],
    examine: async (tell, signal) => {
      const [{ examine }, { machineWith }] = await loadModules(() =>
        Promise.all([import("../tools/doctor/examine.ts"), import("../tools/probe/environment.ts")]),
      );
      const environment = machineWith(app.families);
      await examine({ config: app.config, problems: [] }, environment, tell, signal);
    },
    setUp: await createSetUp(app),
    folder: pageFolder,
    hasMcp: http.mcp,
  });
  if (page.control.isClosed) {
    log.info(
      { host: http.host },
      "web page disabled: http.host is reachable from the network but http.token is not set",
    );
  }
  app.routes.push(async () => (await import("../extensions/page/page-routes.ts")).pageRoutes(page));
  app.extend(
    ({ players }) => new Map(players.flatMap(({ id, room }) => (room === undefined ? [] : [[id, room]]))),
    (rooms) => {
      page.reconfigure(rooms);
      return page;
    },
  );
};

/** Set-up in the browser; undefined where the configuration comes from no file. */
async function createSetUp(app: AppContext): Promise<SetUp | undefined> {
  const { clock, isEmbedded, log, reloader, hostProcess } = app;
  if (hostProcess?.setUp === undefined || reloader === undefined) return undefined;
  const [{ BridgeSetUp }, { machineWith }] = await Promise.all([
    import("./set-up.ts"),
    import("../tools/probe/environment.ts"),
  ]);
  const [config, search] = [() => app.config, () => app.search()];
  const environment = machineWith(app.families);
  const own = { config, isEmbedded, log, reloader, search, clock, environment };
  return new BridgeSetUp({ ...hostProcess.setUp, ...own });
}

const addHttp: AddExtension = async (app) => {
  const { bridge, clock, counters, httpPorts: ports, link: broker, log, routes } = app;
  if (ports.length === 0) return;
  const { HttpServer } = await import("../extensions/http/http-server.ts");
  const load = async () => {
    const { statusRoutes } = await import("../extensions/http/status-routes.ts");
    return [
      statusRoutes({ ...app, broker }, loadModules),
      ...(await Promise.all(routes.map((one) => one()))),
    ];
  };
  const { host } = app.config.http;
  const onBrokenRequest = (): void => {
    counters.brokenRequests += 1;
  };
  const own = { host, ports, onBrokenRequest };
  const server = await HttpServer.start({ ...own, routes: load, loadModules, clock, log });
  app.httpServer = server;
  bridge.extend({ stop: () => server[Symbol.asyncDispose]() });
};

/** What was seen and heard, and the receivers of it. */
const addHistory: AddExtension = (app) => {
  const { bridge, clock, hostProcess, log, version } = app;
  const { fleet, history } = app.config;
  const mayAct = (id: string): boolean => bridge.ownership.mayAct(id);
  // The members of a fleet share the notes, and no folder.
  const folder = fleet.url === "" ? hostProcess?.stateFolder : undefined;
  const deliveries = new Deliveries({
    settings: history,
    version,
    clock,
    log,
    random: Math.random,
    playerOf: (id) => ({ id, model: sessionOf(app, id)?.state.player.model?.model }),
    mayAct,
    folder,
    file: folder === undefined ? undefined : new UnsentFile(join(folder, "unsent.json"), log),
  });
  app.deliveries = deliveries;
  app.extend(
    (config) => config.history,
    () => new HistoryReport({ ...shared(app), players: () => bridge.sessions, mayAct, deliveries }),
  );
};

/** All extensions; each can be omitted. Those that load slowly come last. */
export const allExtensions = {
  homeAssistant: addHomeAssistant,
  healthReport: (app) =>
    app.bridge.extend(
      new HealthReport({
        ...shared(app),
        players: () => app.bridge.sessions,
        history: () => app.deliveries?.health,
      }),
    ),
  history: addHistory,
  stateReport: (app) =>
    app.extend(
      ({ players }) => new Set(players.flatMap(({ id, publish }) => (publish.state ? [id] : []))),
      (ids) =>
        new StateReport({
          ...shared(app),
          ids,
          players: () => app.bridge.sessions,
          mayAct: (id) => app.bridge.ownership.mayAct(id),
        }),
    ),
  latestVersion: (app) =>
    app.extend(
      ({ homeassistant: { enabled, updateUrl } }) => (enabled ? updateUrl : ""),
      (url) => new LatestVersion({ ...shared(app), url, fetchVersion: fetchLatestVersion }),
    ),
  logTopic: addLogTopic,
  requests: addRequests,
  queueRequests: addQueueRequests,
  libraryRequests: (app) =>
    app.bridge.extend(libraryRequests({ ...shared(app), playerOf: (id) => sessionOf(app, id) })),
  page: addPage,
  http: addHttp,
} as const satisfies Readonly<Record<string, AddExtension>>;

function shared({ bridge, clock, config, link, log }: AppContext) {
  return { base: config.mqtt.baseTopic, bridge: bridge.name, broker: link, clock, log };
}

function sessionOf({ bridge }: AppContext, id: string) {
  return bridge.sessions.find((session) => session.id === id);
}

/** Hides secrets in the same way as an anonymized recording. */
async function hideSecrets(texts: readonly string[], families: readonly Family[]): Promise<string[]> {
  const { SecretHider } = await loadModules(() => import("../tools/secrets/hide-secrets.ts"));
  const hider = new SecretHider({ known: [], key: randomBytes(32), families });
  for (const text of texts) hider.collect(text, false);
  return texts.map((text) => hider.hide(text));
}

/** Addresses that mean all interfaces, so no address that others could open. */
const everywhere = new Set(["0.0.0.0", "::", "[::]"]);

/** The address of the page for links in Home Assistant; undefined if nobody else could open it. */
export function linkedPageUrl(
  configured: string,
  { host, port, token }: Pick<Config["http"], "host" | "port" | "token">,
): string | undefined {
  if (configured !== "") return configured;
  // Beyond loopback the page is closed without a token.
  if (port === 0 || token === "" || isLoopback(host) || everywhere.has(host)) return undefined;
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
}
