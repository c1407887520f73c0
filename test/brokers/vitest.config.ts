import { defineConfig } from "vitest/config";

/** `npm run test:brokers`: apart from the other tests, since it needs brokers that hardly anybody has installed. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    root: import.meta.dirname,
    include: ["*.broker.ts"],
    // RabbitMQ takes ten seconds to start on a small machine, and is started four times.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
