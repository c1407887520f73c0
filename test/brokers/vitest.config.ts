import { defineConfig } from "vitest/config";

/** `npm run test:brokers`: apart from the other tests, since it needs brokers that hardly anybody has installed. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it so
export default defineConfig({
  // `await using` has to be lowered for Node 20.
  oxc: { target: "node20" },
  test: {
    root: import.meta.dirname,
    include: ["*.broker.ts"],
    // Limits against what never ends, which a busy machine does not reach: RabbitMQ takes ten seconds to start.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
