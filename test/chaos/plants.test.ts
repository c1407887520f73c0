import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { beforeEach, describe, expect, it } from "vitest";
import { newFolder } from "../support/new-folder.ts";
import { planEpisode, stormBefore, troubleOf } from "./plan-episode.ts";
import { plantIn } from "./plant-in.ts";
import { type Plant, plants } from "./plants.ts";

describe("the bugs to plant", () => {
  it("are at least fifteen, each with a name of its own", () => {
    expect(plants.length).toBeGreaterThanOrEqual(15);
    expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length);
  });

  const troubles = new Set(plants.map(({ shownBy }) => shownBy));
  it.each([...troubles].filter((trouble) => trouble !== undefined && trouble !== "fleet"))(
    "find the fault that shows them after a storm of every seed: %s",
    (trouble) => {
      for (const seed of [1, 2, 2027, 2028]) {
        const number = stormBefore(trouble, seed);
        expect([number >= 0, troubleOf(planEpisode(seed, number))]).toEqual([true, trouble]);
      }
    },
  );

  it.each(plants.map((plant) => [plant.name, plant] as const))(
    "apply and build: %s",
    async (_name, plant) => {
      const planted = plantIn("src", plant);
      expect(planted.length).toBeGreaterThan(0);
      for (const { text } of planted) await transform(text, { loader: "ts", target: "node20" });
    },
  );
});

describe("a bug that does not apply any more", () => {
  let sources = "";
  const plant: Plant = { name: "gone", means: "nothing", find: "a + b", put: "a - b", finding: /./ };

  beforeEach(() => {
    sources = newFolder();
  });

  it.each([
    ["the place is gone", "export const c = 1;"],
    ["there are two places", "export const c = a + b;\nexport const d = a + b;"],
  ])("is refused when %s", (_words, text) => {
    writeFileSync(join(sources, "one.ts"), text);
    expect(() => plantIn(sources, plant)).toThrow("the bug gone cannot be planted");
  });

  it("is planted where its place is once", () => {
    writeFileSync(join(sources, "one.ts"), "export const c = a + b;");
    expect(plantIn(sources, plant).map(({ text }) => text)).toEqual(["export const c = a - b;"]);
  });
});
