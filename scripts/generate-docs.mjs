// Writes the files that follow from the settings: config/default.yaml, config/schema.json and docs/configuration.md.
import { rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

// Node 20 cannot import TypeScript, and what is bundled finds its packages only from within the project.
const bundle = new URL(`.document-${process.pid}.mjs`, import.meta.url);
const { outputFiles } = await build({
  entryPoints: ["src/config/document.ts"],
  bundle: true,
  write: false,
  platform: "node",
  format: "esm",
  packages: "external",
});
try {
  await writeFile(bundle, outputFiles[0].contents);
  const { documentConfiguration, documentDefaults, documentSchema } = await import(bundle.href);
  await writeFile("config/default.yaml", documentDefaults());
  await writeFile("config/schema.json", documentSchema());
  await writeFile("docs/configuration.md", documentConfiguration());
} finally {
  await rm(bundle, { force: true });
}
