import { defineConfig } from "vitest/config";
import { suiteDefaults } from "../support/suite-defaults.ts";

/** `npm run test:release`: the release as a whole, which builds everything and publishes it to registries on loopback. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: { ...suiteDefaults, include: ["test/release/*.release.ts"], fileParallelism: false },
});
