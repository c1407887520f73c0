import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { deadlineMs, keepaliveSeconds, patience, positionIntervalMs, timeoutMs } from "./bounds.ts";

interface ConfiguredPlayer {
  readonly id: string;
  readonly url: string;
  readonly name?: string;
  readonly poll?: Readonly<Record<string, string>>;
}

/** The settings that the harness changes. */
export interface Configuration {
  readonly mqttUrl: string;
  readonly players: readonly ConfiguredPlayer[];
  readonly poll: string;
  readonly takeOver?: boolean;
}

interface LogLine {
  readonly level: number;
  readonly msg: string;
}

export interface ProcessEvents {
  readonly onLine: (line: LogLine) => void;
  /** It ended without being told to, or wrote something that is no log. */
  readonly onBug: (text: string) => void;
}

export const everySecond = "* * * * * *";

/** The built program as a child process. */
export class BridgeProcess implements AsyncDisposable {
  readonly clientId: string;
  readonly #main: string;
  readonly #events: ProcessEvents;
  readonly #folder = mkdtempSync(join(tmpdir(), "player2mqtt-chaos-"));
  #child: ChildProcess | undefined;
  #closed: Promise<unknown> = Promise.resolve();
  #isToEnd = false;

  constructor(main: string, clientId: string, events: ProcessEvents) {
    this.#main = main;
    this.clientId = clientId;
    this.#events = events;
  }

  /** Writes the configuration, which takes effect at the start or with a reload. */
  configure({ mqttUrl, players, poll, takeOver = true }: Configuration): void {
    const config = {
      mqtt: { url: mqttUrl, keepaliveSeconds, clientId: this.clientId, takeOver },
      http: { port: 0 },
      log: { level: "info" },
      device: { timeoutMs, gapMs: 20, maxBodyBytes: 1_000_000 },
      commands: { deadlineMs },
      publish: { positionIntervalMs },
      poll: { video: poll, playlist: poll, queue: poll, audio: poll, state: poll, idleFactor: 1 },
      players,
    };
    writeFileSync(join(this.#folder, "config.json"), JSON.stringify(config));
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    this.#isToEnd = false;
    const child = spawn(
      process.execPath,
      [this.#main, "run", "--config", join(this.#folder, "config.json")],
      {
        // Nothing of the harness's environment may become a setting.
        env: { PATH: process.env["PATH"], HOME: this.#folder, TZ: "UTC" },
        stdio: ["ignore", "pipe", "pipe"],
        cwd: this.#folder,
      },
    );
    this.#child = child;
    process.once("exit", this.#abandon);
    createInterface({ input: child.stdout }).on("line", (line) => this.#hear(line));
    createInterface({ input: child.stderr }).on("line", (line) => this.#events.onBug(`it wrote: ${line}`));
    child.once("exit", (code, signal) => {
      if (!this.#isToEnd) this.#events.onBug(`it ended with ${signal ?? code}`);
    });
    this.#closed = once(child, "close");
  }

  /** Stops it where it stands, or lets it go on. */
  hold(isHeld: boolean): void {
    this.#child?.kill(isHeld ? "SIGSTOP" : "SIGCONT");
  }

  /** Makes it read its configuration again. */
  reload(): void {
    this.#child?.kill("SIGHUP");
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Asks it to stop; reports a stop that takes too long or fails. */
  async stop(): Promise<void> {
    const begunAt = performance.now();
    const code = await this.#end("SIGTERM");
    const ms = performance.now() - begunAt;
    if (ms > patience.stopMs) this.#events.onBug(`it took ${Math.round(ms)} ms to stop`);
    if (code !== 0) this.#events.onBug(`it stopped with ${code}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end("SIGKILL");
    rmSync(this.#folder, { recursive: true });
  }

  /** An interrupted harness must not leave its bridge running. */
  readonly #abandon = (): void => {
    this.#child?.kill("SIGKILL");
  };

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) return 0;
    this.#child = undefined;
    this.#isToEnd = true;
    process.off("exit", this.#abandon);
    child.kill(signal);
    // A process that stands still would not hear it.
    child.kill("SIGCONT");
    await this.#closed;
    return child.exitCode;
  }

  #hear(line: string): void {
    try {
      this.#events.onLine(JSON.parse(line) as LogLine);
    } catch {
      this.#events.onBug(`it wrote: ${line}`);
    }
  }
}
