import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuiltProgram, buildProgram } from "../cli/program.ts";
import { plantIn } from "./plant-in.ts";
import type { Plant } from "./plants.ts";

const parts = "src page simulator scripts package.json package-lock.json tsconfig.json".split(" ");

/** Builds the program with a bug planted in a copy of its sources. */
export async function buildPlanted(plant: Plant): Promise<BuiltProgram> {
  const sources = mkdtempSync(join(tmpdir(), "player2mqtt-planted-"));
  try {
    for (const part of parts) cpSync(part, join(sources, part), { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules"), join(sources, "node_modules"));
    for (const { file, text } of plantIn(join(sources, "src"), plant)) writeFileSync(file, text);
    return await buildProgram(sources);
  } finally {
    rmSync(sources, { recursive: true });
  }
}
