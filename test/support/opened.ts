import { onTestFinished } from "vitest";

/** Closes a resource when the test ends, the one that was opened last first. */
export function opened<T extends AsyncDisposable>(resource: T): T {
  onTestFinished(() => resource[Symbol.asyncDispose]());
  return resource;
}
