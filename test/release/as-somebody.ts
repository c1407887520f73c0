import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { eventually } from "../support/eventually.ts";

export const [nobody, owner] = [65534, 1000];

export const systemdPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export interface Start {
  readonly user: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folders of this machine that it sees elsewhere; an empty one where there is none. */
  readonly binds?: Readonly<Record<string, string>>;
}

export class SomebodysProgram implements AsyncDisposable {
  output = "";
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;

  constructor(command: readonly string[], { user, cwd, env, binds = {} }: Start) {
    const sees = Object.entries(binds).flatMap(([inside, outside]) =>
      outside === "" ? ["--tmpfs", inside] : ["--bind", outside, inside],
    );
    const becomes = `--reuid=${user} --regid=${user} --clear-groups --no-new-privs --bounding-set=-all`.split(
      " ",
    );
    const sets = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const sandbox = ["--unshare-pid", "--proc", "/proc", "--die-with-parent", "--cap-add", "ALL", "--"];
    const words = ["--dev-bind", "/", "/", ...sees, "--chdir", cwd, ...sandbox, "setpriv", ...becomes];
    this.#child = spawn("bwrap", [...words, "env", "--ignore-environment", ...sets, ...command], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (bytes: Buffer) => {
        this.output += bytes.toString();
      });
    }
    this.ended = once(this.#child, "close").then(([code]) => code as number | null);
  }

  /** Waits until something holds. */
  async until(check: () => void | Promise<void>): Promise<void> {
    try {
      await eventually(check, 60_000);
    } catch (error) {
      throw new Error(`it did not come so far:\n${this.output.slice(-3000)}`, { cause: error });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}

/** Reads the command and the variables of a unit file; lines of a drop-in win. */
export function readUnit(dropIn = ""): { readonly command: string[]; readonly env: Record<string, string> } {
  const lines = `${readFileSync("deploy/systemd/player2mqtt.service", "utf8")}\n${dropIn}`.split("\n");
  const valuesOf = (name: string): string[] =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  const variables = valuesOf("Environment").flatMap((value) => value.split(" "));
  return {
    command: (valuesOf("ExecStart").at(-1) ?? "").split(" "),
    env: {
      PATH: systemdPath,
      ...Object.fromEntries(
        variables.map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]),
      ),
    },
  };
}
