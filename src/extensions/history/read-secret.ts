import { readFile } from "node:fs/promises";

/** A secret in a file of its own; empty without one. */
export async function readSecret(path: string | undefined): Promise<string> {
  return path === undefined ? "" : (await readFile(path, "utf8")).trim();
}
