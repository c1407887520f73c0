import { describe, expect, it } from "vitest";
import { isPlayerId } from "../../../src/core/topics/topics.ts";
import { suggestEntry } from "../../../src/tools/finder/suggest-entry.ts";

function entry(name: string | undefined, mac?: string, url = "http://192.168.1.20:9529") {
  return suggestEntry({
    url,
    mac,
    ways: [],
    family: "zidoo",
    model: { maker: undefined, model: name, firmware: "v1", mac },
  });
}

describe("the entry for a discovered player", () => {
  it("has an id from its model and MAC, regardless of its address", () => {
    const mac = "02:5e:11:00:ab:01";
    const wanted = { id: "sim-v9-pro-ab01", name: "SIM V9 (Pro)", mac };
    expect(entry("SIM V9 (Pro)", mac)).toEqual({ ...wanted, url: "http://192.168.1.20:9529" });
    expect(entry("SIM V9 (Pro)", mac, "http://10.0.0.7:9529")).toEqual({
      ...wanted,
      url: "http://10.0.0.7:9529",
    });
  });

  it("has an id from its address if it reports no MAC", () => {
    expect(entry("A4")).toEqual({ id: "a4-192-168-1-20-9529", name: "A4", url: "http://192.168.1.20:9529" });
  });

  it.each([undefined, "", "播放器", "x".repeat(99), "--", "Zürich"])(
    "has a valid id for the model %j",
    (name) => {
      expect(isPlayerId(entry(name, "02:5e:11:00:ab:01").id)).toBe(true);
      expect(isPlayerId(entry(name).id)).toBe(true);
    },
  );
});
