import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { colorOf } from "../../../page/now/cover-color.ts";

type Color = readonly [red: number, green: number, blue: number];

function pixels(...colors: readonly Color[]): Uint8ClampedArray {
  return new Uint8ClampedArray(colors.flatMap((color) => [...color, 255]));
}

describe("the color of a cover", () => {
  it("is that of its colorful pixels, as bright as it can be", () => {
    expect(colorOf(pixels([80, 40, 0], [255, 255, 255], [0, 0, 0]))).toBe("rgb(255 128 0)");
  });

  it("is none for a gray cover, also for one that is almost gray", () => {
    expect(colorOf(pixels([90, 90, 90], [200, 200, 200]))).toBeUndefined();
    expect(colorOf(pixels([90, 94, 90], [200, 200, 203]))).toBeUndefined();
  });
});

describe.each(["light", "dark"] as const)("a text on the color of a cover, in the %s", (theme) => {
  it("has a contrast of 4.5 at least, whatever the cover", () => {
    const tokens = tokensOf(theme);
    const share = Number.parseFloat(tokens("cover-share")) / 100;
    const surface = channelsOf(tokens("surface"));
    const channel = fc.integer({ min: 0, max: 255 });
    const examples: [[number, number, number]][] = [[[0, 0, 255]], [[255, 255, 255]]];
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), (color) => {
        const shown = colorOf(pixels(color))?.match(/\d+/g) ?? [255, 255, 255];
        const ground = shown.map((one, at) => share * Number(one) + (1 - share) * (surface[at] ?? 0));
        for (const ink of ["text", "text-soft", "accent-strong"])
          expect(contrast(ground, channelsOf(tokens(ink)))).toBeGreaterThanOrEqual(4.5);
      }),
      { examples },
    );
  });
});

function tokensOf(theme: "light" | "dark"): (name: string) => string {
  const [, light = "", dark = ""] = readFileSync("page/style/tokens.css", "utf8").split(":root");
  return (name) => {
    const [, value] = new RegExp(`--${name}: ([^;]+);`).exec(theme === "light" ? light : dark) ?? [];
    if (value === undefined) throw new Error(`no --${name} in the ${theme}`);
    return value;
  };
}

function channelsOf(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
