import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { families as table } from "../../../src/families/index.ts";

/** The rooms whose imports have rules. */
export const rooms = ["src", "page", "simulator"];

/** Source texts by their path, such as `src/core/plan.ts`. */
export type Tree = ReadonlyMap<string, string>;

/** The lowest layers above `core`; none of them imports another. */
const ground = ["mqtt", "nats", "ops", "config"];
const familyFolder = join(import.meta.dirname, "../../../src/families");
/** The makes of players: each folder with a family. Above the interface of a family and what families share, none knows another. */
const makers = readdirSync(familyFolder)
  .filter((name) => existsSync(join(familyFolder, name, "family.ts")))
  .map((name) => `families/${name}`);
const shared = [
  "families/family.ts",
  "families/declared-operations.ts",
  "families/read-model.ts",
  "families/http",
  "families/network",
  "families/polled",
];
const openers = [
  "families/profile-of.ts",
  "families/open-players.ts",
  "families/recognize.ts",
  "families/recognized-player.ts",
];
const families = [...shared, ...openers, "families/index.ts"];
const below = ["lib", "core", ...ground, ...families, "version.ts"];
const tools = [
  "tools/doctor",
  "tools/probe",
  "tools/recorder",
  "tools/secrets",
  "tools/finder",
  "tools/terminal-view",
  "tools/mosquitto",
];
const extensions = [
  "extensions/history",
  "extensions/home-assistant",
  "extensions/requests",
  "extensions/self-report",
  "extensions/http",
  "extensions/page",
];

/** The layers that each layer may import besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  core: ["lib"],
  ...Object.fromEntries(ground.map((layer) => [layer, ["lib", "core"]])),
  // The settings of a family are described where the family is.
  config: ["lib", "core", ...families, ...makers],
  "families/family.ts": ["lib", "core", "families/http", "families/declared-operations.ts"],
  "families/declared-operations.ts": ["lib", "core", "families/http"],
  "families/read-model.ts": ["lib", "core", "families/family.ts"],
  "families/http": ["lib", "core"],
  "families/network": ["lib", "core"],
  "families/polled": [
    "lib",
    "core",
    "families/family.ts",
    "families/read-model.ts",
    "families/http",
    "families/network",
  ],
  ...Object.fromEntries(makers.map((layer) => [layer, ["lib", "core", ...shared]])),
  ...Object.fromEntries(openers.map((layer) => [layer, ["lib", "core", ...shared, ...openers]])),
  "families/index.ts": ["families/family.ts", ...makers],
  bridge: ["lib", "core"],
  ...Object.fromEntries(extensions.map((layer) => [layer, ["lib", "core", "bridge"]])),
  // Browser code: from the server it may import the types of the messages, and only as types.
  page: ["extensions/page"],
  simulator: [],
  "tools/mosquitto": [],
  "tools/finder": ["lib", "core", ...families],
  // Examines one broker or one player, for the doctor and for set-up.
  "tools/probe": ["lib", "core", ...ground, ...families, "tools/finder", "extensions/home-assistant"],
  // Above the parts it examines, and below its callers: the command line and the page.
  "tools/doctor": ["lib", "core", "config", ...families, "tools/finder", "tools/probe"],
  // Hides secrets in texts, for the recorder and for the page.
  "tools/secrets": ["core", ...families],
  // Sends requests to players on its own, beside the bridge.
  "tools/recorder": ["lib", "core", ...families, "tools/secrets"],
  "tools/terminal-view": ["lib", "core", "tools/doctor", "tools/probe"],
  "version.ts": [],
  // Lists the extensions and gives each what it needs; the page shows the doctor's findings.
  app: [...below, "bridge", ...extensions, "tools/finder", "tools/doctor", "tools/probe", "tools/secrets"],
  "app.ts": [...below, "bridge", "app", "tools/finder", "tools/probe"],
  // Logs in at a receiver of the history, too.
  cli: [...below, ...tools, "extensions/history", "simulator", "app", "app.ts"],
  "main.ts": [...below, "cli"],
};

/** The layers that may import each package. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  "@modelcontextprotocol/server": ["extensions/page"],
  "@nats-io/jetstream": ["nats"],
  "@nats-io/kv": ["nats"],
  "@nats-io/transport-node": ["nats"],
  "@hono/node-server": ["extensions/http", "extensions/page"],
  aedes: ["mqtt"],
  convict: ["config"],
  "fast-xml-parser": ["families/http"],
  hono: ["extensions/http", "extensions/page"],
  json5: ["config"],
  mqtt: ["mqtt"],
  // The configuration validates cron expressions with the library that runs them.
  "node-cron": ["ops", "config"],
  pino: ["ops"],
  preact: ["page"],
  "pino-pretty": ["ops"],
  "prom-client": ["extensions/http"],
  "string-width": ["tools/terminal-view"],
  yaml: ["config", "cli"],
  // Wherever external data enters: from a player, a file, the broker, or over HTTP.
  ws: ["mqtt"],
  zod: [...makers, "config", "cli", "extensions/page", "tools/terminal-view"],
};

const withoutIo = new Set(["lib", "core", "page"]);
const ioExceptions = new Set(["src/lib/clock.ts node:timers/promises"]);
/** The only files outside the rooms that are imported. The second is a make of the owner. */
const outside = new Set(["src/version.ts ../package.json", "src/families/polled/load-makes.ts address"]);

