// Writes the files that follow from the code; with --check, it only names those that are out of date.
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { documentEntities } from "./document-entities.mjs";
import { documentOperations } from "./document-operations.mjs";
import { documentPlayers } from "./document-players.mjs";
import { documentTopics } from "./document-topics.mjs";
import { integrationTranslations } from "./integration-sentences.mjs";

const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");

// Node 20 cannot import TypeScript, and what is bundled finds its packages only from within the project.
const bundle = new URL(`.document-${process.pid}.mjs`, import.meta.url);
const { outputFiles } = await build({
  stdin: {
    contents: `
      export * from "./scripts/document-configuration.ts";
      export { documentRights } from "./src/tools/mosquitto/access-rights.ts";
      export { controls, controlTitle } from "./src/core/controls/table.ts";
      export { actionTitles } from "./src/core/controls/command.ts";
      export { namePhrase } from "./src/core/names.ts";
      export { default as otherNames } from "./src/core/names.json";
      export { certainties } from "./src/families/zidoo/certainty.ts";
      export { operations } from "./src/families/zidoo/operations.ts";
      export { families } from "./src/families/index.ts";
      export { choiceLists } from "./src/core/resources/choice-list.ts";
      export * as resources from "./src/core/resources/player.ts";
      export { bridgeEntities } from "./src/extensions/home-assistant/discovery/bridge-entities.ts";
      export { entityName } from "./src/extensions/home-assistant/discovery/entity-name.ts";
      export { playerEntities } from "./src/extensions/home-assistant/discovery/player-entities.ts";
      export { settingLeaves } from "./src/core/resources/settings.ts";
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
  const names = translatedNames(code);
  const files = {
    "config/default.yaml": code.documentDefaults(),
    "config/schema.json": code.documentSchema(),
    "docs/configuration.md": code.documentConfiguration(),
    "docs/acl.example.conf": code.documentRights(),
    "node-red/src/runtime/topic-kinds.ts": topicKinds(code.resources.properties),
    "docs/players.md": documentPlayers(code),
    "docs/home-assistant.md": documentEntities(read("docs/home-assistant.md"), code),
    "docs/dev/player-api.md": documentOperations(read("docs/dev/player-api.md"), code),
    "docs/topics.md": documentTopics(read("docs/topics.md"), code),
    "page/languages/en.names.json": pageNames(code),
    "page/languages/names.json": asTable(names),
    ...integrationTranslations(read, code, names),
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

/** What the page calls commands in English. */
function pageNames({ controls, controlTitle, actionTitles }) {
  const names = { ...actionTitles };
  for (const name of Object.keys(controls)) names[name] = controlTitle(name);
  const ordered = Object.entries(names).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`;
}

/** What properties, controls, actions and parts of a player are called in the other languages, by the codes of phrases. */
function translatedNames({ controls, otherNames, resources: { properties } }) {
  const declared = Object.entries({ ...controls, ...properties }).map(([topic, { names }]) => [topic, names]);
  const all = [...declared, ...Object.entries(otherNames)].filter(
    ([key, names]) => names !== undefined && !key.startsWith("entity/"),
  );
  return Object.fromEntries(
    all.map(([key, names]) => [`name.${key}`, names]).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** A line for each phrase. */
function asTable(phrases) {
  const rows = Object.entries(phrases).map(([code, texts]) => {
    const cells = Object.entries(texts).map(([language, text]) => `"${language}": ${JSON.stringify(text)}`);
    return `  ${JSON.stringify(code)}: { ${cells.join(", ")} }`;
  });
  return `{\n${rows.join(",\n")}\n}\n`;
}
