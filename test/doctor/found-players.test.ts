import { describe, expect, it } from "vitest";
import { startSimulator } from "../../src/tools/simulator/start-simulator.ts";
import { examined, foundPlayer, lonely } from "./examined.ts";

const settings = { "broker.port": "9", players: "auto" };

describe("players that are to be found", () => {
  it("are searched for and examined like those of a list", async () => {
    await using player = await startSimulator({ preset: "audio", mac: "02:5e:11:00:00:0a" });
    const search = async () => [foundPlayer(player.url, "02:5e:11:00:00:0a")];
    const { of } = await examined(settings, { ...lonely, search });
    expect(of("configuration", "settings")).toMatchObject([
      { verdict: "good", text: expect.stringContaining("1 player found on the network") },
    ]);
    expect(of("players/sim-a4-000a", "poll")).not.toEqual([]);
  });

  it("are missed when none answers", async () => {
    const { of } = await examined(settings);
    expect(of("configuration", "settings")).toMatchObject([
      { verdict: "fault", advice: expect.stringContaining("--network host") },
    ]);
  });
});
