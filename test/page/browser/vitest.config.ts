import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { suiteDefaults } from "../../support/suite-defaults.ts";

const here = import.meta.dirname;

/** `npm run test:page`: separate from the other tests, since it needs a browser. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` must be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    ...suiteDefaults,
    root: here,
    include: ["*.browser.ts"],
    globalSetup: [join(here, "global-setup.ts")],
    setupFiles: [join(here, "skip-without-chromium.ts")],
    // A browser uses all of the machine: two at once would slow each other down.
    maxWorkers: 1,
  },
});