/** Words of a make's interface, besides its name and its port: paths, operations, brands. */
function wordsOf(make: string): string | undefined {
  const path = join(familyFolder, make, "about.json");
  if (!existsSync(path)) return undefined;
  return (JSON.parse(readFileSync(path, "utf8")) as { readonly words?: string }).words;
}

/** The makes that have no words of their own, so that nothing would find theirs elsewhere. */
export const makesWithoutWords = table.map(({ name }) => name).filter((name) => wordsOf(name) === undefined);

const wordsOfMakes = new RegExp(
  table
    .flatMap(({ name, defaultPort }) => [
      `\\b${name}`,
      // A port of the web says nothing of a make.
      ...(defaultPort < 1024
        ? []
        : [`\\b${defaultPort}\\b`, `\\b${defaultPort.toLocaleString("en").replace(",", "_")}\\b`]),
      wordsOf(name) ?? [],
    ])
    .flat()
    .join("|"),
  "i",
);
/** The table of families and that of simulators, and what stands in a folder of its own; the schemas of settings lie with their family. */
const mayNameMakes =
  /^(?:src\/families\/(?:[^/]+\/|index\.ts$)|simulator\/(?:[^/]+\/|makes\.ts$)|src\/config\/(?:sections|players)\.ts$)/;

/** One import; a type-only import does not exist at run time. */
export interface Import {
  readonly name: string;
  readonly isType: boolean;
}

/** Every module that a text imports: statically, dynamically or by re-export. */
export function importsOf(text: string): Import[] {
  const patterns = [
    /(?<=^|[;}])[^\S\n]*(?:import|export)\b(?<type>\s+type\b(?!\s+from\b|\s*,))?[^;"'`]*?\bfrom\s*(["'])(?<name>.+?)\2/gm,
    /(?<=^|[;}])[^\S\n]*import\s*(["'])(?<name>.+?)\1/gm,
    /\b(?:import|require)\s*\(\s*(["'`]?)(?<name>[^)"'`]*)\1/gm,
  ];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups }) => ({
      name: groups?.["name"]?.trim() ?? "",
      isType: groups?.["type"] !== undefined,
    })),
  );
}

export function findViolations(tree: Tree): string[] {
  const found: string[] = [];
  for (const [path, text] of tree) {
    found.push(...checkText(path, text));
    for (const one of importsOf(text)) {
      const { name } = one;
      if (outside.has(`${path} ${name}`)) continue;
      const problem = name.startsWith(".") ? checkOwn(tree, path, one) : checkForeign(path, name);
      if (problem !== undefined) found.push(`${path} imports ${name}: ${problem}`);
    }
  }
  return [...found, ...findCycles(tree)];
}

/** Whether these may be imported is asked apart. */
const relativePath = /(["'])\.[^"'\n]*\1/g;

function checkText(path: string, text: string): string[] {
  const found: string[] = [];
  if (mayImport[layerOf(path)] === undefined) found.push(`${path} is in no known layer`);
  const word = mayNameMakes.test(path)
    ? undefined
    : wordsOfMakes.exec(text.replaceAll(relativePath, ""))?.[0];
  if (word !== undefined) found.push(`${path} knows a make of players: ${word}`);
  if (/^\s*export\s+default\b|\bas\s+default\s*[,}]/m.test(text)) found.push(`${path} has a default export`);
  return found;
}

function checkOwn(tree: Tree, path: string, { name, isType }: Import): string | undefined {
  const target = resolve(path, name);
  if (!tree.has(target)) return "there is no such file";
  const [from, to] = [layerOf(path), layerOf(target)];
  const isAllowed = from === to || (mayImport[from] ?? []).includes(to);
  if (!isAllowed) return `${from} must not import ${to}`;
  return from === "page" && to !== "page" && !isType ? "browser code must not import server code" : undefined;
}

function checkForeign(path: string, name: string): string | undefined {
  const layer = layerOf(path);
  if (name.startsWith("node:")) {
    const isAllowed = !withoutIo.has(layer) || ioExceptions.has(`${path} ${name}`);
    return isAllowed ? undefined : `${layer} does no I/O`;
  }
  const packageName = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
  const homes = packageHomes[packageName];
  if (homes === undefined) return "no layer may import it";
  return homes.includes(layer) ? undefined : `only ${homes.join(" and ")} may import it`;
}

function findCycles(tree: Tree): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push(`cycle: ${[...way.slice(way.indexOf(path)), path].join(" -> ")}`);
    if (done.has(path) || way.includes(path)) return;
    for (const { name } of importsOf(tree.get(path) ?? "")) {
      if (name.startsWith(".")) visit(resolve(path, name), [...way, path]);
    }
    done.add(path);
  };
  for (const path of tree.keys()) visit(path, []);
  return found;
}

function resolve(from: string, name: string): string {
  return posix.join(posix.dirname(from), name);
}

/** The layer of a file: the longest matching path of a layer, else its first directory. */
function layerOf(file: string): string {
  const path = file.replace(/^src\//, "");
  const layers = Object.keys(mayImport).filter((layer) => path === layer || path.startsWith(`${layer}/`));
  return layers.toSorted((a, b) => b.length - a.length)[0] ?? path.split("/")[0] ?? path;
}
