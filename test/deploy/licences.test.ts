import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "player2mqtt-licences-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Installs a library; gives a file of it. */
function library(name: string, manifest: object, files: Readonly<Record<string, string>>): string {
  const home = join(folder, "node_modules", name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ name, version: "1.2.3", ...manifest }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
  return join(home, "dist/index.js");
}

/** What this expression gives for the libraries of a bundle in which files have so many bytes. */
function evaluate(expression: string, bytesOf: Readonly<Record<string, number>>): string {
  const inputs = Object.fromEntries(Object.keys(bytesOf).map((path) => [path, {}]));
  const parts = Object.entries(bytesOf).map(([path, bytesInOutput]) => [path, { bytesInOutput }] as const);
  const metafile = { inputs, outputs: { "main.js": { inputs: Object.fromEntries(parts) } } };
  const script = `import { billOf, librariesOf, licencesOf } from "./scripts/build-licences.mjs";
    const libraries = librariesOf([${JSON.stringify(metafile)}]);
    console.log(${expression});`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
    stdio: "pipe",
  });
}

function licencesOf(bytesOf: Readonly<Record<string, number>>): string {
  return evaluate("licencesOf(libraries)", bytesOf);
}

describe("the licences of a bundle", () => {
  it("are those of the libraries that are in it, each once, with all that they want to be told", () => {
    const inner = library(
      "beta/node_modules/@scope/alpha",
      { name: "@scope/alpha", license: "MIT" },
      { "LICENCE.md": "of alpha" },
    );
    const outer = library("beta", { license: "Apache-2.0" }, { LICENSE: "of beta", "NOTICE.txt": "by beta" });
    const unused = library("gamma", { license: "MIT" }, { LICENSE: "of gamma" });
    const text = licencesOf({ "src/main.ts": 9, [outer]: 1, [`${outer}.js`]: 1, [inner]: 1, [unused]: 0 });
    const [head, ...libraries] = text.trim().split(/\n+-{80}\n+/);
    expect(head).toContain("player2mqtt");
    expect(libraries).toEqual([
      "@scope/alpha 1.2.3 (MIT)\n\nof alpha",
      "beta 1.2.3 (Apache-2.0)\n\nof beta\n\nby beta",
    ]);
  });

  it.each<[string, object, Readonly<Record<string, string>>]>([
    ["no-text", { license: "Apache-2.0" }, {}],
    ["no-name", {}, { LICENSE: "text" }],
  ])("cannot be passed on where a library does not tell them: %s", (name, manifest, files) => {
    const file = library(name, manifest, files);
    expect(() => licencesOf({ [file]: 1 })).toThrow(`${name} 1.2.3 does not say what its licence is`);
  });

  it.each(["GPL-3.0-only", "SEE LICENSE IN LICENSE", "MIT AND GPL-2.0"])(
    "of %s stop the build",
    (license) => {
      const file = library("strict", { license }, { LICENSE: "text" });
      expect(() => licencesOf({ [file]: 1 })).toThrow(`strict 1.2.3 is under ${license}`);
    },
  );

  it("may be one of several to choose from", () => {
    const file = library("generous", { license: "(MIT OR GPL-3.0)" }, { LICENSE: "text" });
    expect(licencesOf({ [file]: 1 })).toContain("generous 1.2.3 ((MIT OR GPL-3.0))");
  });
});

describe("the list of what is in a bundle", () => {
  it("has each library with version, licence and checksum, and nothing that only builds it", () => {
    const inside = library("@scope/inside", { license: "MIT" }, { LICENSE: "text" });
    const choice = library("choice", { license: "(MIT OR GPL-3.0)" }, { LICENSE: "text" });
    const builder = library("builder", { license: "MIT" }, { LICENSE: "text" });
    const lock = { packages: { [join(folder, "node_modules/@scope/inside")]: { integrity: "sha512-AQI=" } } };
    const ours = { name: "ours", version: "4.5.6", license: "MIT" };
    const bill = JSON.parse(
      evaluate(`JSON.stringify(billOf(libraries, ${JSON.stringify(ours)}, ${JSON.stringify(lock)}))`, {
        "src/main.ts": 9,
        [inside]: 1,
        [choice]: 1,
        [builder]: 0,
      }),
    ) as object;
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
    expect(bill).not.toHaveProperty("components[2]");
    expect(JSON.stringify(bill)).not.toMatch(/timestamp|serialNumber|"text"|node_modules/);
  });
});

describe("the search for advisories", () => {
  function audit(report: object) {
    const bill = join(folder, "bill.json");
    const lock = join(folder, "lock.json");
    writeFileSync(bill, JSON.stringify({ components: [{ name: "inside", version: "1.0.0" }] }));
    const versions = { "node_modules/inside": "1.0.0", "node_modules/a/node_modules/inside": "0.9.0" };
    const packages = Object.entries(versions).map(([node, version]) => [node, { version }]);
    writeFileSync(lock, JSON.stringify({ packages: Object.fromEntries(packages) }));
    const input = JSON.stringify(report);
    return spawnSync(process.execPath, ["scripts/audit-shipped.mjs", bill, lock], {
      input,
      encoding: "utf8",
    });
  }

  const about = (name: string, node: string, via?: unknown) => ({
    vulnerabilities: {
      [name]: {
        name,
        nodes: [node],
        via: [via ?? { severity: "high", title: "It burns", url: "https://example.org/1" }],
      },
    },
  });

  it("fails on one about a library in the bundle, and names it", () => {
    const { status, stdout } = audit(about("inside", "node_modules/inside"));
    expect([status, stdout]).toEqual([
      1,
      "high: inside 1.0.0: It burns (https://example.org/1)\n1 libraries are inside the bundle, with 1 advisories\n",
    ]);
  });

  it.each([
    ["no advisories", { vulnerabilities: {} }],
    ["one about a tool", about("builder", "node_modules/builder")],
    ["one about another version", about("inside", "node_modules/a/node_modules/inside")],
    ["a library that uses one with an advisory", about("inside", "node_modules/inside", "other")],
  ])("passes with %s", (_name, report) => {
    expect(audit(report)).toMatchObject({ status: 0, stderr: "" });
  });

  it("does not pass because npm got no answer", () => {
    expect(audit({ message: "405 Method Not Allowed" })).toMatchObject({ status: 1 });
  });
});
