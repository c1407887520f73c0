import { describe, expect, it } from "vitest";
import { remoteKeyOf } from "../../../page/remote/keys.ts";

describe("a key of the keyboard", () => {
  it.each([
    ["ArrowUp", "Up"],
    ["Enter", "Ok"],
    ["Escape", "Back"],
    ["0", "Number_0"],
    ["x", undefined],
  ])("%s presses %s", (pressed, key) => {
    expect(remoteKeyOf(pressed)).toBe(key);
  });
});
