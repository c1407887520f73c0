import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { suiteDefaults } from "../support/suite-defaults.ts";
import { installableMajors } from "./install-runtime.ts";

const here = import.meta.dirname;

/** `npm run test:node-red`: apart from the other tests, since Node-RED is installed for it alone. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    ...suiteDefaults,
    // A test waits most of its time, for polls and for delays of the flows.
    maxWorkers: 4,
    // Each has a Node-RED of its own, which goes from test to test and from file to file.
    maxConcurrency: 3,
    isolate: false,
    projects: installableMajors().map((major) => ({
      extends: true,
      test: {
        name: `node-red ${major}`,
        root: here,
        include: ["*.flow.ts"],
        globalSetup: [join(here, "global-setup.ts")],
        setupFiles: [join(here, "skip-without-node-red.ts")],
        provide: { nodeRedMajor: major },
        expect: { poll: { ...suiteDefaults.expect.poll, interval: 20 } },
      },
    })),
  },
});
