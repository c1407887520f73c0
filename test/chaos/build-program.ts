import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plantIn } from "./plant-in.ts";
import type { Plant } from "./plants.ts";

/** A built program in a folder of its own, removed when it is not needed any more. */
export interface BuiltProgram extends Disposable {
  readonly main: string;
}

/** Builds the program; with a bug planted in a copy of its sources if one is given. */
export function buildProgram(plant?: Plant): BuiltProgram {
  const folder = mkdtempSync(join(tmpdir(), "player2mqtt-built-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const dispose = (): void => {
    process.off("exit", remove);
    remove();
  };
  // An interrupted harness must leave nothing behind.
  process.once("exit", remove);
  try {
    if (plant === undefined) {
      build(process.cwd(), join(folder, "dist"));
      return { main: join(folder, "dist", "main.js"), [Symbol.dispose]: dispose };
    }
    const copy = join(folder, "sources");
    mkdirSync(copy);
    const parts = "src page simulator scripts package.json package-lock.json tsconfig.json".split(" ");
    for (const part of parts) cpSync(part, join(copy, part), { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
    for (const { file, text } of plantIn(join(copy, "src"), plant)) writeFileSync(file, text);
    build(copy, join(folder, "dist"));
    return { main: join(folder, "dist", "main.js"), [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

function build(sources: string, into: string): void {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.mjs", into], { cwd: sources });
  if (status !== 0) throw new Error(`the program does not build: ${stderr.toString()}`);
}
