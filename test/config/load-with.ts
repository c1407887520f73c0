import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ConfigError } from "../../src/config/config-error.ts";
import { loadConfig } from "../../src/config/load.ts";
import { type Config, settings, variableName } from "../../src/config/schema.ts";
import type { Makes } from "../../src/families/polled/load-makes.ts";

interface Given {
  /** Content by path, relative to the working directory. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: Readonly<Record<string, string>>;
  readonly hostname?: string;
  readonly makes?: Makes;
}

/** Loads a configuration in a directory of its own that holds nothing but the given files. */
export function loadWith({ files = {}, env = {}, args = {}, hostname = "somewhere", makes }: Given): Config {
  const cwd = mkdtempSync(join(tmpdir(), "player2mqtt-config-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), content);
    }
    return loadConfig({ args, env, cwd, hostname, ...(makes && { makes }) });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

export function problemsWith(given: Given): readonly string[] {
  try {
    loadWith(given);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/** The variables that the bridge reads. */
export const knownVariables: ReadonlySet<string> = new Set(
  [...settings.keys()].flatMap((name) => [variableName(name), `${variableName(name)}_FILE`]),
);

export const onePlayer = { PLAYER_URL: "192.168.1.20" };
