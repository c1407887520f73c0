import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "player2mqtt-package-"));
const home = join(folder, "home");
const installed = join(home, "node_modules", "player2mqtt");

describe("the package", () => {
  /** What `npm publish` would send. */
  let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] };
  beforeAll(async () => {
    const words = ["pack", "--json", "--pack-destination", folder];
    const { stdout } = await run("npm", words, { maxBuffer: 2 ** 26 });
    // The output of the build comes before it.
    [packed] = JSON.parse(stdout.slice(stdout.search(/^\[/m))) as [typeof packed];
    mkdirSync(home);
    // Offline: whatever the package asked for besides itself could not be had.
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename)], {
      cwd: home,
    });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it("holds what belongs into it, and nothing else", () => {
    const paths = packed.files.map(({ path }) => path);
    const belongs =
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/package\.json|dist\/[\w.-]+\.js(\.map|\.LEGAL\.txt)?|dist\/THIRD-PARTY-LICENSES\.txt|dist\/player2mqtt\.cdx\.json|dist\/page\/[\w.-]+|dist\/make\.d\.ts|dist\/types\/[\w/-]+\.d\.ts|config\/(default\.yaml|example\.yaml|(description\.)?schema\.json)|docs\/[\w.-]+\.(md|conf)|deploy\/[\w./-]+\.(ya?ml|env|service|conf|sh)|examples\/[\w./-]+\.(json|ya?ml))$/;
    expect(paths.filter((path) => !belongs.test(path))).toEqual([]);
    for (const path of ["dist/main.js", "README.md", "LICENSE", "CHANGELOG.md", "config/schema.json"]) {
      expect(paths).toContain(path);
    }
  });

  it("brings the types by which an editor completes a make, and finds what is wrong", async () => {
    const make = join(home, "hearth.mjs");
    const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
    const options =
      "--ignoreConfig --noEmit --allowJs --checkJs --skipLibCheck --strict false --target es2023 --module nodenext";
    const check = async (text: string) => {
      writeFileSync(make, text);
      return run(process.execPath, [compiler, ...options.split(" "), make], { cwd: home }).then(
        () => "",
        ({ stdout }: { stdout: string }) => stdout,
      );
    };
    const right = readFileSync("test/families/hearth/hearth.mjs", "utf8");
    expect(await check(right)).toBe("");
    expect(await check(right.replace('now.number("at")', 'now.seconds("at")'))).toContain(
      "'seconds' does not exist",
    );
    expect(await check(right.replace("setVolume:", "setLoudness:"))).toContain("setLoudness");
  });

  it("brings the licence of every library that is in it, those of the page too", () => {
    const text = readFileSync(join(installed, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
    const bundled = new Set(
      readdirSync(join(installed, "dist"), { encoding: "utf8", recursive: true })
        .filter((name) => name.endsWith(".map"))
        .flatMap((name) => sourcesOf(join(installed, "dist", name)))
        .map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? "")
        // Source maps of the libraries name folders of their own workshops, too.
        .filter((name) => existsSync(join("node_modules", name, "package.json"))),
    );
    expect([...bundled].toSorted()).toEqual(expect.arrayContaining(["mqtt", "pino", "yaml", "zod"]));
    expect([...bundled, "preact"].filter((name) => !text.includes(`\n${name} `))).toEqual([]);
    expect(text).toContain("Permission is hereby granted, free of charge");
  });

  it("needs nothing but Node: all else is in the bundle", async () => {
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Record<
      string,
      unknown
    >;
    expect([manifest["dependencies"], manifest["peerDependencies"]]).toEqual([undefined, undefined]);
    expect(existsSync(join(home, "node_modules", "mqtt"))).toBe(false);
    const { metafile } = await build({
      entryPoints: [join(installed, "dist/main.js")],
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      packages: "external",
      outdir: folder,
    });
    const foreign = Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports.filter(({ external }) => external === true).map(({ path }) => path))
      .filter((name) => !name.startsWith("node:") && !builtinModules.includes(name));
    expect(foreign).toEqual([]);
  });
});

function sourcesOf(map: string): readonly string[] {
  return (JSON.parse(readFileSync(map, "utf8")) as { sources: string[] }).sources;
}
