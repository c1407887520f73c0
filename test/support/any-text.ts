import * as fc from "fast-check";

const [firstSurrogate, surrogates] = [0xd800, 0x800];

/** Any character; fast-check's own unit of this kind, "binary", takes two seconds of work to make. */
const character = fc.nat(0x10ffff - surrogates).map(
  (place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates),
  (text) => {
    const [one, ...more] = typeof text === "string" ? text : "";
    const code = one?.codePointAt(0);
    if (code === undefined || more.length > 0) throw new Error("not one character");
    return code < firstSurrogate ? code : code - surrogates;
  },
);

/** Texts of any characters. */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...(maxLength !== undefined && { maxLength }) });
}
