import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The Node-RED generations that the flows are tested in, each with a manifest of its own. */
export type NodeRedMajor = 4 | 5;

/** The generations that this Node can run: 5 asks for 22.9. */
export function installableMajors(node = process.versions.node): NodeRedMajor[] {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 9) ? [4, 5] : [4];
}

/** Where a generation is installed. */
export function runtimeDir(major: NodeRedMajor): string {
  return join(import.meta.dirname, "runtime", `node-red-${major}`);
}

/** Installs a Node-RED where its manifest asks for another one than is there. */
export function installRuntime(major: NodeRedMajor): void {
  const dir = runtimeDir(major);
  if (installedVersion(dir) === wantedVersion(dir)) return;
  process.stdout.write(`installing Node-RED ${wantedVersion(dir)} into ${dir}\n`);
  execFileSync("npm", ["ci", "--prefix", dir, "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function wantedVersion(dir: string): string | undefined {
  const manifest = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return manifest.dependencies["node-red"];
}

function installedVersion(dir: string): string | undefined {
  const path = join(dir, "node_modules/node-red/package.json");
  if (!existsSync(path)) return undefined;
  const { version } = createRequire(path)(path) as { readonly version: string };
  return version;
}
