import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The Node-RED generations that flows and nodes are tested in, each with a manifest of its own. */
export type NodeRedMajor = 4 | 5;

/** Packages that are installed for the tests alone, each from its own manifest and lock file. */
type Installed = `node-red-${NodeRedMajor}` | "dashboard" | "validate";

/** Whether this Node is what Node-RED 5 asks for: 22.9. */
function runsNodeRed5(node = process.versions.node): boolean {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 9);
}

/** npm brings a newer Node for the platforms that have one in the manifest. */
const packagedNode = `node-${process.platform}-${process.arch}`;

/** The generations that can run here. */
export function installableMajors(): NodeRedMajor[] {
  const { optionalDependencies = {} } = manifestOf("node-red-5");
  return runsNodeRed5() || packagedNode in optionalDependencies ? [4, 5] : [4];
}

export function nodeFor(major: NodeRedMajor): string {
  if (major === 4 || runsNodeRed5()) return process.execPath;
  return join(folderOf("node-red-5"), "node_modules", packagedNode, "bin/node");
}

export function folderOf(name: Installed): string {
  return join(import.meta.dirname, "runtime", name);
}

/** Installs what a manifest asks for, unless it is there. */
export function install(name: Installed): void {
  const folder = folderOf(name);
  const { dependencies } = manifestOf(name);
  const isThere = ([dependency, version]: [string, string]): boolean => {
    const path = join(folder, "node_modules", dependency, "package.json");
    return existsSync(path) && JSON.parse(readFileSync(path, "utf8")).version === version;
  };
  if (Object.entries(dependencies).every(isThere)) return;
  process.stdout.write(`installing ${name} into ${folder}\n`);
  npm(["ci", "--prefix", folder, "--ignore-scripts"]);
}

/** Packs the nodes, as the release does, and installs the package into a folder, as Node-RED's palette does. */
export function installNodes(): string {
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-palette-"));
  const source = join(import.meta.dirname, "../../node-red");
  const [packed] = JSON.parse(npm(["pack", source, "--json", "--silent", "--pack-destination", folder])) as [
    { readonly filename: string },
  ];
  npm(["install", "--prefix", folder, "--ignore-scripts", "--offline", join(folder, packed.filename)]);
  return folder;
}

export function copyNodes(from: string, userDir: string): void {
  cpSync(join(from, "node_modules"), join(userDir, "node_modules"), { recursive: true });
}

function npm(args: readonly string[]): string {
  return execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { encoding: "utf8" });
}

function manifestOf(name: Installed): {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
} {
  return JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8"));
}
