import { readFileSync } from "node:fs";
import { provideBaseImage } from "./base-images.ts";
import { buildImage } from "./builder.ts";
import { baseImages } from "./dockerfile.ts";

export async function buildProjectImage(name: string): Promise<void> {
  for (const base of baseImages(readFileSync("Dockerfile", "utf8"))) await provideBaseImage(base);
  await buildImage(name, { context: process.cwd() });
}
