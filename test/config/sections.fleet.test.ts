import { describe, expect, it } from "vitest";
import { loadWith, onePlayer, problemsWith } from "./load-with.ts";

const store = { FLEET_URL: "nats://10.0.0.1:4222, tls://10.0.0.2" };

describe("the settings of a fleet", () => {
  it.each([
    ["house-1", "elsewhere", "house-1"],
    ["auto", "player2mqtt-2", "player2mqtt-2"],
    ["auto", "player2mqtt-3.players.home.svc.cluster.local", "player2mqtt-3"],
    ["auto", "Attic", "attic"],
  ])("name a member %j on %j", (member, hostname, wanted) => {
    const env = { ...onePlayer, ...store, FLEET_MEMBER: member };
    expect(loadWith({ env, hostname }).fleet.member).toBe(wanted);
  });

  it.each([
    [
      { FLEET_MEMBER: "House 1" },
      "home",
      /fleet\.member .*"House 1" is not a member name: expected up to 24/,
    ],
    [{ FLEET_MEMBER: "a".repeat(25) }, "home", /fleet\.member .*is not a member name/],
    [{ ...store }, "my_host", /fleet\.member: auto needs a host name .*"my_host": write a name/],
    [{ ...store, FLEET_MEMBER: "auto" }, ".example", /fleet\.member: auto needs a host name/],
    [{ ...store, FLEET_LEASE_MS: "500" }, "home", /leaseMs .*500 is not a whole number from 2000 to 600000/],
    [{ FLEET_GRACE_MS: "5000" }, "home", /fleet\.graceMs \(FLEET_GRACE_MS\): .*write fleet\.leaseMs instead/],
    [{ FLEET_MEMBER: "house-1" }, "home", /fleet\.member: is set without fleet\.url/],
    [{ FLEET_URL: "mqtt://10.0.0.1" }, "home", /fleet\.url .*expected nats or tls/],
    [
      { FLEET_SHARD_COUNT: "3" },
      "home",
      /fleet\.shardCount \(FLEET_SHARD_COUNT\): .*remove it: .*fleet\.url/,
    ],
    [{ FLEET_SHARD_INDEX: "auto" }, "home", /fleet\.shardIndex \(FLEET_SHARD_INDEX\): .*write fleet\.member/],
  ])("refuse %j on %s", (fleet, hostname, wanted) => {
    expect(problemsWith({ env: { ...onePlayer, ...fleet }, hostname })).toEqual([
      expect.stringMatching(wanted),
    ]);
  });

  it("refuse the fixed shards of a file with what to write instead", () => {
    const files = { "config/local.yaml": "fleet: { shardCount: 3, shardIndex: auto }" };
    expect(problemsWith({ env: onePlayer, files })).toEqual([
      expect.stringMatching(/shardCount .*remove it/),
      expect.stringMatching(/shardIndex .*write fleet\.member instead/),
    ]);
  });

  it.each(["bridge", "bridge-0", "bridge-attic"])("reserve the name %j for bridges", (id) => {
    const env = { ...onePlayer, PLAYER_ID: id };
    expect(problemsWith({ env })).toHaveLength(1);
  });
});
