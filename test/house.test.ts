import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  findViolations,
  importsOf,
  makesWithoutWords,
  rooms,
  type Tree,
} from "./support/bridge/house-rules.ts";

const root = join(import.meta.dirname, "..");

function readTree(): Tree {
  const paths = rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).map((path) => join(room, path)),
    )
    .filter((path) => /\.(?:tsx?|json)$/.test(path));
  // The rules are about code; of other files only their place counts.
  const textOf = (path: string) => (path.endsWith(".json") ? "" : readFileSync(join(root, path), "utf8"));
  return new Map(paths.map((path) => [path.replaceAll("\\", "/"), textOf(path)]));
}

/** A house that stands: each test takes a stone out of it. */
const sound: Readonly<Record<string, string>> = {
  "src/lib/clock.ts": 'import { setTimeout as delay } from "node:timers/promises";',
  "src/core/plan.ts": 'import type { Clock } from "../lib/clock.ts";',
  "src/families/zidoo/client.ts":
    'import { connect } from "node:net";\nimport { z } from "zod";\nimport "../../core/plan.ts";',
  "src/mqtt/link.ts": 'import { connect } from "mqtt";\nimport { readFileSync } from "node:fs";',
  "src/bridge/bridge.ts": 'import { plan } from "../core/plan.ts";',
  "src/extensions/http/server.ts": 'import { Hono } from "hono";\nimport { serve } from "@hono/node-server";',
  "src/ops/cron.ts": 'import { schedule } from "node-cron";',
  "src/config/load.ts": 'import { z } from "zod";',
  "src/extensions/page/wire.ts": "",
  "src/extensions/page/page.ts": 'import { Hono } from "hono";\nimport type { Hello } from "./wire.ts";',
  "page/main.tsx":
    'import { render } from "preact";\nimport type { Hello } from "../src/extensions/page/wire.ts";',
  "simulator/start.ts": 'import { createServer } from "node:http";',
  "src/version.ts": "",
  "src/app.ts": 'export { bridge } from "./bridge/bridge.ts";',
  "src/cli/demo.ts": 'import "../app.ts";\nimport "../../simulator/start.ts";',
  "src/main.ts": 'await import("./cli/demo.ts");',
};

function violations(changes: Readonly<Record<string, string>>): string[] {
  return findViolations(new Map(Object.entries({ ...sound, ...changes })));
}

describe("the house", () => {
  it("stands", () => {
    const tree = readTree();
    expect(tree.size).toBeGreaterThan(80);
    expect(findViolations(tree)).toEqual([]);
  });

  it("knows words of every make that nothing else may say", () => {
    expect(makesWithoutWords).toEqual([]);
  });

  it("is read as it is written: four files of five import something", () => {
    const tree = readTree();
    const silent = [...tree].filter(([, text]) => importsOf(text).length === 0);
    expect(silent.length).toBeLessThan(tree.size / 5);
    for (const [, text] of silent) expect(text).not.toMatch(/\bfrom "/);
  });
});

describe("the tests of a room", () => {
  it("lie as its modules do, and have their names; what follows a dot says which part is tried", () => {
    const modules = new Set([...readTree().keys()].map((path) => path.replace(/^src\/|\.\w+$/g, "")));
    const inTests = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" }).filter(
      (path) => !path.includes("node_modules"),
    );
    const places = new Set([...modules, ...inTests.map((path) => path.replace(/\.m?[tj]s$/, ""))]);
    const folders = new Set([...modules].flatMap((path) => foldersOf(path)));
    const mirrored = inTests.filter(
      (path) => path.endsWith(".test.ts") && folders.has(path.split("/")[0] ?? ""),
    );
    expect(mirrored.length).toBeGreaterThan(250);
    const subjectOf = (path: string): string => join(dirname(path), basename(path).replace(/\..*$/, ""));
    const strange = mirrored.filter((path) => {
      const subject = subjectOf(path);
      return !places.has(subject) && !folders.has(subject);
    });
    expect(strange).toEqual([]);
  });
});

/** The folders above a path, the uppermost first. */
function foldersOf(path: string): string[] {
  const levels = path.split("/").slice(0, -1);
  return levels.map((_, index) => levels.slice(0, index + 1).join("/"));
}

