import type { Bridge } from "../bridge/bridge.ts";
import type { ReconfigurableExtension } from "../bridge/extension.ts";
import type { ConfigEditor } from "../config/edit/config-editor.ts";
import type { Config } from "../config/schema.ts";
import type { Counters } from "../core/session/counters.ts";
import type { Log, LogLine } from "../core/ports.ts";
import type { ProbeResult } from "../core/session/health.ts";
import type { Family } from "../families/family.ts";
import type { OpenPlayers } from "../families/open-players.ts";
import type { Deliveries } from "../extensions/history/deliveries.ts";
import type { HomeAssistant } from "../extensions/home-assistant/home-assistant.ts";
import type { Routes } from "../extensions/http/answers.ts";
import type { Clock } from "../lib/clock.ts";
import type { LagMeter } from "../lib/lag-meter.ts";
import type { BrokerLink } from "../mqtt/link.ts";
import type { Search } from "../tools/finder/find-players.ts";
import type { Reloader } from "./reloader.ts";

export interface HostProcess {
  readonly log: { level: string };
  /** Reads the configuration again; throws ConfigError. */
  readonly load: () => Config;
  readonly onLine: (listener: (line: LogLine) => void) => () => void;
  /** Where the program may keep files, if the system gives it a place. */
  readonly stateFolder?: string | undefined;
  /** The last log lines of a player, newest first. */
  readonly linesOf?: (playerId: string) => readonly LogLine[];
  /** The tools of set-up in the browser, if the configuration comes from files. */
  readonly setUp?: {
    readonly editor: ConfigEditor;
    /** Restarts the bridge within the process, with the settings at that time. */
    readonly restart: () => void;
    /** Why the embedded broker uses another port than the configured one, if it does. */
    readonly portNote?: string;
  };
}

export interface AppContext {
  readonly bridge: Bridge;
  readonly link: BrokerLink;
  readonly counters: Counters;
  readonly lag: LagMeter;
  readonly health: () => ProbeResult;
  readonly readiness: () => ProbeResult;
  readonly families: readonly Family[];
  readonly devices: OpenPlayers;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly config: Config;
  /** Adds an extension with settings. After a reload it applies the new ones, or another one with them replaces it. */
  extend<Settings, E extends ReconfigurableExtension<Settings>>(
    settingsOf: (config: Config) => Settings,
    create: (settings: Settings, former: E | undefined) => E,
  ): void;
  readonly isEmbedded: boolean;
  readonly brokerUrl: string;
  /** Undefined where the bridge does not own its process. */
  readonly hostProcess: HostProcess | undefined;
  readonly reloader: Reloader | undefined;
  search(): Search;
  /** The HTTP ports to try; 0 picks a free one, an empty list turns HTTP off. */
  readonly httpPorts: readonly number[];
  /** The folder of the built page, if it is not beside the program. */
  readonly pageFolder: string | undefined;
  readonly routes: (() => Promise<Routes>)[];
  homeAssistant: Pick<HomeAssistant, "speak"> | undefined;
  deliveries: Pick<Deliveries, "attempts" | "health" | "submit"> | undefined;
  httpServer: { readonly url: string | undefined } | undefined;
}

export type AddExtension = (app: AppContext) => void | Promise<void>;
