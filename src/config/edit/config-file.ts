import { createHash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { codeOf } from "../../lib/code-of.ts";

/** A file may contain passwords, so a new one is readable by its owner alone. */
const newMode = 0o600;

export class ConfigFile {
  readonly name: string;
  readonly #path: string;

  constructor(name: string, path: string) {
    this.name = name;
    this.#path = path;
  }

  get text(): string | undefined {
    return readIfThere(this.#path);
  }

  get lastGood(): string | undefined {
    return readIfThere(this.#lastGoodPath);
  }

  get #lastGoodPath(): string {
    return `${this.#path}.last-good`;
  }

  /** Why the file cannot be written, in words; undefined if it can. Nothing is written to find out. */
  get unwritable(): string | undefined {
    if (![".yaml", ".yml"].includes(extname(this.#path).toLowerCase())) {
      return `${this.name} is not a YAML file: the bridge writes only YAML`;
    }
    const existing = fs.existsSync(this.#path) ? this.#path : nearestFolder(this.#path);
    try {
      fs.accessSync(existing, fs.constants.W_OK);
      return undefined;
    } catch (error) {
      return `the bridge may not write ${this.name} (${String(codeOf(error))})`;
    }
  }

  /** A reader sees the old or the new content, except where the file is written in place: mounted by itself, or owned by others. */
  write(text: string): "replaced" | "in-place" {
    fs.mkdirSync(dirname(this.#path), { recursive: true });
    return replace(this.#path, text);
  }

  /** Keeps a content beside the file. A folder that cannot be written does not prevent the change itself. */
  keepLastGood(text: string): boolean {
    try {
      const { mode } = statIfThere(this.#path) ?? { mode: newMode };
      replace(this.#lastGoodPath, text, mode);
      return true;
    } catch {
      return false;
    }
  }
}

/** Identifies a content, so that a change of a file that others have changed meanwhile is noticed. */
export function revisionOf(text: string | undefined): string {
  return text === undefined ? "none" : createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function replace(given: string, text: string, mode?: number): "replaced" | "in-place" {
  // A link stays one: the file that it names is replaced.
  const path = fs.existsSync(given) ? fs.realpathSync(given) : given;
  const before = statIfThere(path);
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    writeSynced(temporary, text, "wx");
    fs.chmodSync(temporary, (before?.mode ?? mode ?? newMode) & 0o777);
    if (before !== undefined && !hasSameOwner(temporary, before))
      fs.chownSync(temporary, before.uid, before.gid);
    fs.renameSync(temporary, path);
    return "replaced";
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    // A full disk, for example, would leave half a file.
    if (before === undefined || !cannotReplace.has(codeOf(error))) throw error;
    writeSynced(path, text, "w");
    return "in-place";
  }
}

/** A mounted file cannot be renamed over; its folder may belong to others; only root may give files away. */
const cannotReplace: ReadonlySet<unknown> = new Set(["EBUSY", "EXDEV", "EPERM", "EACCES", "EROFS"]);

function hasSameOwner(path: string, { uid, gid }: fs.Stats): boolean {
  const own = fs.statSync(path);
  return own.uid === uid && own.gid === gid;
}

function writeSynced(path: string, text: string, flags: "wx" | "w"): void {
  const file = fs.openSync(path, flags, newMode);
  try {
    fs.writeFileSync(file, text);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return fs.readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

function statIfThere(path: string) {
  return fs.statSync(path, { throwIfNoEntry: false });
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  return fs.existsSync(folder) || folder === path ? folder : nearestFolder(folder);
}
