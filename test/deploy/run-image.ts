import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ImageConfig, mountImage } from "./builder.ts";

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

export interface Running {
  readonly output: string;
  readonly ended: Promise<Ended>;
  /** Tells the first process of the container to end. */
  stop(): void;
}

/** The privileges of a service: folders to write to, and the capabilities of root, if it is root. */
interface Privileges {
  readonly writable?: Readonly<Record<string, string>>;
  readonly capabilities?: readonly string[];
}

/** An image unpacked: what runs in it cannot write anything, has no rights, and is the user that the image wants. */
export class RunnableImage implements AsyncDisposable {
  readonly path: string;
  readonly #config: ImageConfig;
  readonly #mounted: AsyncDisposable;

  private constructor(path: string, config: ImageConfig, mounted: AsyncDisposable) {
    this.path = path;
    this.#config = config;
    this.#mounted = mounted;
  }

  static async mount(name: string, config: ImageConfig): Promise<RunnableImage> {
    const mounted = await mountImage(name);
    return new RunnableImage(mounted.path, config, mounted);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#mounted[Symbol.asyncDispose]();
  }

  get entrypoint(): readonly string[] {
    return this.#config.Entrypoint;
  }

  get words(): readonly string[] {
    return this.#config.Cmd ?? [];
  }

  /** Does the same as `docker run --read-only --cap-drop ALL image words`; the network is that of this machine. */
  start(
    words: readonly string[] = this.words,
    env: Readonly<Record<string, string>> = {},
    binds: Readonly<Record<string, string>> = {},
  ): Running {
    return this.exec([...this.entrypoint, ...words], env, binds);
  }

  /** Does the same as `docker exec`: without the entry point. */
  exec(
    command: readonly string[],
    env: Readonly<Record<string, string>> = {},
    binds: Readonly<Record<string, string>> = {},
    { writable = {}, capabilities }: Privileges = {},
  ): Running {
    // A bind mount needs an existing target, which an engine creates.
    const bound = { "/etc/resolv.conf": "/etc/resolv.conf", "/etc/hosts": "/etc/hosts", ...binds };
    for (const [inside, outside] of Object.entries({ ...bound, ...writable })) {
      const isFolder = statSync(outside).isDirectory();
      mkdirSync(join(this.path, isFolder ? inside : dirname(inside)), { recursive: true });
      if (!isFolder) writeFileSync(join(this.path, inside), "", { flag: "a" });
    }
    const [uid = "0", gid = uid] = (this.#config.User ?? "0").split(":");
    const variables = Object.entries({ ...environment(this.#config), ...env });
    const args = [
      ["--ro-bind", this.path, "/", "--proc", "/proc", "--dev", "/dev"],
      ...Object.entries(bound).map(([inside, outside]) => ["--ro-bind", outside, inside]),
      ...Object.entries(writable).map(([inside, outside]) => ["--bind", outside, inside]),
      ["--unshare-pid", "--as-pid-1", "--die-with-parent", "--cap-drop", "ALL"],
      capabilities?.flatMap((name) => ["--cap-add", `CAP_${name}`]) ??
        `--unshare-user --uid ${uid} --gid ${gid}`.split(" "),
      ["--clearenv", "--chdir", this.#config.WorkingDir || "/"],
      ...variables.map(([name, value]) => ["--setenv", name, value]),
      ["--", ...command],
    ].flat();
    const child = spawn("bwrap", args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (bytes: Buffer) => {
        output += bytes.toString();
      });
    }
    return {
      get output() {
        return output;
      },
      ended: once(child, "close").then(([code]) => ({ code: code as number | null, output })),
      stop: () => stopFirstProcess(child.pid ?? 0),
    };
  }
}

function environment({ Env }: ImageConfig): Record<string, string> {
  return Object.fromEntries(
    Env.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

/** The first process of the container is the one child of the program that made the container. */
function stopFirstProcess(parent: number): void {
  const [child] = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ");
  process.kill(Number(child), "SIGTERM");
}
