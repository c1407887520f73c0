import { describe, expect, it } from "vitest";
import { loadWith, onePlayer, problemsWith } from "./load-with.ts";

describe("the settings of a fleet", () => {
  it("are one bridge that is alone, if nothing is said", () => {
    expect(loadWith({ env: onePlayer }).fleet).toEqual({ shardCount: 1, shardIndex: 0 });
  });

  it("take the number of the shard from the host name", () => {
    const env = { ...onePlayer, FLEET_SHARD_COUNT: "3", FLEET_SHARD_INDEX: "auto" };
    expect(loadWith({ env, hostname: "player2mqtt-2" }).fleet).toEqual({ shardCount: 3, shardIndex: 2 });
  });

  it.each([
    [
      { FLEET_SHARD_COUNT: "2", FLEET_SHARD_INDEX: "2" },
      "home",
      /shardIndex: 2 is out of range for 2 shards: expected a number from 0 to 1/,
    ],
    [
      { FLEET_SHARD_COUNT: "2", FLEET_SHARD_INDEX: "auto" },
      "home",
      /auto needs a number at the end of the host name, which is "home"/,
    ],
    [{ FLEET_SHARD_COUNT: "2", FLEET_SHARD_INDEX: "auto" }, "home-2", /2 is out of range for 2 shards/],
    [{ FLEET_SHARD_INDEX: "first" }, "home", /shardIndex .*"first" is not auto or a whole number/],
    [{ FLEET_SHARD_COUNT: "0" }, "home", /shardCount .*0 is not a whole number from 1 to 1000/],
  ])("refuse %j on %s", (fleet, hostname, wanted) => {
    expect(problemsWith({ env: { ...onePlayer, ...fleet }, hostname })).toEqual([
      expect.stringMatching(wanted),
    ]);
  });
});
