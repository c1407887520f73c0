import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPageFiles } from "../../../src/extensions/page/page-files.ts";

const root = join(import.meta.dirname, "../..", "..");
/** What a script imports before it runs. */
const importsAtOnce = /(?:from|^import|;import)"\.\/([^"]+)"/g;
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "built-page-"));
  const script = `import { buildPage } from "./scripts/build-page.mjs"; await buildPage(${JSON.stringify(folder)});`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: root });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the built page", () => {
  it("needs at most 60 KB of JavaScript over the wire, with the largest language", () => {
    const scripts = [...readPageFiles(folder)].filter(([name]) => name.endsWith(".js"));
    // The texts of the page and the sentences of the bridge, one after the other.
    const ofLanguage = (language: string) =>
      scripts.filter(([name]) => name.startsWith(`${language}-`) || name.startsWith(`${language}.phrases-`));
    const languages = ["de", "fr", "zh"].map(ofLanguage);
    expect(languages.map(({ length }) => length)).toEqual([2, 2, 2]);
    for (const coding of ["br", "gzip"] as const) {
      const sizeOf = (files: typeof scripts) =>
        files.reduce((sum, [, file]) => sum + (file[coding]?.byteLength ?? Infinity), 0);
      const first = new Set(
        ["page", "theme"].map((name) => scripts.find(([one]) => one.startsWith(`${name}-`))),
      );
      // What a script imports at once is loaded before the first view; what it imports later, when it is shown.
      for (const one of first) {
        const text = Buffer.from(one?.[1].plain ?? []).toString();
        for (const [, name] of text.matchAll(importsAtOnce))
          first.add(scripts.find(([other]) => other === name));
      }
      const others = scripts.filter((one) => first.has(one));
      expect(others.length).toBeGreaterThan(1);
      const bytes = sizeOf(others) + Math.max(...languages.map(sizeOf));
      expect(bytes).toBeGreaterThan(5000);
      expect(bytes).toBeLessThan(60_000);
    }
  });

  it("names in its HTML all scripts before the first view, so that none waits for another", () => {
    const files = readPageFiles(folder);
    const textOf = (name: string): string => Buffer.from(files.get(name)?.plain ?? []).toString();
    const named = [...textOf("index.html").matchAll(/(?:href|src)="page\/files\/([^"]+\.js)"/g)];
    const scripts = new Set(named.map(([, name = ""]) => name));
    const imported = [...scripts].flatMap((script) => [...textOf(script).matchAll(importsAtOnce)]);
    expect(imported.filter(([, name = ""]) => !scripts.has(name))).toEqual([]);
    expect([scripts.size, imported.length > 0]).toEqual([2, true]);
  });

  it("has a worker that keeps every file that a view may need, and no other copy of the page", () => {
    const files = readPageFiles(folder);
    const worker = Buffer.from(files.get("service-worker.js")?.plain ?? []).toString();
    const needed = [...files.keys()].filter(
      (name) => !/^(index\.html|service-worker|theme-|.*\.css$)/.test(name),
    );
    expect(needed.length).toBeGreaterThan(10);
    expect(needed.filter((name) => !worker.includes(`"${name}"`))).toEqual([]);
  });

  it("refers to all its parts by relative addresses, and to no other host", () => {
    for (const { plain } of readPageFiles(folder).values()) {
      const text = Buffer.from(plain).toString();
      const addresses = text.match(/\bhttps?:\/\/[\w.]+/g) ?? [];
      // XML namespaces look like addresses, but are never requested.
      expect(addresses.filter((address) => address !== "http://www.w3.org")).toEqual([]);
      expect(text).not.toMatch(/(?:src|href)="\//);
      expect(text).not.toMatch(/url\((?!["']?data:)/);
    }
  });

  it("has its style and the script of its colours within the HTML, and no other", () => {
    const html = Buffer.from(readPageFiles(folder).get("index.html")?.plain ?? []).toString();
    expect(html).toMatch(/<script type="module" src="page\/files\/page-[0-9a-f]{10}\.js"><\/script>/);
    expect(html).not.toMatch(/<[^>]*\s(?:style|on\w+)=/);
    expect(html).toMatch(
      /<meta name="theme-color"[^]*<script>[^<]*matchMedia[^<]*<\/script>\s*<style>[^<]*--ground/,
    );
    expect(html.match(/<(?:script|style)>/g)).toEqual(["<script>", "<style>", "<script>"]);
  });
});

describe("a page without a build", () => {
  it("is missing", () => {
    expect(readPageFiles(join(tmpdir(), "nowhere-at-all")).size).toBe(0);
    expect(() => readPageFiles(join(root, "package.json"))).toThrow("ENOTDIR");
  });
});
