import { execFileSync } from "node:child_process";
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

/** The text for a bundle in which files have so many bytes. */
function licencesOf(bytesOf: Readonly<Record<string, number>>): string {
  const inputs = Object.fromEntries(Object.keys(bytesOf).map((path) => [path, {}]));
  const parts = Object.entries(bytesOf).map(([path, bytesInOutput]) => [path, { bytesInOutput }] as const);
  const metafile = { inputs, outputs: { "main.js": { inputs: Object.fromEntries(parts) } } };
  const script = `import { licencesOf } from "./scripts/build-licences.mjs"; console.log(licencesOf([${JSON.stringify(metafile)}]));`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
    stdio: "pipe",
  });
}

describe("the licences of a bundle", () => {
  it("are those of the libraries that are in it, each once, with all that they want to be told", () => {
    const inner = library(
      "beta/node_modules/@scope/alpha",
      { name: "@scope/alpha", license: "MIT" },
      {
        "LICENCE.md": "of alpha",
      },
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
    ["no-text", { license: "MIT" }, {}],
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
