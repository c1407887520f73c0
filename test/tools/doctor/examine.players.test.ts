import { describe, expect, it, vi } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { emptyNetwork, examined, foundPlayer } from "./examined.ts";

const noBroker = { "broker.port": "9" };

describe("discovered players", () => {
  it("are examined like configured ones", async () => {
    await using player = await startSimulator({ preset: "audio", mac: "02:5e:11:00:00:0a" });
    const search = async () => [foundPlayer(player.url, "02:5e:11:00:00:0a")];
    const { of, only } = await examined({ ...noBroker, players: "auto" }, { ...emptyNetwork, search });
    expect(only("configuration", "settings", "good")).toMatch("players found on the network: 1,");
    expect(of("players/sim-a4-000a", "poll")).not.toEqual([]);
  });

  it("are reported as missing if none answers", async () => {
    const { only } = await examined({ ...noBroker, players: "auto" });
    expect(only("configuration", "settings", "fault")).toMatch(/-> .*--network host/);
  });
});

describe("many players", () => {
  it("are examined in parallel, searched for once, and each area ends once", async () => {
    const hosts = Array.from({ length: 250 }, (_, index) => `p${index}.invalid`);
    const asked = new Set<string>();
    let answerAll = (): void => {};
    const allAsked = new Promise<void>((resolve) => (answerAll = resolve));
    const resolve = async (host: string): Promise<string[]> => {
      asked.add(host);
      if (asked.size === hosts.length) answerAll();
      await allAsked;
      return [`127.0.1.${hosts.indexOf(host) + 1}`];
    };
    const players = JSON.stringify(
      hosts.map((host, index) => ({ id: `p${index}`, url: `http://${host}:9`, mac: "02:00:5e:00:53:0a" })),
    );
    const search = vi.fn(emptyNetwork.search);
    const { events, of, report } = await examined(
      { ...noBroker, players },
      { ...emptyNetwork, resolve, search },
    );
    expect(of("players/p249", "address")).toMatchObject([{ verdict: "good" }]);
    expect(search).toHaveBeenCalledOnce();
    const ended = events.flatMap((event) => (event.kind === "ended" ? [event.area] : []));
    expect(ended.toSorted()).toEqual(report.areas.map(({ id }) => id).toSorted());
    expect(report.counts.fault).toBe(250);
  });
});
