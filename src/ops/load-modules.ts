import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/** More files than any of our imports opens at once. */
const fileCount = 16;

/**
 * Loads modules while files can be opened, and fails otherwise. Node remembers a module whose file it could not open, and
 * never opens it again: an import while the process is out of file descriptors would fail until the next start.
 */
export async function loadModules<Modules>(load: () => Promise<Modules>): Promise<Modules> {
  const files: number[] = [];
  try {
    while (files.length < fileCount) files.push(openSync(devNull, "r"));
  } finally {
    for (const file of files) closeSync(file);
  }
  return load();
}
