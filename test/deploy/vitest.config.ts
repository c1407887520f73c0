import { defineConfig } from "vitest/config";
import { suiteDefaults } from "../support/suite-defaults.ts";

/** `npm run test:deploy`: apart from the other tests, since it builds images and needs tools that few have installed. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: { ...suiteDefaults, include: ["test/deploy/*.deploy.ts"] },
});
