// Bundles the program into dist/: one package that needs nothing but Node, and fewer files to read at the start.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { buildPage } from "./build-page.mjs";
import { billOf, librariesOf, licencesOf } from "./build-licences.mjs";

// A test builds into a directory of its own: several may run at once.
const outdir = process.argv[2] ?? "dist";

await rm(outdir, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ["src/main.ts"],
  outdir,
  bundle: true,
  // Each `import()` in our source becomes a file that is read only when it is needed.
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // Keep names, and lines short enough for a readable stack trace.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  sourcemap: true,
  legalComments: "linked",
  logLevel: "warning",
  metafile: true,
  // Bundled CommonJS packages call require() for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});
const page = await buildPage(join(outdir, "page"));
// Without a package.json, Node compiles each file twice to find out that it is a module.
await writeFile(join(outdir, "package.json"), '{ "type": "module" }\n');
const libraries = librariesOf([metafile, page]);
await writeFile(join(outdir, "THIRD-PARTY-LICENSES.txt"), licencesOf(libraries));
const [manifest, lock] = await Promise.all(
  ["package.json", "package-lock.json"].map(async (name) => JSON.parse(await readFile(name, "utf8"))),
);
// Scanners see nothing in a bundle, and `npm audit --omit=dev` nothing in the lock: they read this list.
const bill = billOf(libraries, manifest, lock);
await writeFile(join(outdir, "player2mqtt.cdx.json"), `${JSON.stringify(bill, undefined, 2)}\n`);
