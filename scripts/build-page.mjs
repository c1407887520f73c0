// Bundles the page into a folder of files that are served as they are, each compressed once and for all.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const source = new URL("../page/", import.meta.url);

const icons = ["icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png"];

/** The languages besides English leave out the names of their texts: they are those of English, in its order. */
const namelessTexts = {
  name: "nameless-texts",
  setup({ onLoad }) {
    const names = readFile(new URL("languages/en.json", source), "utf8").then((text) =>
      Object.keys(JSON.parse(text)),
    );
    onLoad({ filter: /languages[/\\]\w\w\.json$/ }, async ({ path }) => {
      if (basename(path) === "en.json") return undefined;
      const texts = JSON.parse(await readFile(path, "utf8"));
      return { loader: "json", contents: JSON.stringify((await names).map((name) => texts[name])) };
    });
  },
};

/** A table has each phrase in every language, and becomes a file for each language. */
const oneLanguage = {
  name: "one-language",
  setup({ onLoad, onResolve }) {
    onResolve(
      { filter: /^\.\/languages\/(?:phrases|settings)\.json$/ },
      ({ path, resolveDir, with: { language } }) => ({
        path: join(resolveDir, dirname(path), `${language}.${basename(path)}`),
      }),
    );
    onLoad({ filter: /languages[/\\]\w\w\.(?:phrases|settings)\.json$/ }, async ({ path }) => {
      const [language, kind] = basename(path).split(".");
      const tables = kind === "phrases" ? ["phrases", "names"] : [kind];
      const texts = await Promise.all(
        tables.map(async (name) => JSON.parse(await readFile(join(dirname(path), `${name}.json`), "utf8"))),
      );
      const rows = Object.entries(Object.assign({}, ...texts));
      const own = Object.fromEntries(rows.map(([code, all]) => [code, all[language]]));
      // As JSON, esbuild would export each phrase once more, by its name.
      return { loader: "js", contents: `export default ${JSON.stringify(own)};` };
    });
  },
};

/**
 * What several views share would be a file for each set of views. Each view that is loaded later needs the whole page anyway,
 * so all that the page shows at once is one file.
 */
const onePage = {
  name: "one-page",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.tsx?$/ }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import" ? { path: join(resolveDir, path), pluginData: "later" } : undefined,
    );
    onLoad({ filter: /\.tsx?$/ }, async ({ path, pluginData }) => {
      if (pluginData !== "later") return undefined;
      const page = fileURLToPath(new URL("app.tsx", source));
      const contents = `${await readFile(path, "utf8")}\nimport ${JSON.stringify(page)};`;
      return { contents, loader: "tsx" };
    });
  },
};

/** Builds the page into the folder; gives what it is made of. */
export async function buildPage(folder) {
  const options = {
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    target: ["es2022", "chrome110", "firefox110", "safari16"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "warning",
  };
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: ["main.tsx", "style/main.css"].map((name) => fileURLToPath(new URL(name, source))),
    format: "esm",
    plugins: [namelessTexts, oneLanguage, onePage],
    // Each language is a file of its own, which only browsers in that language load.
    splitting: true,
    chunkNames: "[name]-[hash]",
  });
  // Scripts of their own that run at once: one decides the colours of the first paint, one opens the event stream.
  const early = await build({
    ...options,
    entryPoints: ["theme-at-once.ts", "stream-at-once.ts"].map((name) =>
      fileURLToPath(new URL(name, source)),
    ),
    format: "iife",
  });
  const [theme, stream] = early.outputFiles.map(({ contents }) => contents);
  const contentOf = (name) => outputFiles.find(({ path }) => basename(path) === name).contents;
  const [script, style] = [contentOf("main.js"), contentOf("main.css")];
  const [, entry] = Object.entries(metafile.outputs).find(([path]) => basename(path) === "main.js");
  const view = entry.imports.find(({ kind }) => kind === "import-statement");
  const chunks = outputFiles.filter(({ path }) => !/^main\.(js|css)$/.test(basename(path)));
  // A name that follows from the content may be kept for ever by a browser.
  const manifest = await readFile(new URL("manifest.json", source));
  const names = {
    script: `page-${hashOf(script)}.js`,
    // The browser loads what the script imports beside it.
    view: basename(view.path),
    style: `page-${hashOf(style)}.css`,
    theme: `theme-${hashOf(theme)}.js`,
    manifest: `page-${hashOf(manifest)}.webmanifest`,
  };
  const html = await readFile(new URL("index.html", source), "utf8");
  // Theme and style are in the HTML, so that no request delays the first paint; the sign-in page loads them as files.
  const places = { ...names, theme: textOf(theme), stream: textOf(stream), style: textOf(style) };
  const shown = Buffer.from(html.replace(/\{(\w+)\}/g, (_, name) => places[name]));
  const kept = [names.script, names.manifest, ...icons, ...chunks.map(({ path }) => basename(path))];
  const worker = await build({
    ...options,
    entryPoints: [fileURLToPath(new URL("service-worker.ts", source))],
    format: "iife",
    define: {
      pageFiles: JSON.stringify(kept),
      pageVersion: JSON.stringify(hashOf(Buffer.concat([shown, Buffer.from(kept.join())]))),
    },
  });
  await mkdir(folder, { recursive: true });
  await Promise.all([
    save(folder, names.script, script),
    save(folder, names.style, style),
    save(folder, names.theme, theme),
    ...chunks.map(({ path, contents }) => save(folder, basename(path), contents)),
    save(folder, names.manifest, manifest),
    ...icons.map(async (name) => save(folder, name, await readFile(new URL(name, source)))),
    save(folder, "service-worker.js", worker.outputFiles[0].contents),
    save(folder, "index.html", shown),
  ]);
  return metafile;
}

function textOf(content) {
  return Buffer.from(content).toString().trim();
}

function hashOf(content) {
  return createHash("sha256").update(content).digest("hex").slice(0, 10);
}

async function save(folder, name, content) {
  await Promise.all([
    writeFile(join(folder, name), content),
    writeFile(join(folder, `${name}.br`), brotliCompressSync(content)),
    writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 })),
  ]);
}
