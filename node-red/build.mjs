// Builds the package into dist/: one file for Node-RED's runtime, one page for its editor, and what it shows.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = process.argv[2] ?? join(here, "dist");
const read = (path) => readFileSync(join(here, path), "utf8");
const options = { bundle: true, write: true, logLevel: "warning", legalComments: "none" };

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
await build({
  ...options,
  entryPoints: [join(here, "src/runtime/player2mqtt.ts")],
  outfile: join(dist, "player2mqtt.js"),
  platform: "node",
  format: "cjs",
  target: "node18",
  // Node-RED wants the function itself.
  footer: { js: "module.exports = module.exports.registerNodes;" },
});
// The package is written in modules, and Node-RED requires its nodes.
writeFileSync(join(dist, "package.json"), '{ "type": "commonjs" }\n');
const editor = await build({
  ...options,
  write: false,
  entryPoints: [join(here, "src/editor/editor.ts")],
  format: "iife",
  target: "es2021",
});
const script = editor.outputFiles[0].text.replaceAll("</script", "<\\/script");
const page = [
  `<script type="text/javascript">\n${script}</script>`,
  `<style>\n${read("src/editor/editor.css")}</style>`,
  read("src/editor/templates.html"),
].join("\n");
writeFileSync(join(dist, "player2mqtt.html"), page);
for (const folder of ["icons", "locales"]) {
  cpSync(join(here, folder), join(dist, folder), { recursive: true });
}
// The names of topics are those of the page and of Home Assistant.
const names = Object.entries(JSON.parse(read("../page/languages/names.json")));
for (const [folder, language] of Object.entries({ de: "de", "zh-CN": "zh" })) {
  const path = join(dist, "locales", folder, "player2mqtt.json");
  const topic = Object.fromEntries(names.map(([code, all]) => [code.slice("name.".length), all[language]]));
  const texts = { ...JSON.parse(readFileSync(path, "utf8")), topic };
  writeFileSync(path, `${JSON.stringify(texts, null, 2)}\n`);
}
