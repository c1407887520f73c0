import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, onTestFinished } from "vitest";

/** The program as it is shipped, in a directory of its own that holds nothing else. */
export interface BuiltProgram extends AsyncDisposable {
  readonly directory: string;
  readonly main: string;
}

function placeForProgram(): BuiltProgram {
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-cli-"));
  return {
    directory,
    main: join(directory, "dist", "main.js"),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

async function buildInto({ directory }: BuiltProgram, sources = "."): Promise<void> {
  await promisify(execFile)(process.execPath, ["scripts/build.mjs", join(directory, "dist")], {
    cwd: sources,
  });
}

/** Builds the program as `npm run build` does. */
export async function buildProgram(sources?: string): Promise<BuiltProgram> {
  const place = placeForProgram();
  await buildInto(place, sources);
  return place;
}

/** The program that is built before the tests of a file or a group. */
export function programOfTests(): BuiltProgram {
  const place = placeForProgram();
  beforeAll(() => buildInto(place), 120_000);
  afterAll(() => place[Symbol.asyncDispose]());
  return place;
}

/** How a process ended, and how long after `since`. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly at: number;
}

export class RunningProgram {
  stdout = "";
  stderr = "";
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #watchers = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding("utf8").on("data", (text: string) => this.#add("stdout", text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => this.#add("stderr", text));
    this.ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        resolve({ code, signal, at: performance.now() });
        for (const watcher of this.#watchers) watcher();
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  kill(signal: NodeJS.Signals): number {
    this.#child.kill(signal);
    return performance.now();
  }

  /** Kills it if it still runs, and waits for its end. */
  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }

  async until(output: "stdout" | "stderr", pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(this[output]);
        const isOver = this.#child.exitCode !== null || this.#child.signalCode !== null;
        if (found === null && !isOver) return;
        this.#watchers.delete(look);
        if (found !== null) resolve(found);
        else reject(new Error(`ended without ${pattern}:\n${this.stdout}\n${this.stderr}`));
      };
      this.#watchers.add(look);
      look();
    });
  }

  #add(output: "stdout" | "stderr", text: string): void {
    this[output] += text;
    for (const watcher of this.#watchers) watcher();
  }
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a process; it ends with this one at the latest. */
export function spawnProgram(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: ProgramOptions,
): RunningProgram {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const abandon = (): void => void child.kill("SIGKILL");
  process.once("exit", abandon);
  child.once("exit", () => process.off("exit", abandon));
  return new RunningProgram(child);
}

/** Starts a process; it ends with the test at the latest. */
export function start(command: string, args: readonly string[], options: ProgramOptions): RunningProgram {
  const running = spawnProgram(command, args, options);
  onTestFinished(() => running.end());
  return running;
}

/** Starts the built program; it ends with the test at the latest. */
export function startBuilt(
  { main, directory }: BuiltProgram,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): RunningProgram {
  return start(process.execPath, [main, ...args], { cwd: directory, ...(env && { env }) });
}

/** Runs the built program until it has ended. */
export async function ran(...started: Parameters<typeof startBuilt>) {
  const running = startBuilt(...started);
  const { code } = await running.ended;
  return { code, stdout: running.stdout, stderr: running.stderr };
}
