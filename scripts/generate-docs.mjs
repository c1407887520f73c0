// Writes the files that follow from the code; with --check, it only names those that are out of date.
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { documentPlayers } from "./document-players.mjs";
import { documentTopics } from "./document-topics.mjs";
import { integrationTranslations } from "./integration-sentences.mjs";

const entityNamesFile = "src/extensions/home-assistant/discovery/entity-names.json";
const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");

// Node 20 cannot import TypeScript, and what is bundled finds its packages only from within the project.
const bundle = new URL(`.document-${process.pid}.mjs`, import.meta.url);
const { outputFiles } = await build({
  stdin: {
    contents: `
      export * from "./scripts/document-configuration.ts";
      export { documentRights } from "./src/tools/mosquitto/access-rights.ts";
      export { controls } from "./src/core/controls/table.ts";
      export { operations } from "./src/families/zidoo/operations.ts";
      export { families } from "./src/families/index.ts";
      export { choiceLists } from "./src/core/resources/choice-list.ts";
      export * as resources from "./src/core/resources/player.ts";
      export { settingLeaves } from "./src/core/resources/settings.ts";
      export { bridgeEntities } from "./src/extensions/home-assistant/discovery/bridge-entities.ts";
      export { playerEntities } from "./src/extensions/home-assistant/discovery/player-entities.ts";
      export { oldPreset } from "./simulator/zidoo/presets/old.ts";
    `,
    resolveDir: fileURLToPath(new URL("..", import.meta.url)),
  },
  bundle: true,
  write: false,
  platform: "node",
  // `await using` has to be lowered for Node 20.
  target: "node20",
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
    "node-red/src/runtime/topic-kinds.ts": topicKinds(code.resources.properties),
    "docs/players.md": documentPlayers({ ...code, certainties: certaintiesIn(read("docs/player-api.md")) }),
    "docs/topics.md": documentTopics(read("docs/topics.md"), code),
    [entityNamesFile]: entityNames([...code.playerEntities, ...code.bridgeEntities]),
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

/** What the Node-RED nodes read of each topic: they get its value before the description of the player, or without one. */
function topicKinds(properties) {
  const rows = Object.entries(properties).map(([leaf, { kind }]) => `  ["${leaf}", "${kind}"],\n`);
  return `// Generated from the properties of the resources by npm run docs.

/** The kinds of the topics of a player. */
export const topicKinds: ReadonlyMap<string, string> = new Map([
${rows.join("")}]);
`;
}

/** How certain each operation is, by its name: the third column of the tables of operations. */
function certaintiesIn(text) {
  return new Map(
    [...text.matchAll(/^\| `(\w+)` \| `[^`]+` \| (\w+) \|/gm)].map(([, name, sure]) => [name, sure]),
  );
}

/** The names of entities in other languages: what the page has a word for is called the same there. */
function entityNames(entities) {
  const page = (language) => JSON.parse(read(`page/languages/${language}.json`));
  const words = Object.entries(page("en")).filter(([key]) =>
    /^(?:command|transport|power|screen|display)\./.test(key),
  );
  const names = JSON.parse(read(entityNamesFile));
  for (const [language, own] of Object.entries(names)) {
    const texts = page(language.split("-")[0]);
    for (const { key, name } of entities) {
      const [word] = words.find(([, english]) => english === name) ?? [];
      if (word !== undefined) own[key] = texts[word];
    }
  }
  return `${JSON.stringify(names, null, 2)}\n`;
}
