import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BodyCompare, type ChangedBody } from "../../src/device/body-compare.ts";
import { atOnce } from "../../src/device/unhurried.ts";

/** What a body in these chunks amounts to: undefined when it is the same as the previous one. */
function compare(
  previous: string | undefined,
  chunks: readonly string[],
  maxBytes = 100,
): string | undefined {
  const body = new BodyCompare(previous === undefined ? undefined : Buffer.from(previous), maxBytes);
  for (const chunk of chunks) expect(body.add(Buffer.from(chunk))).toBe(true);
  if (body.isUnchanged) return undefined;
  const changed = atOnce(body.changed());
  expectCommon(changed);
  return changed.body.toString();
}

/** What is said to be the same at the beginning and at the end has to be. */
function expectCommon({ body, previous = Buffer.alloc(0), sameBytes, sameFrom }: ChangedBody): void {
  expect(body.subarray(0, sameBytes)).toEqual(previous.subarray(0, sameBytes));
  if (sameFrom < body.length) expect(body.subarray(sameFrom)).toEqual(previous.subarray(sameFrom));
}

describe("a body in chunks", () => {
  it.each<[string, string | undefined, string[], string | undefined]>([
    ["is new without a previous one", undefined, ["ab", "cd"], "abcd"],
    ["is new and empty without a previous one", undefined, [], ""],
    ["is the same in one chunk", "abcd", ["abcd"], undefined],
    ["is the same in two", "abcd", ["ab", "cd"], undefined],
    ["is the same with empty chunks", "abcd", ["", "ab", "", "cd", ""], undefined],
    ["is the same when both are empty", "", [], undefined],
    ["differs in its first chunk", "abcd", ["xbcd"], "xbcd"],
    ["differs in its last chunk", "abcd", ["ab", "cx"], "abcx"],
    ["differs in between", "abcdef", ["ab", "xx", "ef"], "abxxef"],
    ["is longer by a part of a chunk", "abcd", ["ab", "cde"], "abcde"],
    ["is longer by a chunk", "abcd", ["ab", "cd", "ef"], "abcdef"],
    ["is shorter", "abcd", ["ab"], "ab"],
    ["is empty where the previous one was not", "abcd", [], ""],
    ["begins with what the previous one ends with", "abcd", ["cd"], "cd"],
  ])("%s", (_name, previous, chunks, changed) => {
    expect(compare(previous, chunks)).toBe(changed);
  });

  it("tells from where on it is the same again", () => {
    const body = new BodyCompare(Buffer.from("abcdefgh"), 100);
    for (const chunk of ["ab", "xx", "ef"]) body.add(Buffer.from(chunk));
    body.add(Buffer.from("gh"));
    expect(atOnce(body.changed())).toMatchObject({ sameBytes: 2, sameFrom: 4 });
  });

  it("knows of no same end where it is not as long", () => {
    const body = new BodyCompare(Buffer.from("abcd"), 100);
    for (const chunk of ["xx", "cd", "ab"]) body.add(Buffer.from(chunk));
    expect(atOnce(body.changed())).toMatchObject({ sameBytes: 0, sameFrom: 6 });
  });

  it("is given up where it grows beyond its cap, also when it is the same so far", () => {
    const body = new BodyCompare(Buffer.from("abcd"), 4);
    expect([body.add(Buffer.from("abcd")), body.add(Buffer.from("e"))]).toEqual([true, false]);
  });

  it("keeps no more memory than it has bytes, however small it is", () => {
    const body = new BodyCompare(undefined, 100);
    body.add(Buffer.from("abcd"));
    expect(atOnce(body.changed())?.body.buffer.byteLength).toBe(4);
  });

  it("gets the right verdict, however it is cut into chunks", () => {
    const bytes = fc.array(fc.nat(2), { maxLength: 12 }).map((numbers) => numbers.join(""));
    const cuts = fc.array(fc.nat(12), { maxLength: 5 });
    fc.assert(
      fc.property(fc.option(bytes, { nil: undefined }), bytes, cuts, (previous, body, at) => {
        const places = [0, ...at.toSorted((a, b) => a - b), body.length];
        const chunks = places.slice(1).map((end, index) => body.slice(places[index], end));
        expect(compare(previous, chunks)).toBe(body === previous ? undefined : body);
      }),
      { numRuns: 2000 },
    );
  });
});
