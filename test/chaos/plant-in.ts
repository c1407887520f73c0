import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plant } from "./plants.ts";

/** A file of the sources with its new text. */
export interface Planted {
  readonly file: string;
  readonly text: string;
}

/** Plants a bug in a tree of sources. Throws if the sources have changed so that it does not apply any more. */
export function plantIn(sources: string, { name, further = [], ...first }: Plant): Planted[] {
  const planted = new Map<string, string>();
  for (const { find, put } of [first, ...further]) {
    const found = filesIn(sources).flatMap((file) => {
      const text = planted.get(file) ?? readFileSync(file, "utf8");
      const times = text.split(find).length - 1;
      return times === 0 ? [] : [{ file, text, times }];
    });
    const [only] = found;
    if (only === undefined || found.length > 1 || only.times > 1) {
      const where = found.length === 0 ? "nowhere" : found.map(({ file }) => file).join(", ");
      throw new Error(
        `the bug ${name} cannot be planted: ${JSON.stringify(find)} must stand once, but stands ${where}`,
      );
    }
    planted.set(
      only.file,
      only.text.replace(find, () => put),
    );
  }
  return Array.from(planted, ([file, text]) => ({ file, text }));
}

function filesIn(sources: string): string[] {
  return readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(sources, file));
}
