import { randomBytes } from "node:crypto";
import type { Config } from "../config/schema.ts";
import type { Log } from "../core/ports.ts";
import type { BridgeStatus } from "./http/bridge-status.ts";
import type { Routes } from "./http/answers.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrokerWatch } from "./page/broker-watch.ts";
import type { Examine } from "./page/doctor-run.ts";
import type { PageWorld } from "./page/page-bridge.ts";

/** Where to serve, who may look at the page, and what there is to tell. */
export interface ServeOptions {
  readonly host: string;
  readonly token: string;
  readonly ingress: boolean;
  readonly ports: readonly number[];
  readonly clock: Clock;
  readonly log: Log;
  readonly bridgeStatus: BridgeStatus;
  readonly world: PageWorld;
  readonly broker: BrokerWatch;
  /** The configuration as it is now, for the doctor. */
  readonly patient: () => Config;
  /** Where the built page lies, if not beside the program. */
  readonly pageFolder: string | undefined;
}

/** What is served over HTTP until it is disposed. */
export interface Served extends AsyncDisposable {
  /** Where, as this machine reaches it; nothing while it cannot listen. */
  readonly url: string | undefined;
}

/** Serves health, metrics and the page. All of it is loaded once the rest is on its way, and most of it when somebody asks. */
export async function serveHttp(options: ServeOptions): Promise<Served> {
  const { host, token, ingress, ports, clock, log, bridgeStatus, world, broker, patient, pageFolder } =
    options;
  const [{ HttpServer }, { Page }] = await Promise.all([
    import("./http/http-server.ts"),
    import("./page/page.ts"),
  ]);
  const page = new Page({
    world,
    broker,
    clock,
    rules: { host, token, ingress },
    hideSecrets,
    examine: doctorFor(patient),
    folder: pageFolder,
  });
  const routes = async (): Promise<readonly Routes[]> => {
    const [{ healthRoutes }, { metricsRoutes }, { pageRoutes }] = await Promise.all([
      import("./http/health-routes.ts"),
      import("./http/metrics-routes.ts"),
      import("./page/page-routes.ts"),
    ]);
    return [healthRoutes(bridgeStatus), metricsRoutes(bridgeStatus.observe), pageRoutes(page)];
  };
  if (page.control.isClosed) {
    log.info({ host }, "the page is closed: others could reach it, and http.token is not set");
  }
  const server = await HttpServer.start({ host, ports, routes, clock, log });
  return {
    get url() {
      return server.url;
    },
    async [Symbol.asyncDispose]() {
      // Open pages would hold the server for as long as it lets them.
      page[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** As in a recording that is given away. */
async function hideSecrets(texts: readonly string[]): Promise<readonly string[]> {
  const { SecretHider } = await import("../tools/recorder/hide-secrets.ts");
  const hider = new SecretHider({ known: [], key: randomBytes(32) });
  for (const text of texts) hider.learn(text, false);
  return texts.map((text) => hider.hide(text));
}

/** The doctor, who is called when somebody wants him. */
function doctorFor(patient: () => Config): Examine {
  return async (tell, signal) => {
    const [{ examine }, { thisWorld }] = await Promise.all([
      import("../tools/doctor/examine.ts"),
      import("../tools/doctor/world.ts"),
    ]);
    await examine({ config: patient(), problems: [] }, thisWorld, tell, signal);
  };
}
