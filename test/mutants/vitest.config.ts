import { defineConfig } from "vitest/config";

/** The tests that mutants have to survive: those without processes, whole bridges, templates and real time. */
export default defineConfig({
  oxc: { target: "node20" },
  resolve: {
    alias: [{ find: /^.*\/lib\/once\.ts$/, replacement: `${import.meta.dirname}/once-per-test.ts` }],
  },
  test: {
    include: [
      "test/{core,bridge,config,extensions,families,lib,mqtt}/**/*.test.ts",
      "test/node-red/*.test.ts",
    ],
    exclude: [
      "test/bridge/retained-commands.memory.test.ts",
      "test/config/load.property.test.ts",
      "test/config/edit/edit-yaml.property.test.ts",
      "test/families/bluos/{client,family.conforms,family.outsider,family.whole-bridge}.test.ts",
      "test/deploy/home-assistant-app.test.ts",
      "test/extensions/home-assistant/discovery/{options,options.templates,player-entities.docs,player-entities.topics,templates}.test.ts",
    ],
    isolate: false,
    pool: "threads",
    maxWorkers: 1,
    runner: "./test/mutants/serve-mutants.ts",
    testTimeout: 120_000,
  },
});
