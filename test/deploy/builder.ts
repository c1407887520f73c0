import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { arePrograms } from "../support/missing-programs.ts";
import { withoutDigest } from "./dockerfile.ts";

const run = promisify(execFile);

export interface ImageConfig {
  readonly User?: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd?: readonly string[];
  readonly WorkingDir: string;
  readonly Labels?: Readonly<Record<string, string>>;
  readonly Healthcheck?: { readonly Test: readonly string[] };
}

/** Where images are kept between runs: to make a Debian takes longer than everything else. */
const store = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "player2mqtt-images");

const global = ["--root", join(store, "root"), "--runroot", join(store, "run")];

export const isBuilderMissing =
  arePrograms({ buildah: "--version", mmdebstrap: "--version", bwrap: "--version" }, "REQUIRE_IMAGES", [
    ...(process.getuid?.() === 0 ? [] : ["root, who alone can make files of other owners"]),
    ...(process.arch === "x64"
      ? []
      : ["the processor of the Node that stands in for that of the base images"]),
  ]) === "missing";

/** Runs buildah, with a store of its own; gives what it printed. */
export async function buildah(...args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run("buildah", [...global, "--storage-driver", await driver(), ...args], {
      maxBuffer: 2 ** 26,
      timeout: 300_000,
    });
    return stdout.trim();
  } catch (error) {
    const { stderr = "", stdout = "" } = error as { stderr?: string; stdout?: string };
    throw new Error(`buildah ${args[0]} failed:\n${stdout.slice(-2000)}\n${stderr.slice(-3000)}`, {
      cause: error,
    });
  }
}

let chosen: Promise<string> | undefined;

/** Overlays where the file system allows them, else copies, which take longer. */
function driver(): Promise<string> {
  chosen ??= run("buildah", [...global, "--storage-driver", "overlay", "info"]).then(
    () => "overlay",
    () => "vfs",
  );
  return chosen;
}

export async function hasImage(name: string): Promise<boolean> {
  return (await buildah("images", "--quiet", "--filter", `reference=${name}`)) !== "";
}

/** Stands in for a base image of a registry, whose digest only that registry can serve. */
export function standInFor(name: string): string {
  const image = withoutDigest(name);
  const named = image.includes(".") ? image : `docker.io/library/${image}`;
  return /:[\w.-]+$/.test(named) ? named : `${named}:latest`;
}

interface BuildOptions {
  readonly context: string;
  readonly dockerfile?: string;
  readonly args?: Readonly<Record<string, string>>;
}

/** Builds an image from a Dockerfile, on what stands in for its base images, without asking any registry. */
export async function buildImage(
  name: string,
  { context, dockerfile = join(context, "Dockerfile"), args = {} }: BuildOptions,
): Promise<void> {
  const given = Object.entries(args).flatMap(([key, value]) => ["--build-arg", `${key}=${value}`]);
  const text = readFileSync(dockerfile, "utf8").replaceAll(
    // Older versions of buildah know no variable for the platform of a stage.
    /^FROM (?:--platform=\S+ )?(\S+@sha256:\S+)/gm,
    (_whole, image: string) => `FROM ${standInFor(image)}`,
  );
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-dockerfile-"));
  const file = join(folder, "Dockerfile");
  writeFileSync(file, text);
  try {
    // The format that knows HEALTHCHECK; without --isolation chroot it would need an engine for containers.
    const how = "--isolation chroot --format docker --pull-never".split(" ");
    await buildah("build", ...how, ...given, "--tag", name, "--file", file, context);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function configOf(name: string): Promise<ImageConfig> {
  const { Docker } = JSON.parse(await buildah("inspect", "--type", "image", name)) as {
    Docker: { config: ImageConfig };
  };
  return Docker.config;
}
