import { defineConfig } from "vitest/config";
import { suiteDefaults } from "../support/suite-defaults.ts";

/** `npm run test:brokers`: apart from the other tests, since it needs brokers that hardly anybody has installed. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: { ...suiteDefaults, root: import.meta.dirname, include: ["*.broker.ts"] },
});
