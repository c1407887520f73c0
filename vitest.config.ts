import { defineConfig } from "vitest/config";

/** Where the results are to be written for a program to read, besides being shown. */
const report = process.env["TEST_REPORT"];

export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    include: ["test/**/*.test.ts"],
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    // Machines are busy at times: what is waited for may take as long as a test may.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // What runs in a browser is tested in one: npm run test:page.
      exclude: ["src/main.ts", "src/extensions/page/client/**"],
      reporter: ["text-summary", "json-summary"],
      thresholds: {
        "src/core/**": { branches: 100 },
        branches: 90,
      },
    },
  },
});
