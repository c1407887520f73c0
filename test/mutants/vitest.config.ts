import { defineConfig } from "vitest/config";

/** The tests that mutants have to survive: those without processes, whole bridges and real time. */
export default defineConfig({
  oxc: { target: "node20" },
  test: {
    include: ["test/{core,bridge,families,lib}/**/*.test.ts", "test/home-assistant/*.test.ts"],
    exclude: [
      "test/families/bluos/{outsider,storm,whole-bridge}.test.ts",
      "test/families/new-family.test.ts",
      "test/home-assistant/{app,docs}.test.ts",
    ],
    isolate: false,
    testTimeout: 30_000,
  },
});
