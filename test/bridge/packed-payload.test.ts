import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PackedPayload } from "../../src/bridge/packed-payload.ts";
import type { JsonObject } from "../../src/core/player.ts";

describe("a packed payload", () => {
  it("is what it was, in value and in text", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        const packed = PackedPayload.of(JSON.parse(text) as JsonObject);
        expect(packed.text).toBe(text);
        expect(JSON.stringify(packed.payload)).toBe(text);
      }),
    );
  });

  it("keeps half of a surrogate pair, which a player's name may have been cut in", () => {
    expect(PackedPayload.of({ name: "\ud83c" }).payload).toEqual({ name: "\ud83c" });
  });

  it("is kept once where another one says the same", () => {
    const packed = PackedPayload.of({ name: "Cinema" });
    const other = PackedPayload.of({ name: "Cinema" });
    expect(other.sharedWith(packed)).toBe(packed);
    expect(other.sharedWith(PackedPayload.of({ name: "Kitchen" }))).toBe(other);
    expect(other.sharedWith(undefined)).toBe(other);
  });
});
