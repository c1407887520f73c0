import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface PageFile {
  readonly type: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly br: Uint8Array<ArrayBuffer> | undefined;
  readonly gzip: Uint8Array<ArrayBuffer> | undefined;
}

export type PageFiles = ReadonlyMap<string, PageFile>;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** The build puts the page beside the program. */
export const builtPage = fileURLToPath(new URL("page/", import.meta.url));

export function readPageFiles(folder: string): PageFiles {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const read = (name: string): Uint8Array<ArrayBuffer> | undefined =>
    names.has(name) ? new Uint8Array(readFileSync(join(folder, name))) : undefined;
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const type = types[extname(name)];
    const plain = read(name);
    if (type === undefined || plain === undefined) continue;
    files.set(name, { type, plain, br: read(`${name}.br`), gzip: read(`${name}.gz`) });
  }
  return files;
}
