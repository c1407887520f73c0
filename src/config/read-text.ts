import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Parsed } from "./parse-text.ts";

/** Reads a text file, or says why it cannot be read. Undefined when there is none of that name. */
export type ReadText = (path: string) => Parsed<string> | undefined;

/** A reader of files relative to `cwd`. */
export function createReadText(
  cwd: string,
  readFile: (path: string) => string = (path) => readFileSync(path, "utf8"),
): ReadText {
  return (path) => {
    try {
      return { value: readFile(resolve(cwd, path)) };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      // What Docker makes of a mounted file that is not there.
      return { fault: `cannot read ${path}: ${code === "EISDIR" ? "it is a folder" : message}` };
    }
  };
}
