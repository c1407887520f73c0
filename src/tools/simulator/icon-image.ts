import { Buffer } from "node:buffer";
import { glyphs, type Stroke } from "./icon-glyphs.ts";
import { crc32, deflateSync } from "node:zlib";

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
  let least = Number.POSITIVE_INFINITY;
  let from: readonly [number, number] | undefined;
  for (const to of stroke.points) {
    if (from !== undefined) least = Math.min(least, fromLine(from, to, x, y));
    from = to;
  }
  return least;
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

const signature = Buffer.from("89504e470d0a1a0a", "hex");
/** Eight bits each of red, green, blue and opacity. */
const rgba = [8, 6, 0, 0, 0];

/** A PNG from pixels of four bytes: red, green, blue and opacity. */
function pngImage(width: number, height: number, pixels: Buffer): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, ...rgba]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const rows: Buffer[] = [];
  for (let row = 0; row < height; row++) {
    // Each row starts with the number of its filter: none.
    rows.push(Buffer.of(0), pixels.subarray(row * width * 4, (row + 1) * width * 4));
  }
  const data = deflateSync(Buffer.concat(rows));
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.of())]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
