import { expect, it } from "vitest";
import { coverImage, filmImage, iconImage } from "../../simulator/pictures.ts";

const connectors = ["XMOS", "BT", "out_HDMI2", "USB", "SPDIF", "XLRRCA", "XLR", "RCA", "IIS", "NEVER_HEARD"];

it("pictures of the simulator are small, valid PNGs that differ by track, film, connector and selection", () => {
  const pictures = [
    ...[50_000, 50_001, 50_002].map((id) => coverImage(String(id))),
    ...(["poster", "backdrop"] as const).flatMap((kind) => ["7", "8"].map((id) => filmImage(kind, id))),
    ...connectors.flatMap((name) => [iconImage(`${name}.png`), iconImage(`${name}_select.png`)]),
  ];
  for (const picture of pictures) {
    expect(picture.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
    expect(
      picture.toString("latin1", 12, 16) + picture.toString("latin1", picture.length - 8, picture.length - 4),
    ).toBe("IHDRIEND");
    expect(picture.length).toBeLessThan(16_000);
  }
  expect(new Set(pictures.map((picture) => picture.toString("hex"))).size).toBe(pictures.length);
  expect(iconImage("EARC.png")).toEqual(iconImage("HDMI.png"));
});
