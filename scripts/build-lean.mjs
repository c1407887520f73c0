import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/*
 * Leaves out of the bundle what its libraries bring along and the program never uses: each line is code that would be
 * read, compiled and kept at every start. What a replacement leaves out throws when it is called after all.
 */

const localDate = fileURLToPath(new URL("../src/ops/local-date.ts", import.meta.url));

const replaced = [
  // Of zod's forty languages the one that its messages are in.
  [/\/zod\/v4\/locales\/index\.js$/, 'export { default as en } from "zod/v4/locales/en.js";'],
  // A copy of Node's own streams, for browsers and old versions.
  [/\/readable-stream\/lib\/ours\/index\.js$/, 'module.exports = require("node:stream");'],
  // Nobody asks MQTT.js for its own trace, and for that it looks at the terminal.
  [/\/debug\/src\/index\.js$/, "module.exports = () => () => {};"],
  // The program reads its flags itself, and hands over settings that are nothing but values.
  [/\/yargs-parser\/build\/index\.cjs$/, "module.exports = () => ({});"],
  // Lines are written where they are made: no thread does it.
  [/\/pino\/lib\/transport\.js$/, missing("a thread for the log")],
  [/\/pino-abstract-transport\/index\.js$/, missing("a thread for the log")],
  [/\/pino-pretty\/lib\/utils\/build-safe-sonic-boom\.js$/, missing("a file for the log")],
  // Of MQTT.js what is for browsers, and the way through a SOCKS proxy, which no setting leads to.
  [/\/worker-timers\/.*\.js$/, ""],
  [/\/mqtt\/build\/lib\/connect\/socks\.js$/, missing("SOCKS")],
];

/** Changes in a file that is otherwise wanted: what stands there, and what is to stand there. */
const edited = [
  // MQTT.js writes each number of two bytes from a table of 65,536 buffers: 6 MB, made before the first packet.
  [
    /\/mqtt-packet\/writeToStream\.js$/,
    [
      ["let writeNumber = writeNumberCached", "let writeNumber = writeNumberGenerated"],
      ["let toGenerate = true", "let toGenerate = false"],
    ],
  ],
  // Nobody configures a time zone, and for the machine's own no formatter is needed. Nobody asks what a task's id is: for
  // a random one, all of Node's cryptography would be loaded.
  [
    /\/node-cron\/dist\/_shared\.js$/,
    [
      [
        "class LocalizedTime {",
        `import { localParts, localOffset } from ${JSON.stringify(localDate)};\nclass LocalizedTime {`,
      ],
      ["return randomUUID();", "return String((createID.last = (createID.last ?? 0) + 1));"],
      ["const dateFormat = getPartsFormatter(timezone);", "if (!timezone) return localParts(date);$&"],
      ["const fmt = getOffsetFormatter(timezone);", "if (!timezone) return localOffset(date);$&"],
    ],
  ],
  // The program has one thread.
  [
    /\/pino\/lib\/tools\.js$/,
    [["const { isMainThread } = require('worker_threads')", "const isMainThread = true"]],
  ],
  [
    /\/sonic-boom\/index\.js$/,
    [["const assert = require('assert')", "const assert = (...all) => require('assert')(...all)"]],
  ],
  // No topic is sent by an alias.
  [
    /\/mqtt\/build\/lib\/topic-alias-send\.js$/,
    [
      ['const lru_cache_1 = require("lru-cache");', ""],
      ["new lru_cache_1.LRUCache", 'new (require("lru-cache").LRUCache)'],
    ],
  ],
  // A WebSocket is loaded by who is configured to use one.
  [
    /\/mqtt\/build\/lib\/connect\/index\.js$/,
    [
      [
        "protocols.ws = require('./ws').streamBuilder",
        "protocols.ws = (...all) => require('./ws').streamBuilder(...all)",
      ],
      ["protocols.wss = require('./ws').streamBuilder", "protocols.wss = protocols.ws"],
    ],
  ],
];

/** Modules that are begun when something of theirs is first used: each would take a part of the start. */
const late = /^(?:node-cron|(?:node:)?(?:child_process|crypto|dgram|http|https|tls|v8|worker_threads|zlib))$/;

/**
 * Libraries that are not even read by whoever has no such file, no terminal and no WebSocket. Each is a file of its own,
 * since it has to be there at once when it is wanted, as a chunk of the bundle cannot be.
 */
const apart = ["json5", "pino-pretty", "ws", "yaml"];

/** Where they lie, beside the bundle. */
const apartFolder = "apart";

/** The plugin of esbuild. */
export const lean = {
  name: "lean",
  setup(builder) {
    const resolveDir = process.cwd();
    leaveOut(builder);
    builder.onResolve({ filter: late }, async ({ path, namespace, pluginData }) => {
      if (pluginData === "late") return undefined;
      if (namespace !== "late") return { path, namespace: "late" };
      // As whoever imports it would have it.
      return builder.resolve(path, { kind: "import-statement", resolveDir, pluginData: "late" });
    });
    builder.onResolve({ filter: new RegExp(`^(?:${apart.join("|")})$`) }, ({ path, kind }) =>
      kind === "import-statement"
        ? { path, namespace: "late" }
        : { path: `./${apartFolder}/${path}.cjs`, external: true },
    );
    builder.onLoad({ filter: /./, namespace: "late" }, ({ path }) => ({
      contents: loadedLate(path),
      resolveDir,
    }));
  },
};

/** Builds the libraries that stand apart; gives what they are made of. */
export function buildApart(outdir, options) {
  return Promise.all(
    apart.map(async (name) => {
      const { metafile } = await build({
        ...options,
        stdin: { contents: `module.exports = require(${JSON.stringify(name)});`, resolveDir: process.cwd() },
        outfile: join(outdir, apartFolder, `${name}.cjs`),
        bundle: true,
        platform: "node",
        format: "cjs",
        metafile: true,
        plugins: [{ name: "leave-out", setup: leaveOut }],
      });
      return metafile;
    }),
  );
}

function leaveOut(builder) {
  const resolveDir = process.cwd();
  for (const [filter, contents] of replaced) builder.onLoad({ filter }, () => ({ contents, resolveDir }));
  for (const [filter, changes] of edited) {
    builder.onLoad({ filter }, async ({ path }) => ({
      contents: edit(path, await readFile(path, "utf8"), changes),
    }));
  }
}

/** A library that was written anew must not be built without anybody noticing. */
function edit(path, text, changes) {
  return changes.reduce((edited, [from, to]) => {
    if (edited.split(from).length !== 2) throw new Error(`${path} has not once: ${from}`);
    return edited.replace(from, to);
  }, text);
}

/** A module whose every part is looked up when it is wanted; esbuild reads the parts of what is imported at their use. */
function loadedLate(path) {
  const look = `name === "__esModule" ? undefined : require(${JSON.stringify(path)})[name]`;
  return `module.exports = Object.create(new Proxy({}, { get: (_, name) => ${look} }));`;
}

function missing(what) {
  return `module.exports = ${missingFunction(what)};`;
}

function missingFunction(what) {
  return `() => { throw new Error(${JSON.stringify(`${what} is not in this bundle`)}); }`;
}
