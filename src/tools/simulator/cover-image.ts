import { Buffer } from "node:buffer";

const onePixel = [1, 0, 1, 0, 0x80, 0, 0];
const otherColour = [0, 0, 0];
const imageData = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b];

/** A GIF of one pixel, the shortest possible, in a colour that depends on the number. */
export function coverImage(id: string): Buffer {
  const [red, green, blue] = [17, 31, 53].map((step) => (Math.abs(Number(id)) * step) % 256);
  return Buffer.from([
    ...Buffer.from("GIF89a"),
    ...onePixel,
    red ?? 0,
    green ?? 0,
    blue ?? 0,
    ...otherColour,
    ...imageData,
  ]);
}
