import { spawn } from "node:child_process";
import type { Verdict } from "../core/session/health.ts";
import type { Log } from "../core/ports.ts";
import type { Clock } from "../lib/clock.ts";

/** Passes assignments such as `READY=1` on to the service manager. */
type Notify = (assignments: readonly string[]) => void;

/** What the service manager is told of, and by whom. */
export interface ServiceManagerOptions {
  readonly notify: Notify;
  /** It restarts who has not said a word for so long; undefined when it does not watch. */
  readonly watchdogMs: number | undefined;
  readonly health: () => Verdict;
  readonly clock: Clock;
  readonly log: Log;
}

/** No program that only passes a word on takes longer. */
const notifyTimeoutMs = 5000;

/**
 * Tells the service manager that the bridge runs, again and again that it is well, and that it stops. It is not told
 * to be ready only when the broker is: a broker that is away is waited for, and no reason to give up the start.
 */
export class ServiceManager implements Disposable {
  readonly #options: ServiceManagerOptions;
  #cancel: () => void = () => {};
  #isWell = true;

  constructor(options: ServiceManagerOptions) {
    this.#options = options;
    options.notify(["READY=1"]);
    this.#next();
  }

  /** It stops, however long that takes. */
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
    const { isTrue, reasons } = health();
    notify(isTrue ? ["WATCHDOG=1", "STATUS=well"] : [`STATUS=unwell: ${reasons.join("; ")}`]);
    if (this.#isWell && !isTrue) {
      log.error({ reasons }, "the bridge is unwell: the service manager will restart it unless that passes");
    }
    this.#isWell = isTrue;
  }
}

/** The service manager that started this process, by what it left in the environment; undefined if there is none. */
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

/** Node knows no datagrams over Unix sockets, so systemd's own small program sends them. */
function notifyThrough(socket: string, path: string | undefined, log: Log): Notify {
  let hasComplained = false;
  const complain = (reason: string): void => {
    if (hasComplained) return;
    hasComplained = true;
    log.warn({ reason }, "cannot tell the service manager how it goes: is systemd-notify there?");
  };
  return (assignments) => {
    const child = spawn("systemd-notify", [...assignments], {
      stdio: "ignore",
      env: { PATH: path, NOTIFY_SOCKET: socket },
      timeout: notifyTimeoutMs,
    });
    // Nobody waits for it at the end.
    child.unref();
    child.on("error", (error) => complain(error.message));
    child.on("exit", (code, signal) => {
      if (code !== 0) complain(`it ended with ${signal ?? code}`);
    });
  };
}
