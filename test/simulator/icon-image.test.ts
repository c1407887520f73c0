import { crc32, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { iconImage } from "../../src/tools/simulator/zidoo/icon-image.ts";

/** The chunks of a PNG by type; fails at a wrong checksum. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}

/** The opacity of each pixel. */
function coverOf(png: Buffer): number[] {
  const rows = inflateSync(chunksOf(png).get("IDAT") ?? Buffer.of());
  expect(rows.length).toBe(48 * (1 + 48 * 4));
  return [...rows].filter((_, place) => place % 193 !== 0 && ((place % 193) - 1) % 4 === 3);
}

const names = [
  "XMOS",
  "BT",
  "EARC",
  "out_HDMI2",
  "USB",
  "SPDIF",
  "XLRRCA",
  "XLR",
  "RCA",
  "IIS",
  "NEVER_HEARD",
];

describe("an icon", () => {
  it.each(names)("of %s is a small PNG with a transparent background", (name) => {
    const png = iconImage(`${name}.png`);
    expect(png.length).toBeLessThan(1000);
    expect([...chunksOf(png).keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
    const cover = coverOf(png);
    expect(cover.filter((one) => one === 255).length).toBeGreaterThan(200);
    expect(cover.filter((one) => one === 0).length).toBeGreaterThan(1000);
    // The drawing is not cut off at the edge.
    expect(cover.slice(0, 48).every((one) => one === 0)).toBe(true);
  });

  it("has the same lines in another colour if selected", () => {
    const [plain, selected] = [iconImage("RCA.png"), iconImage("RCA_select.png")];
    expect(coverOf(selected)).toEqual(coverOf(plain));
    expect(selected).not.toEqual(plain);
  });

  it("depends on the kind of connector", () => {
    const kinds = new Set(names.map((name) => iconImage(`${name}.png`).toString("hex")));
    // eARC is a kind of HDMI.
    expect(kinds.size).toBe(names.length - 1);
  });
});
