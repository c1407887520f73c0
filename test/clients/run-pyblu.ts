import { join } from "node:path";
import { run } from "./install-python.ts";

/** Makes all its calls to the player at the first address; rejects with what went wrong. */
export async function runPyblu(python: string, ...addresses: readonly string[]): Promise<void> {
  const script = join(import.meta.dirname, "run_pyblu.py");
  const parts = addresses.flatMap((url) => [new URL(url).hostname, new URL(url).port]);
  await run(python, [script, ...parts]);
}