describe("the description of a poll and a command", () => {
  it("names only files that exist", () => {
    const paths = [...readTree().keys()];
    const text = readFileSync(join(root, "docs", "dev", "architecture.md"), "utf8");
    const [, section = ""] = /^## From a poll to a publish, file by file$(.*?)^## /ms.exec(text) ?? [];
    const named = [...section.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
  });
});

describe("a house rule", () => {
  it("finds nothing in a sound house", () => {
    expect(violations({})).toEqual([]);
  });

  it.each([
    ["lib must not import core", { "src/lib/x.ts": 'import { plan } from "../core/plan.ts";' }],
    [
      "core must not import families/zidoo",
      { "src/core/x.ts": 'import type { C } from "../families/zidoo/client.ts";' },
    ],
    [
      "families/zidoo must not import mqtt",
      { "src/families/zidoo/x.ts": 'export * from "../../mqtt/link.ts";' },
    ],
    ["bridge must not import config", { "src/bridge/x.ts": 'void import("../config/load.ts");' }],
    ["ops must not import app.ts", { "src/ops/x.ts": 'import { startBridge } from "../app.ts";' }],
    ["core must not import version.ts", { "src/core/x.ts": 'import { version } from "../version.ts";' }],
    [
      "extensions/page must not import page",
      { "src/extensions/page/x.ts": 'import "../../../page/main.tsx";' },
    ],
    ["page must not import core", { "page/x.ts": 'import type { P } from "../src/core/plan.ts";' }],
    [
      "must not import server code",
      { "page/x.ts": 'import { hello } from "../src/extensions/page/wire.ts";' },
    ],
    [
      "main.ts must not import simulator",
      { "src/main.ts": 'import { start } from "../simulator/start.ts";' },
    ],
    ["simulator must not import lib", { "simulator/x.ts": 'import { clock } from "../src/lib/clock.ts";' }],
    ["page does no I/O", { "page/x.ts": 'import net from "node:net";' }],
    ["lib does no I/O", { "src/lib/clock.ts": 'import net from "node:net";' }],
    ["only mqtt may import it", { "src/cli/x.ts": 'import { connect } from "mqtt";' }],
    [
      "only extensions/http and extensions/page may import it",
      { "src/bridge/x.ts": 'import { Hono } from "hono/tiny";' },
    ],
    ["no layer may import it", { "src/ops/x.ts": 'import { x } from "@scope/left-pad/x.js";' }],
    ["no layer may import it", { "src/ops/x.ts": "const x = await import(name);" }],
    ["there is no such file", { "src/core/x.ts": 'import { plan } from "./plan";' }],
    ["is in no known layer", { "src/utils/x.ts": "" }],
    ["has a default export", { "src/core/x.ts": "export default function x() {}" }],
    ["has a default export", { "src/core/x.ts": "const x = 1;\nexport { x as default };" }],
    ["knows a make of players: getPlayStatus", { "src/core/x.ts": 'const x = "getPlayStatus";' }],
    ["knows a make of players: 11_000", { "src/tools/finder/x.ts": "const port = 11_000;" }],
    ["knows a make of players: bluos", { "simulator/x.ts": 'const make = "bluos";' }],
    [
      "cycle: src/core/a.ts -> src/core/b.ts -> src/core/a.ts",
      {
        "src/core/a.ts": 'import type { B } from "./b.ts";',
        "src/core/b.ts": 'import {\n  type A,\n} from "./a.ts";',
      },
    ],
  ])("is broken with “%s”", (sentence, changes) => {
    expect(violations(changes)).toEqual([expect.stringContaining(sentence)]);
  });
});

it.each([
  ['import a, { type B } from "./a.ts"', false],
  ["import * as a from './a.ts';", false],
  ['import {\n  a,\n  type B,\n} from "./a.ts";', false],
  ['import { a as from } from "./a.ts" with { type: "json" };', false],
  ['const x = 1; import"./a.ts";', false],
  ["const a = await import(\n  `./a.ts`\n);", false],
  ["type A = import('./a.ts').A;", false],
  ['import type from "./a.ts";', false],
  ['import type { A } from "./a.ts"', true],
  ['export type * from "./a.ts";', true],
])("an import is read in %s, and whether it is of types alone", (text, isType) => {
  expect(importsOf(text)).toEqual([{ name: "./a.ts", isType }]);
});

it.each([
  'export const text = "import x from y";',
  '// import { a } from "./a.ts";',
  'export function load(): string {\n  return `read from "${name}"`;\n}',
])("no import is read in %s", (text) => {
  expect(importsOf(text)).toEqual([]);
});
