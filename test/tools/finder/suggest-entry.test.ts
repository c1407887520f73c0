import { describe, expect, it } from "vitest";
import { isPlayerId } from "../../../src/core/topics/topics.ts";
import { suggestEntry } from "../../../src/tools/finder/suggest-entry.ts";

function entry(name: string | undefined, mac?: string) {
  return suggestEntry({
    url: "http://192.168.1.20:9529",
    mac,
    ways: [],
    family: "zidoo",
    model: { maker: undefined, model: name, firmware: "v1", mac },
  });
}

describe("the entry for a discovered player", () => {
  it.each([undefined, "", "播放器", "x".repeat(99), "--", "Zürich", "SIM V9 (Pro)"])(
    "has a valid id for the model %j",
    (name) => {
      expect(isPlayerId(entry(name, "02:5e:11:00:ab:01").id)).toBe(true);
      expect(isPlayerId(entry(name).id)).toBe(true);
    },
  );
});
