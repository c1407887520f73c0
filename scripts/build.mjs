// Bundles the program into dist/: fewer files to read make a process start in half the time.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { buildPage } from "./build-page.mjs";
import { buildApart, lean } from "./build-lean.mjs";
import { licencesOf } from "./build-licences.mjs";

// A test builds into a directory of its own: several may run at once.
const outdir = process.argv[2] ?? "dist";

await rm(outdir, { recursive: true, force: true });
const options = {
  target: "node20",
  // The text of a program stays in memory. Names are kept, and lines short enough, that a fault's trace tells something.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  sourcemap: true,
  legalComments: "linked",
  logLevel: "warning",
};
const { metafile } = await build({
  ...options,
  entryPoints: ["src/main.ts"],
  outdir,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  metafile: true,
  plugins: [lean],
  // Bundled CommonJS packages call require() for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});
const libraries = await buildApart(outdir, options);
const page = await buildPage(join(outdir, "page"));
// Wherever the folder is put, Node is told what its files are: else it compiles each of them twice to find out.
await writeFile(join(outdir, "package.json"), '{ "type": "module" }\n');
await writeFile(join(outdir, "THIRD-PARTY-LICENSES.txt"), licencesOf([metafile, page, ...libraries]));
