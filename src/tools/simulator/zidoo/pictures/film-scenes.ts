import type { Colour, Scene } from "./paint.ts";
import { inside, mix } from "./paint.ts";

const [night, dusk, foam, stone]: readonly [Colour, Colour, Colour, Colour] = [
  [10, 22, 46],
  [62, 92, 128],
  [214, 226, 230],
  [18, 22, 30],
];
const beam: Colour = [255, 228, 150];

/** A lighthouse whose beam sweeps over the sea at night. The picture is centred on it, whatever its width. */
function lighthouse(centre: number): Scene {
  return (x, y, soft) => {
    const towerX = x - centre;
    const [lampY, angle] = [0.3, Math.atan2(y - 0.3, towerX)];
    const spread = Math.min(Math.abs(angle + 0.12), Math.abs(Math.abs(angle) - Math.PI + 0.22));
    const ray = Math.max(0, 1 - spread / 0.16) * Math.max(0, 1 - Math.abs(towerX) / 1.1);
    const sky = mix(
      mix(night, dusk, y * 1.1),
      beam,
      ray * 0.75 + 0.2 * Math.exp(-Math.hypot(towerX, y - lampY) * 9),
    );
    const wave = 0.74 + 0.012 * Math.sin(x * 26) + 0.008 * Math.sin(x * 61 + 2);
    const crest = Math.abs(((y * 15 + Math.sin(x * 9) * 0.4) % 1) - 0.5);
    const sea = mix(mix(night, stone, (y - 0.7) * 2), foam, crest > 0.47 ? 0.35 : ray * 0.1);
    const rock = 0.68 + Math.abs(towerX) * 0.9 + 0.02 * Math.sin(x * 40);
    const width = 0.045 + (y - lampY) * 0.06;
    const isTower = y > lampY + 0.045 && y < 0.72 ? inside(Math.abs(towerX) - width, soft) : 0;
    const band =
      Math.floor((y - lampY) * 11) % 2 === 0 ? ([222, 214, 204] as const) : ([168, 52, 46] as const);
    const shade = mix(band, night, 0.25 + towerX * 5);
    const lamp = inside(Math.max(Math.abs(towerX) - 0.035, Math.abs(y - lampY) - 0.04), soft);
    const roof = y < lampY - 0.04 ? inside(Math.abs(towerX) - (y - lampY + 0.11) * 0.65, soft) : 0;
    const ground = mix(mix(sky, sea, inside(wave - y, soft)), stone, inside(rock - y, soft));
    return mix(mix(mix(ground, shade, isTower), beam, lamp), [120, 38, 34], y > lampY - 0.11 ? roof : 0);
  };
}

/** Two comets with folded tails over a violet night. */
function comets(centre: number): Scene {
  return (x, y, soft) => {
    const sky = mix([22, 14, 52], [150, 66, 112], y ** 1.6);
    const speck = Math.sin(Math.floor(x * 90) * 91.7 + Math.floor(y * 90) * 47.3) * 43_758.5;
    let colour = mix(sky, [255, 250, 230], speck - Math.floor(speck) > 0.994 ? 0.8 : 0);
    for (const [atX, atY, size] of [
      [centre - 0.16, 0.6, 0.075],
      [centre + 0.14, 0.3, 0.05],
    ] as const) {
      const [u, v] = [(x - atX) * 0.8 - (y - atY) * 0.6, (x - atX) * 0.6 + (y - atY) * 0.8];
      const tail =
        u > 0 ? Math.max(0, 1 - Math.abs(v) / (size * (1 - u * 0.9))) * Math.max(0, 1 - u / 0.9) : 0;
      const fold = v > 0 ? 0.9 : 0.55;
      colour = mix(colour, [246, 196, 120], tail > 0 ? fold * Math.min(1, tail * 3) * (1 - u) : 0);
      colour = mix(colour, [255, 244, 214], inside(Math.abs(u) + Math.abs(v) - size, soft));
      colour = mix(
        colour,
        [232, 150, 96],
        inside(Math.abs(u) + Math.abs(v) - size, soft) * (v > 0 ? 0.55 : 0),
      );
    }
    const hill = 0.86 + 0.03 * Math.sin(x * 5 + 1);
    return mix(colour, [16, 10, 34], inside(hill - y, soft));
  };
}

/** The picture of a film of the library, by the film's id; `aspect` is the width of the picture over its height. */
export function filmScene(id: string, aspect: number): Scene {
  const centre = aspect > 1 ? aspect * 0.64 : aspect / 2;
  return Number(id) % 2 === 1 ? lighthouse(centre) : comets(centre);
}
