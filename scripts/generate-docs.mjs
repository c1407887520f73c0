// Writes the files that follow from the code; with --check, it only names those that are out of date.
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { documentPlayers } from "./document-players.mjs";
import { integrationTranslations } from "./integration-sentences.mjs";

const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");

// Node 20 cannot import TypeScript, and what is bundled finds its packages only from within the project.
const bundle = new URL(`.document-${process.pid}.mjs`, import.meta.url);
const { outputFiles } = await build({
  stdin: {
    contents: `
      export * from "./src/config/document.ts";
      export { documentRights } from "./src/tools/mosquitto/access-rights.ts";
      export { controls } from "./src/core/controls/table.ts";
      export { operations } from "./src/device/operations.ts";
      export * as resources from "./src/core/resources/player.ts";
      export { settingLeaves } from "./src/core/resources/settings.ts";
      export { oldPreset } from "./src/tools/simulator/presets/old.ts";
    `,
    resolveDir: fileURLToPath(new URL("..", import.meta.url)),
  },
  bundle: true,
  write: false,
  platform: "node",
  format: "esm",
  packages: "external",
});
try {
  await writeFile(bundle, outputFiles[0].contents);
  const code = await import(bundle.href);
  const files = {
    "config/default.yaml": code.documentDefaults(),
    "config/schema.json": code.documentSchema(),
    "docs/configuration.md": code.documentConfiguration(),
    "docs/acl.example.conf": code.documentRights(),
    "docs/players.md": documentPlayers({
      ...code,
      certainties: certaintiesIn(read("docs/operations-of-the-player.md")),
    }),
    ...integrationTranslations(read),
  };
  for (const [path, text] of Object.entries(files)) {
    if (read(path) === text) continue;
    if (process.argv.includes("--check")) {
      console.log(path);
      process.exitCode = 1;
    } else await writeFile(path, text);
  }
} finally {
  await rm(bundle, { force: true });
}

/** How certain each operation is, by its name: the third column of the tables of operations. */
function certaintiesIn(text) {
  return new Map(
    [...text.matchAll(/^\| `(\w+)` \| `[^`]+` \| (\w+) \|/gm)].map(([, name, sure]) => [name, sure]),
  );
}
