import { join } from "node:path";
import { defineConfig } from "vitest/config";

const here = import.meta.dirname;

/** `npm run test:page`: separate from the other tests, since it needs a browser. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` must be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    root: here,
    include: ["*.browser.ts"],
    globalSetup: [join(here, "global-setup.ts")],
    setupFiles: [join(here, "skip-without-chromium.ts")],
    // A browser uses all of the machine: two at once would slow each other down.
    maxWorkers: 1,
    // Limits against what never ends, which a busy machine does not reach: the page shows changes after the next poll, within a second.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
