import type { Colour, Scene } from "./paint.ts";
import { inside, mix } from "./paint.ts";

/** Ground, middle tone and light of a cover. */
type Palette = readonly [ground: Colour, middle: Colour, light: Colour];

const palettes: readonly Palette[] = [
  [
    [24, 42, 84],
    [226, 104, 78],
    [250, 214, 148],
  ],
  [
    [244, 236, 219],
    [38, 70, 83],
    [231, 111, 81],
  ],
  [
    [20, 20, 26],
    [120, 126, 150],
    [240, 238, 230],
  ],
  [
    [22, 62, 58],
    [88, 156, 120],
    [240, 226, 170],
  ],
  [
    [70, 28, 64],
    [198, 74, 112],
    [255, 196, 160],
  ],
  [
    [232, 196, 88],
    [30, 60, 96],
    [214, 72, 58],
  ],
];

type Style = (palette: Palette, seed: number) => Scene;

/** A low sun over water, with its reflection in stripes. */
const harbour: Style =
  ([ground, middle, light], seed) =>
  (x, y, soft) => {
    const [sunX, radius] = [0.3 + (seed % 5) * 0.1, 0.24];
    const away = Math.hypot(x - sunX, y - 0.5) - radius;
    const sky = mix(mix(ground, middle, (y - 0.1) * 1.5), light, inside(away, soft));
    if (y < 0.58) return sky;
    const stripe = Math.abs(((y * 26 + seed) % 1) - 0.5) * 2 - (y - 0.58) * 1.4;
    const reach = radius * (1.1 - (y - 0.58) * 1.2) + Math.sin(y * 90 + seed) * 0.03;
    const shine = inside(Math.abs(x - sunX) - reach, soft) * inside(0.25 - stripe, 0.1);
    return mix(mix(ground, [0, 0, 0], (y - 0.5) * 0.7), light, shine * 0.9);
  };

/** Quarter circles in a grid, as on posters of the fifties. */
const grid: Style =
  ([ground, middle, light], seed) =>
  (x, y, soft) => {
    const [column, row] = [Math.floor(x * 4), Math.floor(y * 4)];
    const turn = (column * 7 + row * 13 + column * row * seed) % 6;
    const [u, v] = [x * 4 - column, y * 4 - row];
    const [cornerX, cornerY] = [turn % 2, Math.floor(turn / 2) % 2];
    const tone = (column + row + seed) % 3 === 0 ? light : middle;
    if (turn > 3) return mix(ground, tone, inside(Math.hypot(u - 0.5, v - 0.5) - 0.3, soft * 4));
    return mix(ground, tone, inside(Math.hypot(u - cornerX, v - cornerY) - 0.94, soft * 4));
  };

/** Lines of hills, one in front of another. */
const ridges: Style =
  ([ground, middle, light], seed) =>
  (x, y, soft) => {
    let colour = mix(ground, [0, 0, 0], 0.2);
    for (let line = 0; line < 16; line++) {
      const swell = Math.exp(-(((x - 0.5) * 3.4) ** 2));
      const noise = Math.sin(x * 31 + line * 2.1 + seed) + Math.sin(x * 57 - line * 3.7 + seed * 2);
      const top = 0.2 + line * 0.042 - swell * 0.05 * (1.2 + noise * 0.5);
      if (y < top - 0.01) continue;
      const onLine = inside(Math.abs(y - top) - 0.0035, soft);
      colour = mix(mix(ground, [0, 0, 0], 0.2), mix(middle, light, line / 16), onLine);
    }
    return colour;
  };

/** A record in a sleeve with a band of colour. */
const record: Style =
  ([ground, middle, light], seed) =>
  (x, y, soft) => {
    const away = Math.hypot(x - 0.62, y - 0.5);
    const band = inside(Math.abs(y - 0.2 - (seed % 4) * 0.2) - 0.045, soft);
    const paper = mix(ground, middle, band);
    const groove = 0.1 + 0.07 * Math.sin(away * 260);
    const vinyl = mix(
      [18, 18, 20],
      [90, 90, 96],
      groove + 0.2 * Math.max(0, Math.sin(Math.atan2(y - 0.5, x - 0.62) * 2)),
    );
    const label = mix(vinyl, light, inside(away - 0.13, soft));
    const disc = mix(label, paper, inside(away - 0.018, soft));
    return mix(paper, disc, inside(away - 0.36, soft));
  };

/** Overlapping circles of light. */
const lamps: Style =
  ([ground, middle, light], seed) =>
  (x, y, soft) => {
    let colour = mix(ground, [0, 0, 0], y * 0.45);
    for (let lamp = 0; lamp < 7; lamp++) {
      const [lampX, lampY] = [
        0.12 + ((lamp * 37 + seed * 11) % 76) / 100,
        0.15 + ((lamp * 53 + seed * 7) % 70) / 100,
      ];
      const away = Math.hypot(x - lampX, y - lampY) - 0.07 - (lamp % 3) * 0.045;
      colour = mix(colour, lamp % 2 === 0 ? light : middle, inside(away, soft) * 0.62);
    }
    return colour;
  };

const styles: readonly Style[] = [harbour, grid, ridges, record, lamps];

/** The cover of an album; the tracks of an album differ in details alone. */
export function albumCover(album: number, track: number): Scene {
  const style = styles[album % styles.length] ?? harbour;
  return style(
    palettes[(album * 5) % palettes.length] ?? [
      [0, 0, 0],
      [90, 90, 90],
      [220, 220, 220],
    ],
    track,
  );
}
