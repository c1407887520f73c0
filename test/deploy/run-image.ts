import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildah, configOf, type ImageConfig } from "./builder.ts";
import { Sandboxed } from "./sandboxed.ts";

/** What goes before what the image says of itself. */
interface Run {
  readonly entrypoint?: readonly string[];
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files and folders of this machine, by the places where the program finds them. */
  readonly binds?: Readonly<Record<string, string>>;
  readonly writable?: Readonly<Record<string, string>>;
  /** Of root, if it is root. */
  readonly capabilities?: readonly string[];
}

/** An image unpacked, for as long as it is in use. */
export interface RunnableImage extends AsyncDisposable {
  readonly path: string;
  readonly config: ImageConfig;
  /**
   * Does the same as `docker run --read-only --cap-drop ALL`, as the user that the image wants; the network is that of this
   * machine.
   */
  readonly run: (options?: Run) => Sandboxed;
}

export async function mountImage(name: string): Promise<RunnableImage> {
  const config = await configOf(name);
  const container = await buildah("from", "--pull-never", name);
  const path = await buildah("mount", container);
  if (!existsSync(path)) throw new Error(`${name} was not mounted`);
  return {
    path,
    config,
    run: (options = {}) => run(path, config, options),
    [Symbol.asyncDispose]: async () => {
      await buildah("umount", container);
      await buildah("rm", container);
    },
  };
}

function run(path: string, config: ImageConfig, options: Run): Sandboxed {
  const {
    entrypoint = config.Entrypoint,
    words = config.Cmd ?? [],
    env,
    binds,
    writable,
    capabilities,
  } = options;
  // A bind mount needs an existing target, which an engine creates.
  const bound = { "/etc/resolv.conf": "/etc/resolv.conf", "/etc/hosts": "/etc/hosts", ...binds };
  for (const [inside, outside] of Object.entries({ ...bound, ...writable })) {
    const isFolder = statSync(outside).isDirectory();
    mkdirSync(join(path, isFolder ? inside : dirname(inside)), { recursive: true });
    if (!isFolder) writeFileSync(join(path, inside), "", { flag: "a" });
  }
  const [uid = "0", gid = uid] = (config.User ?? "0").split(":");
  const args = [
    ["--ro-bind", path, "/", "--dev", "/dev"],
    ...Object.entries(bound).map(([inside, outside]) => ["--ro-bind", outside, inside]),
    ...Object.entries(writable ?? {}).map(([inside, outside]) => ["--bind", outside, inside]),
    ["--as-pid-1", "--cap-drop", "ALL"],
    capabilities?.flatMap((name) => ["--cap-add", `CAP_${name}`]) ??
      `--unshare-user --uid ${uid} --gid ${gid}`.split(" "),
    ["--clearenv", "--chdir", config.WorkingDir || "/"],
    ...config.Env.map((line) => ["--setenv", ...(/^([^=]+)=(.*)$/s.exec(line)?.slice(1) ?? [])]),
    ...Object.entries(env ?? {}).map((variable) => ["--setenv", ...variable]),
  ].flat();
  return new Sandboxed(args, [...entrypoint, ...words]);
}
