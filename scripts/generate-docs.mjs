// Writes the files that follow from the code: config/default.yaml, config/schema.json, docs/configuration.md and
// docs/acl.example.conf.
import { rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// Node 20 cannot import TypeScript, and what is bundled finds its packages only from within the project.
const bundle = new URL(`.document-${process.pid}.mjs`, import.meta.url);
const { outputFiles } = await build({
  stdin: {
    contents: `export * from "./src/config/document.ts"; export * from "./src/tools/mosquitto/access-rights.ts";`,
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
  const { documentConfiguration, documentDefaults, documentRights, documentSchema } = await import(
    bundle.href
  );
  await writeFile("config/default.yaml", documentDefaults());
  await writeFile("config/schema.json", documentSchema());
  await writeFile("docs/configuration.md", documentConfiguration());
  await writeFile("docs/acl.example.conf", documentRights());
} finally {
  await rm(bundle, { force: true });
}
