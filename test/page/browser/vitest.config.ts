import { join } from "node:path";
import { defineConfig } from "vitest/config";

const here = import.meta.dirname;

/** `npm run test:page`: apart from the other tests, since it needs a browser. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    root: here,
    include: ["*.browser.ts"],
    globalSetup: [join(here, "global-setup.ts")],
    setupFiles: [join(here, "skip-without-chromium.ts")],
    // A browser takes what it gets of a machine: two of them at once would measure each other.
    maxWorkers: 1,
    // What a page shows follows a poll, and a poll follows within a second.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
