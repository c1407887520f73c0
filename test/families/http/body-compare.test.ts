import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BodyCompare } from "../../../src/families/http/body-compare.ts";
import { atOnce } from "../../support/at-once.ts";

/** A body in these chunks, each of which is written over as soon as it was taken. */
function collect(previous: string | undefined, chunks: readonly string[], length?: number): BodyCompare {
  const body = new BodyCompare(previous === undefined ? undefined : Buffer.from(previous));
  if (length !== undefined) body.expect(length);
  for (const chunk of chunks) {
    const lent = Buffer.from(chunk);
    body.add(lent);
    lent.fill("?");
  }
  return body;
}

/** The body, with or without its length announced; undefined if it is the same as the previous one. */
function compare(previous: string | undefined, chunks: readonly string[]): string | undefined {
  const { length } = chunks.join("");
  const [told, untold] = [collect(previous, chunks, length), collect(previous, chunks)].map((body) =>
    body.isUnchanged ? undefined : atOnce(body.changed()),
  );
  expect(told).toEqual(untold);
  return told?.toString();
}

describe("a body in chunks", () => {
  it.each([4, undefined])("keeps no more memory than it has bytes, however small it is", (length) => {
    const body = collect(undefined, ["abcd"], length);
    expect(atOnce(body.changed()).buffer.byteLength).toBe(4);
  });

  it("takes no memory for a body that is the same", () => {
    const previous = Buffer.alloc(1000);
    const body = new BodyCompare(previous);
    // More than there is: reserving memory for it would fail.
    body.expect(Number.MAX_SAFE_INTEGER);
    body.add(Buffer.alloc(1000));
    expect([body.isUnchanged, body.byteLength]).toEqual([true, 1000]);
  });

  it("gets the right verdict, however it is cut into chunks", () => {
    const bytes = fc.array(fc.nat(2), { maxLength: 12 }).map((numbers) => numbers.join(""));
    const cuts = fc.array(fc.nat(12), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.option(bytes, { nil: undefined }),
        fc.nat(12),
        bytes,
        cuts,
        (previous, same, rest, at) => {
          const body = (previous ?? "").slice(0, same) + rest;
          const places = [0, ...at.toSorted((a, b) => a - b), body.length];
          const chunks = places.slice(1).map((end, index) => body.slice(places[index], end));
          expect(compare(previous, chunks)).toBe(body === previous ? undefined : body);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
