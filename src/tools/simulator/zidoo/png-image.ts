import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

const signature = Buffer.from("89504e470d0a1a0a", "hex");
/** Eight bits each of red, green, blue and opacity. */
const rgba = [8, 6, 0, 0, 0];

/** A PNG from pixels of four bytes: red, green, blue and opacity. */
export function pngImage(width: number, height: number, pixels: Buffer): Buffer {
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
