import { describe, expect, it } from "vitest";
import { alone, bridgeNameOf, ordinalOf, ownerOf } from "../../src/core/fleet.ts";
import { isBridgeName, isPlayerId } from "../../src/core/topics.ts";

describe("a fleet", () => {
  it("calls its bridges by their numbers, and one that is alone by the plain name", () => {
    expect(bridgeNameOf(alone)).toBe("bridge");
    expect(bridgeNameOf({ count: 2, index: 0 })).toBe("bridge-0");
    expect(ownerOf("den", 1)).toBe("bridge");
    expect(ownerOf("den", 3)).toMatch(/^bridge-[012]$/);
  });

  it("has names that no player can have", () => {
    for (const name of ["bridge", "bridge-0", "bridge-12"]) {
      expect([isBridgeName(name), isPlayerId(name)]).toEqual([true, false]);
    }
    for (const id of ["bridge-x", "bridge0", "my-bridge-0"]) {
      expect([isBridgeName(id), isPlayerId(id)]).toEqual([false, true]);
    }
  });

  it.each([
    ["player2mqtt-0", 0],
    ["player2mqtt-12", 12],
    ["player2mqtt-3.players.home.svc.cluster.local", 3],
    ["player2mqtt", undefined],
    ["player2mqtt0", undefined],
    ["node-1a", undefined],
    ["", undefined],
  ])("reads the number of a shard at the end of the host name %j", (hostname, ordinal) => {
    expect(ordinalOf(hostname)).toBe(ordinal);
  });
});
