import { transform } from "esbuild";
import { expect, it } from "vitest";
import { plantIn } from "./plant-in.ts";
import { plants } from "./plants.ts";

it.each(plants.map((plant) => [plant.name, plant] as const))(
  "a bug to plant applies to the sources: %s",
  async (_name, plant) => {
    const planted = plantIn("src", plant);
    expect(planted.length).toBeGreaterThan(0);
    for (const { text } of planted) await transform(text, { loader: "ts", target: "node20" });
  },
);
