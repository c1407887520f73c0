import * as fc from "fast-check";

/*
 * What players of any make may show.
 */

/** What comes so many times as often as something of the weight 1. */
export const weighed = <T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.WeightedArbitrary<T> => ({
  weight,
  arbitrary,
});

export const weighedRecord = <T>(weight: number, fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  weighed(weight, fc.record(fields));

/** Names and tags: slashes, signs of addresses and topics, other scripts, texts that look like another one. */
const awkward = [
  "USB",
  "usb",
  "XLR",
  "XLR/RCA",
  "TV",
  "EARC",
  "RCA 1",
  "a+b",
  "100%",
  "#1",
  "a&b=c",
  "Ä",
  "A\u{308}",
  "光",
  "🎧 Kopf",
  "none",
  "0",
  "x?y",
] as const;
export const word = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({
    minLength: 1,
    maxLength: 6,
    unit: fc.constantFrom("a", "B", "7", "é", "/", "光", "+", "%", "-", "_", "ü"),
  }),
);

export const title = fc.oneof(word, fc.constantFrom("Débit：", "50% off / live", "", "Tout", "12"));

/** A place in a list, counted in a circle. */
export const bigPlace = fc.nat(400);

/** What a selection is named by. */
export const namedBy = fc.constantFrom<"tag" | "name" | "json" | "nothing">(
  "tag",
  "tag",
  "name",
  "name",
  "json",
  "nothing",
);
