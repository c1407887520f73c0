import { rename, writeFile } from "node:fs/promises";

/** Replaces a file as a whole, so a crash leaves the one before. Only its owner may read it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
