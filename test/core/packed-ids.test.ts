import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packIds, unpackIds } from "../../src/core/topics/packed-ids.ts";

const ids = fc.uniqueArray(fc.stringMatching(/^[ab1_-]{1,32}$/));

describe("packed ids", () => {
  it("tell each id by what it shares with the one before it", () => {
    expect(packIds(["room-102", "den", "room-101", "room-101b"])).toBe("0den 0room-101 8b 72");
    expect(unpackIds("0den 0room-101 8b 72")).toEqual(["den", "room-101", "room-101b", "room-102"]);
  });

  it("bring all back, in order", () => {
    fc.assert(
      fc.property(ids, (given) => {
        expect(unpackIds(packIds(given))).toEqual(given.toSorted());
      }),
    );
  });

  it("are read whatever somebody wrote there", () => {
    expect(unpackIds("")).toEqual([]);
    expect(unpackIds("  0a  ?b vc")).toEqual(["a", "b", "bc"]);
  });
});
