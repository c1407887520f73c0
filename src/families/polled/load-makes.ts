import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { systemClock } from "../../lib/clock.ts";
import { codeOf } from "../../lib/code-of.ts";
import { timeLimit } from "../../lib/time-limit.ts";
import type { Family } from "../family.ts";
import { defineMake } from "./define-make.ts";
import { type Kit, kit } from "./kit.ts";

/** A make that is skipped. */
export interface BrokenMake {
  readonly file: string;
  /** Undefined if the mistake has none, as with a default export that is missing. */
  readonly line: number | undefined;
  readonly reason: string;
}

export interface Makes {
  /** The owner's folder; empty if there is none. */
  readonly folder: string;
  /** Ours, then those of the owner. */
  readonly families: readonly Family[];
  /** The makes of the owner: the file of each by its name. */
  readonly loaded: ReadonlyMap<string, string>;
  readonly broken: readonly BrokenMake[];
  /** Why the folder cannot be read. */
  readonly problem?: string;
}

/** A module that waits for something is not waited for longer. */
const longestLoadMs = 10_000;

/** Loads the owner's makes: each JavaScript module of a folder is one. A broken one is skipped. */
export async function loadMakes(folder: string, ours: readonly Family[]): Promise<Makes> {
  const families = [...ours];
  const loaded = new Map<string, string>();
  const broken: BrokenMake[] = [];
  if (folder === "") return { folder, families, loaded, broken };
  let names: readonly string[];
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    const code = codeOf(error);
    const reason = code === "ENOENT" ? "no such folder" : code === "ENOTDIR" ? "it is a file" : String(code);
    return { folder, families, loaded, broken, problem: `cannot read ${folder}: ${reason}` };
  }
  for (const name of names.filter(isMake).toSorted()) {
    const file = join(folder, name);
    const made = await loadMake(file, families);
    if ("reason" in made) broken.push(made);
    else {
      families.push(made);
      loaded.set(made.name, file);
    }
  }
  return { folder, families, loaded, broken };
}

/** Beside a make lies what `make check` tries it with. */
function isMake(name: string): boolean {
  return /^[^.].*\.m?js$/.test(name) && !/\.check\.m?js$/.test(name);
}

/** The make in a file, or what is wrong with it. */
export async function loadMake(file: string, others: readonly Family[]): Promise<Family | BrokenMake> {
  const path = resolve(file);
  const made = new Set<unknown>();
  const kitOfFile: Kit = {
    ...kit,
    defineMake: (make) => {
      if (others.some(({ name }) => name === make.name))
        throw new TypeError(`the make ${make.name}: name: there is such a make already`);
      const family = defineMake(make);
      made.add(family);
      return family;
    },
  };
  try {
    using limit = timeLimit(longestLoadMs, systemClock);
    const make = await within(defaultOf(path), limit.signal);
    if (typeof make !== "function") throw new MakeError("its default export is no function");
    const family: unknown = await within(Promise.resolve(make(kitOfFile) as unknown), limit.signal);
    if (!made.has(family)) throw new MakeError("its function does not return what defineMake makes");
    return family as Family;
  } catch (error) {
    return brokenBy(error, file);
  }
}

/** What an error says of the owner's file in which it arose. */
export async function brokenBy(error: unknown, file: string): Promise<BrokenMake> {
  const reason = error instanceof Error ? error.message : String(error);
  return { file, line: await lineOf(error, resolve(file)), reason };
}

/** The default export of a module of the owner. */
export async function defaultOf(path: string): Promise<unknown> {
  // A module is loaded once for each address: one that was changed needs another after a restart within the process.
  const address = `${pathToFileURL(path).href}?${(await stat(path)).mtimeMs}`;
  return ((await import(address)) as { default?: unknown }).default;
}

class MakeError extends Error {}

async function within<Value>(loading: Promise<Value>, signal: AbortSignal): Promise<Value> {
  // What comes too late is nobody's.
  loading.catch(() => {});
  return Promise.race([
    loading,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () =>
        reject(new MakeError(`it is not loaded within ${longestLoadMs / 1000} s`)),
      );
    }),
  ]);
}

/** The line of a file in which an error arose. */
async function lineOf(error: unknown, path: string): Promise<number | undefined> {
  if (!(error instanceof Error) || error instanceof MakeError) return undefined;
  const { stack = "" } = error;
  const line = lineIn(stack, path);
  const isOfParser = error instanceof SyntaxError && !/\n\s+at (?!async )(?!.*node:internal)/.test(stack);
  if (line !== undefined || !isOfParser) return line;
  // Node tells the place of a syntax error only as it ends because of it; nothing of such a module runs.
  const output = await new Promise<string>((tell) => {
    execFile(process.execPath, [path], { timeout: longestLoadMs }, (_error, _stdout, stderr) => tell(stderr));
  });
  return lineIn(output, path);
}

function lineIn(text: string, path: string): number | undefined {
  for (const place of [pathToFileURL(path).href, path]) {
    const line = text
      .split(place)
      .map((after) => /^(?:\?[\d.]+)?:(\d+)/.exec(after)?.[1])
      .find((found) => found !== undefined);
    if (line !== undefined) return Number(line);
  }
  return undefined;
}

/** A broken make, in a sentence. */
export function describeBroken({ file, line, reason }: BrokenMake): string {
  return `${file}${line === undefined ? "" : `:${line}`}: ${reason}`;
}
