import * as fc from "fast-check";

/*
 * What players of any make may show.
 */

/** What an arbitrary makes. */
export type Made<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** What comes so many times as often as something of the weight 1. */
export const weighed = <T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.WeightedArbitrary<T> => ({
  weight,
  arbitrary,
});

/** One of several kinds of a thing, which its word tells from the others. */
export function what<const Word extends string, Fields extends object = object>(
  word: Word | readonly Word[],
  fields?: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
): fc.Arbitrary<{ what: Word } & Fields> {
  const words = typeof word === "string" ? [word] : word;
  const one = fc.record({ what: fc.constantFrom(...words), ...fields });
  return one as fc.Arbitrary<unknown> as fc.Arbitrary<{ what: Word } & Fields>;
}

/** Changes and commands, of which each is obeyed half of the time. */
export function steps<Change, Request, Manner extends string>(
  change: fc.Arbitrary<Change>,
  request: fc.Arbitrary<Request>,
  ...others: readonly Manner[]
) {
  const manner = fc.constantFrom<"obeys" | Manner>("obeys", "obeys", "obeys", ...others);
  return fc.oneof(
    fc.record({ do: fc.constant("change"), change }),
    fc.record({ do: fc.constant("command"), request, manner }),
  );
}

/** One of these, as a text like any other. */
export const oneText = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
export const oneNumber = (...numbers: readonly number[]): fc.Arbitrary<number> => fc.constantFrom(...numbers);
export const onOff = fc.constantFrom("on", "off");

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
  oneText(...awkward),
  fc.string({
    minLength: 1,
    maxLength: 6,
    unit: fc.constantFrom("a", "B", "7", "é", "/", "光", "+", "%", "-", "_", "ü"),
  }),
);

export const title = fc.oneof(word, oneText("Débit：", "50% off / live", "", "Tout", "12"));

/** A place in a list, counted in a circle. */
export function inCircle(place: number, length: number): number {
  return length === 0 ? 0 : place % length;
}

export const bigPlace = fc.nat(400);

/** What a selection is named by. */
export const namedBy = fc.constantFrom("tag", "tag", "name", "name", "json", "nothing");

export const amount = { value: fc.integer({ min: -110, max: 110 }), isStep: fc.boolean() };

/** What all players of music are asked for. */
export const musicRequests = [
  weighed(2, what(["percent", "level"], amount)),
  weighed(1, what("mute", { word: onOff })),
  weighed(1, what("mode", { word: fc.constantFrom("list", "single", "shuffle") })),
  weighed(1, what("shuffle", { word: onOff })),
  weighed(1, what("repeat", { word: fc.constantFrom("all", "one", "off") })),
  weighed(4, what("playback", { word: fc.constantFrom("play", "pause", "stop", "next", "previous") })),
] as const;
export const playAddress = what("play", {
  address: oneText("https://radio.example/a b?x=1&y=%2F", "http://192.0.2.1:8000/+/live.mp3"),
});
