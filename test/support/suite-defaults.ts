/** What holds for every suite. */
export const suiteDefaults = {
  // Limits against what never ends, which a busy machine does not reach. A test takes a second or two, an image minutes.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 300_000,
  hookTimeout: 900_000,
  // What differs is shown whole: of a run elsewhere nothing else may be left.
  chaiConfig: { truncateThreshold: 0 },
};
