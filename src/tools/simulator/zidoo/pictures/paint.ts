import { Buffer } from "node:buffer";
import { pngImage } from "../png-image.ts";

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/**
 * The colour at a place: x and y run from 0 to 1 across the height of the picture, x further in a wide one. `soft` is the
 * size of a pixel, over which an edge is blended.
 */
export type Scene = (x: number, y: number, soft: number) => Colour;

/** The size of a picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Paints a scene as a PNG. */
export function paint(scene: Scene, { width, height }: PictureSize): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 255);
  const soft = 1 / height;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [red, green, blue] = scene((column + 0.5) * soft, (row + 0.5) * soft, soft);
      const at = (row * width + column) * 4;
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
    }
  }
  return pngImage(width, height, pixels);
}

/** A colour between two others. */
export function mix(from: Colour, to: Colour, part: number): Colour {
  const share = Math.min(1, Math.max(0, part));
  const between = (a: number, b: number): number => a + (b - a) * share;
  return [between(from[0], to[0]), between(from[1], to[1]), between(from[2], to[2])];
}

/** How much of a pixel is inside of an edge, from its distance to it: negative is inside. */
export function inside(distance: number, soft: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / soft));
}
