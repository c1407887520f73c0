import { readFileSync } from "node:fs";
import { Sandboxed } from "../deploy/sandboxed.ts";

export const [nobody, owner] = [65534, 1000];

export const systemdPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

interface Start {
  readonly user: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folders of this machine that it sees elsewhere; an empty one where there is none. */
  readonly binds?: Readonly<Record<string, string>>;
}

export function startAsSomebody(
  command: readonly string[],
  { user, cwd, env, binds = {} }: Start,
): Sandboxed {
  const sees = Object.entries(binds).flatMap(([inside, outside]) =>
    outside === "" ? ["--tmpfs", inside] : ["--bind", outside, inside],
  );
  const becomes = `--reuid=${user} --regid=${user} --clear-groups --no-new-privs --bounding-set=-all`;
  const sets = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return new Sandboxed(
    ["--dev-bind", "/", "/", ...sees, "--chdir", cwd, "--cap-add", "ALL"],
    ["setpriv", ...becomes.split(" "), "env", "--ignore-environment", ...sets, ...command],
  );
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
      ...Object.fromEntries(variables.map((each) => /^([^=]+)=(.*)$/.exec(each)?.slice(1) ?? [])),
    },
  };
}
