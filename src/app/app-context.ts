import type { Bridge } from "../bridge/bridge.ts";
import type { BridgeStatus } from "../bridge/bridge-status.ts";
import type { Config } from "../config/schema.ts";
import type { Log, LogLine } from "../core/ports.ts";
import type { OpenDevices } from "../device/open-devices.ts";
import type { Routes } from "../extensions/http/answers.ts";
import type { Clock } from "../lib/clock.ts";
import type { SwitchableLink } from "./switchable-link.ts";
import type { Reloader } from "./reloader.ts";

/** The process around a bridge. */
export interface Surroundings {
  readonly log: { level: string };
  /** Reads the configuration again; throws ConfigError. */
  readonly load: () => Config;
  /** Calls back for each line of the log; the returned function ends that. */
  readonly onLine: (listener: (line: LogLine) => void) => () => void;
}

/** What extensions are made from. */
export interface AppContext {
  readonly bridge: Bridge;
  readonly status: BridgeStatus;
  readonly link: SwitchableLink;
  readonly devices: OpenDevices;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  /** The configuration as it is now, with the real port of an embedded broker. */
  readonly config: () => Config;
  /** Calls back after each reload. */
  readonly onReload: (listener: (before: Config, next: Config) => void | Promise<void>) => void;
  readonly isEmbedded: boolean;
  readonly brokerUrl: () => string;
  /** Undefined where the bridge does not own its process. */
  readonly surroundings: Surroundings | undefined;
  readonly reloader: Reloader | undefined;
  /** The ports to try for HTTP; none serves nothing. */
  readonly httpPorts: readonly number[];
  /** Where the built page lies, if not beside the program. */
  readonly pageFolder: string | undefined;
  /** What is served over HTTP besides health and metrics: extensions add their routes. */
  readonly routes: (() => Promise<Routes>)[];
  /** Where HTTP is served; nothing while it is not. */
  httpUrl: () => string | undefined;
}

/** Makes an extension of the bridge, if it is wanted, and adds it. */
export type AddExtension = (app: AppContext) => void | Promise<void>;
