// Bundles the program into dist/: one package that needs nothing but Node, and fewer files to read at the start.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { buildPage } from "./build-page.mjs";
import { licencesOf } from "./build-licences.mjs";

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
await writeFile(join(outdir, "THIRD-PARTY-LICENSES.txt"), licencesOf([metafile, page]));
