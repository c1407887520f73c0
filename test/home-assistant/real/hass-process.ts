import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { inject } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { type Complaint, complaintsIn } from "./complaints.ts";

/** A Home Assistant that listens on the loopback only, and records like most do. */
function configuration(port: number, more: readonly string[]): string {
  return [
    "homeassistant:",
    "  name: Test home",
    "  latitude: 64.1",
    "  longitude: -21.9",
    "  elevation: 10",
    "  unit_system: metric",
    "  time_zone: UTC",
    "  country: IS",
    "http:",
    "  server_host: 127.0.0.1",
    `  server_port: ${port}`,
    "recorder:",
    "  commit_interval: 1",
    "logger:",
    "  default: info",
    ...more,
    "",
  ].join("\n");
}

/** The process of a Home Assistant, with a configuration of its own that outlives restarts. */
export class HassProcess implements AsyncDisposable {
  readonly url: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #log = "";
  #heardUntil = 0;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** `more` are lines of its configuration. */
  static async prepare(more: readonly string[] = []): Promise<HassProcess> {
    const folder = mkdtempSync(join(tmpdir(), "player2mqtt-hass-"));
    const port = await freePort();
    writeFileSync(join(folder, "configuration.yaml"), configuration(port, more));
    return new HassProcess(folder, port);
  }

  /** Gives it the integration and the blueprints of this repository. */
  install(): void {
    const root = join(import.meta.dirname, "../../..");
    symlinkSync(join(root, "custom_components"), join(this.#folder, "custom_components"));
    const blueprints = join(this.#folder, "blueprints/automation");
    mkdirSync(blueprints, { recursive: true });
    symlinkSync(join(root, "examples/home-assistant/blueprints"), join(blueprints, "player2mqtt"));
  }

  start(): void {
    const args = ["--config", this.#folder, "--log-no-color"];
    // It looks for ffmpeg in its PATH; beside it may be one.
    const hass = inject("hass");
    const path = [dirname(hass), process.env["PATH"]].join(delimiter);
    const env = { ...process.env, PATH: path };
    const child = spawn(hass, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    const hear = (bytes: Buffer): void => {
      this.#log += bytes.toString();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", (error) => {
      this.#log += `cannot be started: ${error.message}\n`;
    });
  }

  /** Throws when it ended by itself. */
  checkRunning(): void {
    if (this.#child === undefined || this.#child.exitCode === null) return;
    throw new Error(`Home Assistant ended:\n${this.#log.slice(-4000)}`);
  }

  /** Asks it to end as a restart does, and waits. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const closed = once(child, "close");
    child.kill(signal);
    await closed;
  }

  /** The complaints since the last call, as far as they concern us. */
  complaints(): Complaint[] {
    const news = this.#log.slice(this.#heardUntil);
    this.#heardUntil = this.#log.length;
    return complaintsIn(news);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
