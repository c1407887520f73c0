import { describe, expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { examined, foundPlayer, emptyNetwork } from "./examined.ts";

const settings = { "broker.port": "9", players: "auto" };

describe("discovered players", () => {
  it("are examined like configured ones", async () => {
    await using player = await startSimulator({ preset: "audio", mac: "02:5e:11:00:00:0a" });
    const search = async () => [foundPlayer(player.url, "02:5e:11:00:00:0a")];
    const { of, only } = await examined(settings, { ...emptyNetwork, search });
    expect(only("configuration", "settings", "good")).toMatch("players found on the network: 1,");
    expect(of("players/sim-a4-000a", "poll")).not.toEqual([]);
  });

  it("are reported as missing if none answers", async () => {
    const { only } = await examined(settings);
    expect(only("configuration", "settings", "fault")).toMatch(/-> .*--network host/);
  });
});
