import { configureGlobal } from "fast-check";

/**
 * A property ends after so long with the runs that it has made: a busy machine makes fewer, and fails no test. Without a
 * single run it fails. A counterexample is reported with its seed and path, though it may not be the shortest one.
 */
const longestMs = 5000;

if (process.env["FUZZ_RUNS"] === undefined) configureGlobal({ interruptAfterTimeLimit: longestMs });
