import { defineConfig } from "vitest/config";

/** `npm run test:release`: the release as a whole, which builds everything and publishes it to registries on loopback. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    include: ["test/release/*.release.ts"],
    fileParallelism: false,
    // All packages are built twice, and all images for two platforms.
    testTimeout: 400_000,
    hookTimeout: 900_000,
  },
});
