import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PayloadPacker } from "../../src/extensions/home-assistant/packed-payload.ts";
import type { JsonObject } from "../../src/core/resources/player.ts";

const packer = new PayloadPacker();
/** Long enough to be a pattern for others, and longer than what can be referred to. */
const long = { entities: Array.from({ length: 4000 }, (_, index) => `entity ${index}`) };

describe("a packed payload", () => {
  it.each([
    ["by itself", new PayloadPacker()],
    ["after the pattern of another one", packerAfter(long)],
  ])("is what it was, in value and in text, %s", (_how, own) => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        const packed = own.pack(JSON.parse(text) as JsonObject);
        expect(packed.text).toBe(text);
        expect(JSON.stringify(packed.payload)).toBe(text);
      }),
    );
  });

  it("is what it was when it is the pattern itself, and when it says nearly the same", () => {
    const own = new PayloadPacker();
    const other = { ...long, name: "Kitchen" };
    const packed = [long, long, other].map((payload) => own.pack(payload));
    expect(packed.map(({ payload }) => payload)).toEqual([long, long, other]);
  });

  it("keeps half of a surrogate pair, which a player's name may have been cut in", () => {
    expect(packer.pack({ name: "\ud83c" }).payload).toEqual({ name: "\ud83c" });
  });

  it("is kept once where another one says the same", () => {
    const packed = packer.pack({ name: "Cinema" });
    const other = packer.pack({ name: "Cinema" });
    expect(other.sharedWith(packed)).toBe(packed);
    expect(other.sharedWith(packer.pack({ name: "Kitchen" }))).toBe(other);
    expect(other.sharedWith(packerAfter(long).pack({ name: "Cinema" }))).toBe(other);
    expect(other.sharedWith(undefined)).toBe(other);
  });
});

function packerAfter(payload: JsonObject): PayloadPacker {
  const after = new PayloadPacker();
  after.pack(payload);
  return after;
}
