import { spawn } from "node:child_process";
import type { ProbeResult } from "../core/session/health.ts";
import type { Log } from "../core/ports.ts";
import type { Clock } from "../lib/clock.ts";

/** Sends assignments such as `READY=1` to the service manager. */
type Notify = (assignments: readonly string[]) => void;

export interface ServiceManagerOptions {
  readonly notify: Notify;
  /** The watchdog timeout of the service manager; undefined without a watchdog. */
  readonly watchdogMs: number | undefined;
  readonly health: () => ProbeResult;
  readonly clock: Clock;
  readonly log: Log;
}

const notifyTimeoutMs = 5000;

/** Tells the service manager of start, health and stop. The start does not wait for the broker, which may take longer than allowed. */
export class ServiceManager implements Disposable {
  readonly #options: ServiceManagerOptions;
  #cancel: () => void = () => {};
  #isHealthy = true;

  constructor(options: ServiceManagerOptions) {
    this.#options = options;
    options.notify(["READY=1"]);
    this.#next();
  }

  [Symbol.dispose](): void {
    this.#cancel();
    this.#options.notify(["STOPPING=1", "STATUS=stopping"]);
  }

  #next(): void {
    const { clock, watchdogMs } = this.#options;
    if (watchdogMs === undefined) return;
    this.#cancel = clock.after(watchdogMs / 2, () => {
      this.#beat();
      this.#next();
    });
  }

  #beat(): void {
    const { health, log, notify } = this.#options;
    const { isOk, reasons } = health();
    notify(isOk ? ["WATCHDOG=1", "STATUS=healthy"] : [`STATUS=unhealthy: ${reasons.join("; ")}`]);
    if (this.#isHealthy && !isOk) {
      log.error({ reasons }, "the bridge is unhealthy: the service manager restarts it unless it recovers");
    }
    this.#isHealthy = isOk;
  }
}

/** Finds the service manager by the variables it sets; undefined without one. */
export function findServiceManager(
  env: NodeJS.ProcessEnv,
  log: Log,
): Pick<ServiceManagerOptions, "notify" | "watchdogMs"> | undefined {
  const { NOTIFY_SOCKET: socket = "", WATCHDOG_USEC: microseconds = "", WATCHDOG_PID: watched = "" } = env;
  if (socket === "") return undefined;
  const isWatched = Number(microseconds) > 0 && (watched === "" || Number(watched) === process.pid);
  return {
    notify: notifyThrough(socket, env["PATH"], log),
    watchdogMs: isWatched ? Number(microseconds) / 1000 : undefined,
  };
}

/** Node has no Unix datagram sockets, so systemd-notify sends the message. */
function notifyThrough(socket: string, path: string | undefined, log: Log): Notify {
  let hasComplained = false;
  const complain = (reason: string): void => {
    if (hasComplained) return;
    hasComplained = true;
    log.warn({ reason }, "cannot notify the service manager, is systemd-notify installed?");
  };
  return (assignments) => {
    const child = spawn("systemd-notify", [...assignments], {
      stdio: "ignore",
      env: { PATH: path, NOTIFY_SOCKET: socket },
      timeout: notifyTimeoutMs,
    });
    // Do not wait for it at exit.
    child.unref();
    child.on("error", (error) => complain(error.message));
    child.on("exit", (code, signal) => {
      if (code !== 0) complain(`it ended with ${signal ?? code}`);
    });
  };
}
