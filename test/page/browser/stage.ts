import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import { type BridgeOverrides, type RunningBridge, startBridge } from "../../../src/app.ts";
import { ConfigEditor } from "../../../src/config/edit/config-editor.ts";
import { type ConfigSources, loadConfig } from "../../../src/config/load.ts";
import type { Config } from "../../../src/config/schema.ts";
import { WatchedSources } from "../../../src/config/watched-sources.ts";
import { createLogger } from "../../../src/ops/logger.ts";
import { RecentLines } from "../../../src/ops/recent-lines.ts";
import type { BridgedPlayer } from "../../support/bridge/bridged.ts";
import { eventually } from "../../support/eventually.ts";
import { launchChromium } from "../../support/launch-chromium.ts";

export interface StageOptions {
  /** Players by id; the name follows from the id. */
  readonly players: Readonly<Record<string, BridgedPlayer>>;
  /** Settings by their names. */
  readonly args?: Readonly<Record<string, string>>;
  /** The folder of the configuration file, for set-up; the players are in the file then. */
  readonly folder?: string;
  /** The environment, for a configuration in a folder. */
  readonly env?: NodeJS.ProcessEnv;
  readonly search?: BridgeOverrides["search"];
  /** What a browser logs by itself in this test. */
  readonly expected?: RegExp;
}

/** Polls every second; a player that is off is noticed at the first request. */
const settings = {
  "broker.port": "0",
  "device.gapMs": "20",
  "device.offlineAfter": "1",
  "poll.audio": "* * * * * *",
  "poll.video": "* * * * * *",
  "poll.playlist": "* * * * * *",
  "poll.queue": "* * * * * *",
  "poll.idleFactor": "1",
  "homeassistant.enabled": "false",
};

/** What a browser logs while no bridge answers. */
const bridgeLeft = /net::ERR_(CONNECTION|EMPTY|INCOMPLETE)|fetching the script/;

/** A bridge with its page, and a browser. Errors of the browser fail the test, except those that it expects. */
export class Stage implements AsyncDisposable {
  readonly #complaints: string[] = [];
  readonly #options: StageOptions;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly url: string;
  #bridge: RunningBridge;

  private constructor(options: StageOptions, bridge: RunningBridge, browser: Browser) {
    this.#options = options;
    this.#bridge = bridge;
    this.#browser = browser;
    this.url = bridge.httpUrl ?? "";
  }

  static async open(options: StageOptions): Promise<Stage> {
    let restart = (): void => {};
    const [bridge, browser] = await Promise.all([start(options, 0, () => restart()), launchChromium()]);
    const stage = new Stage(options, bridge, browser);
    restart = () => void stage.restart(async () => {});
    return stage;
  }

  async look(path = "", options: BrowserContextOptions = {}): Promise<Page> {
    const { href, origin } = new URL(path, this.url);
    const context = await this.#browser.newContext({
      locale: "en-GB",
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    context.setDefaultTimeout(60_000);
    this.#contexts.push(context);
    const page = await context.newPage();
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.#complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.#complaints.push(error.message));
    page.on("requestfailed", (request) => {
      if (!request.url().startsWith(origin)) this.#complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(href, { waitUntil: "domcontentloaded" });
    return page;
  }

  /** Stops the bridge and starts it again on the same ports. */
  async restart(whileAway: () => Promise<void>): Promise<void> {
    const port = Number(new URL(this.url).port);
    await this.#bridge[Symbol.asyncDispose]();
    await whileAway();
    this.#bridge = await start(this.#options, port);
  }

  /** Reloads the configuration of the bridge with other settings. */
  async reconfigure(args: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#bridge.reconfigure(configOf({ ...this.#options, args: { ...this.#options.args, ...args } }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const context of this.#contexts) await context.close();
    await this.#bridge[Symbol.asyncDispose]();
    for (const [id, { traffic, mostAtOnce = 1 }] of Object.entries(this.#options.players)) {
      if (traffic.maxConcurrent > mostAtOnce)
        throw new Error(`${id} had ${traffic.maxConcurrent} requests at once`);
    }
    const { expected } = this.#options;
    const complaints = this.#complaints.filter(
      (one) => !bridgeLeft.test(one) && expected?.test(one) !== true,
    );
    if (complaints.length > 0) throw new Error(`the browser complained: ${complaints.join("; ")}`);
  }
}

function configOf({ players, args }: StageOptions): Config {
  const list = Object.entries(players).map(([id, { url }]) => ({ id, name: nameOf(id), url }));
  return loadConfig({
    args: { ...settings, players: JSON.stringify(list), ...args },
    env: {},
    cwd: "/nowhere",
  });
}

/** The process of a bridge whose configuration is a file. */
function hostProcessIn({ folder = "", args = {}, env = {} }: StageOptions, restart: () => void) {
  const sources: ConfigSources = {
    args: { "broker.port": "0", ...args },
    env,
    cwd: folder,
    requirePlayers: "without-page",
  };
  const watched = new WatchedSources(sources);
  return { load: () => watched.load(), setUp: { editor: new ConfigEditor(sources), restart } };
}

async function start(
  options: StageOptions,
  httpPort: number,
  restart: () => void = () => {},
): Promise<RunningBridge> {
  const { search, folder } = options;
  const lines = new RecentLines();
  const log = createLogger({ level: "info", format: "json" }, { write: () => {} }, (line) => lines.add(line));
  const hostProcess = {
    log,
    load: () => configOf(options),
    onLine: () => () => {},
    linesOf: (playerId: string) => lines.of(playerId),
    ...(folder === undefined ? {} : hostProcessIn(options, restart)),
  };
  const bridge = await startBridge(hostProcess.load(), log, {
    httpPorts: [httpPort],
    hostProcess,
    pageFolder: inject("pageFolder"),
    ...(search === undefined ? {} : { search }),
  });
  await eventually(() => {
    if (bridge.httpUrl === undefined) throw new Error("nothing is served yet");
  });
  return bridge;
}

/** The name of `living-room` is "Living room". */
function nameOf(id: string): string {
  const words = id.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
