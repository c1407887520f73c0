import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningProgram, spawnProgram } from "../cli/program.ts";
import { everySecond } from "../mosquitto/process-fleet.ts";
import { deadlineMs, keepaliveSeconds, patience, positionIntervalMs, timeoutMs } from "./bounds.ts";

interface ConfiguredPlayer {
  readonly id: string;
  readonly url: string;
  readonly name?: string;
  readonly poll?: Readonly<Record<string, string>>;
}

/** The settings that the harness changes. */
interface Configuration {
  readonly mqttUrl: string;
  readonly players: readonly ConfiguredPlayer[];
  readonly takeOver: boolean;
}

/** The built program as a child process, which may be started again. */
export class BridgeProcess implements AsyncDisposable {
  readonly clientId: string;
  readonly #main: string;
  readonly #configuration: () => Configuration;
  readonly #folder = mkdtempSync(join(tmpdir(), "player2mqtt-chaos-"));
  readonly #runs: RunningProgram[] = [];
  readonly #bugs: string[] = [];
  #running: RunningProgram | undefined;

  constructor(main: string, clientId: string, configuration: () => Configuration) {
    this.#main = main;
    this.#configuration = configuration;
    this.clientId = clientId;
  }

  #configure(): void {
    const { mqttUrl, players, takeOver } = this.#configuration();
    const config = {
      mqtt: { url: mqttUrl, keepaliveSeconds, clientId: this.clientId, takeOver },
      http: { port: 0 },
      log: { level: "info" },
      device: { timeoutMs, gapMs: 20, maxBodyBytes: 1_000_000 },
      commands: { deadlineMs },
      publish: { positionIntervalMs },
      poll: everySecond,
      players,
    };
    writeFileSync(join(this.#folder, "config.json"), JSON.stringify(config));
  }

  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** The lines of its log. */
  get lines(): readonly string[] {
    return this.#runs.flatMap(({ stdout }) => stdout.split("\n").slice(0, -1));
  }

  /** That it ended without being told to, or not as it should, and what it wrote that is no log. */
  get bugs(): readonly string[] {
    const odd = this.lines.filter((line) => !/^\{.*\}$/.test(line));
    const errors = this.#runs.flatMap(({ stderr }) => (stderr === "" ? [] : [stderr]));
    return [...this.#bugs, ...[...odd, ...errors].map((text) => `it wrote: ${text}`)];
  }

  start(): void {
    this.#configure();
    const running = spawnProgram(process.execPath, [this.#main, "run", "--config", "config.json"], {
      cwd: this.#folder,
      // Nothing of the harness's environment may become a setting.
      env: { HOME: this.#folder, TZ: "UTC" },
    });
    this.#runs.push(running);
    this.#running = running;
    void this.#watch(running);
  }

  /** Stops it where it stands, or lets it go on. */
  hold(isHeld: boolean): void {
    this.#running?.kill(isHeld ? "SIGSTOP" : "SIGCONT");
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Asks it to stop; a stop that takes too long or fails is a bug. */
  async stop(): Promise<void> {
    const begunAt = performance.now();
    const code = await this.#end("SIGTERM");
    const ms = performance.now() - begunAt;
    if (ms > patience.stopMs) this.#bugs.push(`it took ${Math.round(ms)} ms to stop`);
    if (code !== 0) this.#bugs.push(`it stopped with ${code}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #watch(running: RunningProgram): Promise<void> {
    const { code, signal } = await running.ended;
    if (this.#running === running) this.#bugs.push(`it ended with ${signal ?? code}`);
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const running = this.#running;
    if (running === undefined) return 0;
    this.#running = undefined;
    running.kill(signal);
    // A process that stands still would not hear it.
    running.kill("SIGCONT");
    return (await running.ended).code;
  }
}
