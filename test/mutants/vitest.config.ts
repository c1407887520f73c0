import { defineConfig } from "vitest/config";

/** The tests that mutants have to survive: those without processes, whole bridges and real time. */
export default defineConfig({
  oxc: { target: "node20" },
  test: {
    include: ["test/{core,bridge,families,lib}/**/*.test.ts"],
    isolate: false,
    testTimeout: 30_000,
  },
});
