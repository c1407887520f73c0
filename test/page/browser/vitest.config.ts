import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { suiteDefaults } from "../../support/suite-defaults.ts";

const here = import.meta.dirname;
const measuring = "speed.browser.ts";

/** `npm run test:page`: separate from the other tests, since it needs a browser. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` must be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    ...suiteDefaults,
    root: here,
    globalSetup: [join(here, "global-setup.ts")],
    setupFiles: [join(here, "skip-without-chromium.ts")],
    // A worker's browser goes from file to file.
    isolate: false,
    projects: [
      // A test waits most of its time, for polls.
      {
        extends: true,
        test: { name: "page", include: ["*.browser.ts"], exclude: [measuring], maxWorkers: 2 },
      },
      {
        extends: true,
        test: { name: "speed", include: [measuring], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
