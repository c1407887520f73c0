import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { importUntyped } from "../support/import-untyped.ts";

const { billOf, librariesOf, licencesOf } = await importUntyped<{
  billOf: (libraries: object, ours: object, lock: object) => object;
  librariesOf: (metafiles: readonly object[]) => object;
  licencesOf: (libraries: object) => string;
}>("/scripts/build-licences.mjs");

const folder = mkdtempSync(join(tmpdir(), "player2mqtt-licences-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Installs a library; gives a file of it. */
function library(
  name: string,
  manifest: object,
  files: Readonly<Record<string, string>> = { LICENSE: "text" },
): string {
  const home = join(folder, "node_modules", name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ name, version: "1.2.3", ...manifest }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
  return join(home, "dist/index.js");
}

/** The libraries of a bundle in which files have so many bytes. */
function librariesIn(bytesOf: Readonly<Record<string, number>>): object {
  const inputs = Object.fromEntries(Object.keys(bytesOf).map((path) => [path, {}]));
  const parts = Object.entries(bytesOf).map(([path, bytesInOutput]) => [path, { bytesInOutput }] as const);
  return librariesOf([{ inputs, outputs: { "main.js": { inputs: Object.fromEntries(parts) } } }]);
}

describe("the licences of a bundle", () => {
  it("are those of the libraries that are in it, each once, with all that they want to be told", () => {
    const inner = library(
      "beta/node_modules/@scope/alpha",
      { name: "@scope/alpha", license: "MIT" },
      { "LICENCE.md": "of alpha" },
    );
    const outer = library("beta", { license: "Apache-2.0" }, { LICENSE: "of beta", "NOTICE.txt": "by beta" });
    const unused = library("gamma", { license: "MIT" });
    const libraries = librariesIn({
      "src/main.ts": 9,
      [outer]: 1,
      [`${outer}.js`]: 1,
      [inner]: 1,
      [unused]: 0,
    });
    const [head, ...texts] = licencesOf(libraries)
      .trim()
      .split(/\n+-{80}\n+/);
    expect(head).toContain("player2mqtt");
    expect(texts).toEqual([
      "@scope/alpha 1.2.3 (MIT)\n\nof alpha",
      "beta 1.2.3 (Apache-2.0)\n\nof beta\n\nby beta",
    ]);
  });

  it.each<[string, object, string]>([
    ["no-text", { license: "Apache-2.0" }, "does not say what its licence is"],
    ["no-name", {}, "does not say what its licence is"],
    ["strict", { license: "GPL-3.0-only" }, "is under GPL-3.0-only"],
    ["unread", { license: "SEE LICENSE IN LICENSE" }, "is under SEE LICENSE IN LICENSE"],
    ["both", { license: "MIT AND GPL-2.0" }, "is under MIT AND GPL-2.0"],
  ])("stop the build where a library may not be passed on: %s", (name, manifest, why) => {
    const file = library(name, manifest, name === "no-text" ? {} : { LICENSE: "text" });
    expect(() => librariesIn({ [file]: 1 })).toThrow(`${name} 1.2.3 ${why}`);
  });

  it("go with a list of each library with version, licence and checksum, and nothing that only builds it", () => {
    const inside = library("@scope/inside", { license: "MIT" });
    const choice = library("choice", { license: "(MIT OR GPL-3.0)" });
    const builder = library("builder", { license: "MIT" });
    const lock = { packages: { [join(folder, "node_modules/@scope/inside")]: { integrity: "sha512-AQI=" } } };
    const ours = { name: "ours", version: "4.5.6", license: "MIT" };
    const libraries = librariesIn({ "src/main.ts": 9, [inside]: 1, [choice]: 1, [builder]: 0 });
    const bill = billOf(libraries, ours, lock);
    expect(bill).toMatchObject({
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      metadata: { component: { type: "application", name: "ours", version: "4.5.6" } },
      components: [
        {
          name: "@scope/inside",
          version: "1.2.3",
          purl: "pkg:npm/%40scope/inside@1.2.3",
          licenses: [{ license: { id: "MIT" } }],
          hashes: [{ alg: "SHA-512", content: "0102" }],
        },
        { name: "choice", purl: "pkg:npm/choice@1.2.3", licenses: [{ expression: "(MIT OR GPL-3.0)" }] },
      ],
    });
    expect(JSON.stringify(bill)).not.toMatch(/timestamp|serialNumber|"text"|node_modules/);
  });
});

describe("the search for advisories", () => {
  const about = (name: string, node: string, via?: unknown) => {
    const advisory = { severity: "high", title: "It burns", url: "https://example.org/1" };
    return { vulnerabilities: { [name]: { name, nodes: [node], via: [via ?? advisory] } } };
  };
  const told = (count: number): string => `1 libraries are inside the bundle, with ${count} advisories\n`;

  it.each<[what: string, report: object, status: number, said: string]>([
    [
      "one about a library in the bundle, which it names",
      about("inside", "node_modules/inside"),
      1,
      `high: inside 1.0.0: It burns (https://example.org/1)\n${told(1)}`,
    ],
    ["none", { vulnerabilities: {} }, 0, told(0)],
    ["one about a tool", about("builder", "node_modules/builder"), 0, told(0)],
    ["one about another version", about("inside", "node_modules/a/node_modules/inside"), 0, told(0)],
    ["a library that uses one with an advisory", about("inside", "node_modules/inside", "other"), 0, told(0)],
    ["no answer of npm", { message: "405 Method Not Allowed" }, 1, ""],
  ])("of what is shipped meets %s", (_what, report, status, said) => {
    const [bill, lock] = [join(folder, "bill.json"), join(folder, "lock.json")];
    writeFileSync(bill, JSON.stringify({ components: [{ name: "inside", version: "1.0.0" }] }));
    const packages = {
      "node_modules/inside": { version: "1.0.0" },
      "node_modules/a/node_modules/inside": { version: "0.9.0" },
    };
    writeFileSync(lock, JSON.stringify({ packages }));
    const { stdout, ...ended } = spawnSync(process.execPath, ["scripts/audit-shipped.mjs", bill, lock], {
      input: JSON.stringify(report),
      encoding: "utf8",
    });
    expect([ended.status, stdout]).toEqual([status, said]);
  });
});
