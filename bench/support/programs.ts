import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import type { BuiltProgram } from "../../test/cli/program.ts";
import { buildOf } from "../../test/support/earlier-build.ts";

/** The folder of this run: bundled programs, jobs and configurations. */
export interface Workshop extends AsyncDisposable {
  readonly folder: string;
  program(name: string): string;
  /** The bridge as it was before: what `guard` compares with. */
  earlierBridge(): string;
  /** Writes a file under a unique name, and returns its path. */
  write(ending: string, content: string): string;
}

const names = ["plain", "queue-change"];

/** Moved by whoever makes the bridge slower or larger for a reason that is worth it. */
const earlier = "738edc3e";

/** Bundles the benchmark's programs with the same settings as the bridge. */
export async function openWorkshop(): Promise<Workshop> {
  const parent = resolve("node_modules/.cache");
  mkdirSync(parent, { recursive: true });
  const bundles = mkdtempSync(join(parent, "bench-"));
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-bench-"));
  await build({
    entryPoints: names.map((name) => `bench/programs/${name}.ts`),
    outdir: bundles,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  let files = 0;
  let earlierBuild: BuiltProgram | undefined;
  return {
    folder,
    program: (name) => join(bundles, `${name}.mjs`),
    earlierBridge: () => {
      earlierBuild ??= buildOf(earlier);
      return earlierBuild.main;
    },
    write: (ending, content) => {
      const path = join(folder, `${++files}.${ending}`);
      writeFileSync(path, content);
      return path;
    },
    [Symbol.asyncDispose]: async () => {
      await earlierBuild?.[Symbol.asyncDispose]();
      rmSync(bundles, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Go's command, which the players need; undefined without one. */
export const goCommand = ["go", "/usr/local/go/bin/go"].find(
  (command) => spawnSync(command, ["version"]).status === 0,
);

/** The program of a folder with Go sources, built once. */
export function buildGo({ folder }: Workshop, sources: string): string {
  if (goCommand === undefined) throw new Error("Go is not installed");
  const file = join(folder, `go-${basename(sources)}`);
  if (existsSync(file)) return file;
  const { status, stderr } = spawnSync(goCommand, ["build", "-o", file, "."], {
    cwd: sources,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${sources} cannot be built: ${stderr}`);
  return file;
}

/** A process that is measured, or helps to measure. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
  readonly child: ChildProcess;
}

/** How to start a process. */
export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly hasChannel?: boolean;
}

/** Starts a process; its errors go to this process's stderr. */
export function startProgram(
  command: string,
  args: readonly string[],
  { env = {}, hasChannel = false }: ProgramOptions = {},
): Program {
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    stdio: ["ignore", "ignore", "inherit", ...(hasChannel ? (["ipc"] as const) : [])],
  });
  if (child.pid === undefined) throw new Error(`${command} could not be started`);
  return {
    pid: child.pid,
    child,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** The next message of a process; rejects if the process ends instead, so that the benchmark cannot hang. */
export async function nextMessage({ child }: Program): Promise<unknown> {
  const ended = new AbortController();
  const onEnd = (): void => {
    ended.abort(new Error(`a process of the benchmark has ended: ${child.exitCode ?? child.signalCode}`));
  };
  if (child.exitCode !== null || child.signalCode !== null) onEnd();
  child.once("exit", onEnd);
  try {
    const [message] = (await once(child, "message", { signal: ended.signal })) as [unknown];
    return message;
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    child.off("exit", onEnd);
  }
}
