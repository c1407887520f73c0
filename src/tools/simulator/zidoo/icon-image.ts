import { Buffer } from "node:buffer";
import { glyphs, type Stroke } from "./icon-glyphs.ts";
import { pngImage } from "./png-image.ts";

const size = 48;
const halfStroke = 2;
const plain = [236, 236, 242] as const;
const selected = [255, 184, 92] as const;

/** An icon like those of real players: light lines for a dark screen, amber if selected. */
export function iconImage(name: string): Buffer {
  const [red, green, blue] = name.includes("_select.") ? selected : plain;
  const strokes = glyphs.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  const pixels = Buffer.alloc(size * size * 4);
  for (let place = 0; place < size * size; place++) {
    const [x, y] = [(place % size) + 0.5, Math.floor(place / size) + 0.5];
    const away = Math.min(...strokes.map((stroke) => distance(stroke, x, y)));
    // Half a pixel of antialiasing on both sides of an edge.
    const cover = Math.min(1, Math.max(0, halfStroke + 0.5 - away));
    pixels.set([red, green, blue, Math.round(cover * 255)], place * 4);
  }
  return pngImage(size, size, pixels);
}

function distance(stroke: Stroke, x: number, y: number): number {
  if (stroke.kind === "dot") return Math.hypot(x - stroke.x, y - stroke.y) - stroke.radius + halfStroke;
  if (stroke.kind === "ring") return Math.abs(Math.hypot(x - stroke.x, y - stroke.y) - stroke.radius);
  let nearest = Number.POSITIVE_INFINITY;
  let from: readonly [number, number] | undefined;
  for (const to of stroke.points) {
    if (from !== undefined) nearest = Math.min(nearest, fromLine(from, to, x, y));
    from = to;
  }
  return nearest;
}

function fromLine(
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  x: number,
  y: number,
): number {
  const [width, height] = [toX - fromX, toY - fromY];
  const along = ((x - fromX) * width + (y - fromY) * height) / (width * width + height * height);
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(x - fromX - part * width, y - fromY - part * height);
}
