import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/** More files than any of our imports opens at once. */
const fileCount = 16;

/** Node never opens a file again that it could not import, as without file descriptors: so they are tried before. */
export async function loadModules<Modules>(load: () => Promise<Modules>): Promise<Modules> {
  const files: number[] = [];
  try {
    while (files.length < fileCount) files.push(openSync(devNull, "r"));
  } finally {
    for (const file of files) closeSync(file);
  }
  return load();
}
