import { defineConfig } from "vitest/config";

/** `npm run test:home-assistant`: apart from the other tests, since it needs a Home Assistant at hand. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // Else it would lie in this folder.
  cacheDir: "../../../node_modules/.vite",
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    root: import.meta.dirname,
    include: ["*.real.ts"],
    globalSetup: ["./global-setup.ts"],
    // Each file starts a Home Assistant of its own, which is more than enough for a small machine.
    fileParallelism: false,
    // A test waits most of its time: for polls, for Home Assistant's pauses, for reconnections.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
