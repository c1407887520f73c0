import { describe, expect, it } from "vitest";
import {
  alone,
  bridgeNameOf,
  firstOf,
  isFleetMember,
  ordinalOf,
  ownerOf,
  type PlaceFacts,
  placeOf,
} from "../../src/core/fleet.ts";
import { isBridgeName, isPlayerId } from "../../src/core/topics/topics.ts";

describe("a fleet", () => {
  it("names its bridges by their numbers, and a single one plainly", () => {
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
    ["player2mqtt.house-3.example", undefined],
    ["player2mqtt-3.players.home.svc.cluster.local", 3],
    ["player2mqtt", undefined],
    ["player2mqtt0", undefined],
    ["node-1a", undefined],
    ["", undefined],
  ])("reads the number of a shard at the end of the host name %j", (hostname, ordinal) => {
    expect(ordinalOf(hostname)).toBe(ordinal);
  });

  it.each([
    ["bridge", 1, true],
    ["bridge", 2, false],
    ["bridge-0", 1, false],
    ["bridge-1", 2, true],
    ["bridge-2", 2, false],
  ] as const)("knows whether %s is one of %i", (bridge, count, isOne) => {
    expect(isFleetMember(bridge, count)).toBe(isOne);
  });

  it("prefers a single bridge, then the lower number", () => {
    expect(firstOf(["bridge-10", "bridge-2", "bridge-3"])).toBe("bridge-2");
    expect(firstOf(["bridge-0", "bridge"])).toBe("bridge");
    expect(firstOf([])).toBeUndefined();
  });
});

describe("the place of a player", () => {
  const clues: PlaceFacts = {
    self: "bridge-1",
    owner: "bridge-1",
    isOwnerOnline: true,
    isHeldHere: false,
    holder: undefined,
  };

  it.each<[string, Partial<PlaceFacts>, ReturnType<typeof placeOf>]>([
    ["is with a bridge that is alone", { self: "bridge", owner: "bridge-3" }, "here"],
    ["is with its owner", {}, "here"],
    ["is not yet with its owner while another has it", { holder: "bridge-0" }, "waiting"],
    [
      "stays with its owner when one of a higher number has it too",
      { isHeldHere: true, holder: "bridge-2" },
      "here",
    ],
    [
      "leaves its owner when one of a lower number has it too",
      { isHeldHere: true, holder: "bridge-0" },
      "waiting",
    ],
    ["is not here when it belongs elsewhere", { owner: "bridge-0" }, "elsewhere"],
    [
      "stays here until its owner is there",
      { owner: "bridge-0", isHeldHere: true, isOwnerOnline: false },
      "here",
    ],
    ["goes once its owner is there", { owner: "bridge-0", isHeldHere: true }, "elsewhere"],
    [
      "goes when another has it before its owner is there",
      { owner: "bridge-2", isHeldHere: true, isOwnerOnline: false, holder: "bridge-0" },
      "elsewhere",
    ],
  ])("%s", (_words, change, place) => {
    expect(placeOf({ ...clues, ...change })).toBe(place);
  });
});
