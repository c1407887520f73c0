import { describe, expect, it } from "vitest";
import type { PlayerModel } from "../../../src/core/resources/model.ts";
import { findPlayers, type Search } from "../../../src/tools/finder/find-players.ts";
import type { SearchMethod } from "../../../src/families/family.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { familyOf, model, network } from "./network.ts";

const never = new AbortController().signal;

function search(
  methods: readonly SearchMethod[],
  players: Readonly<Record<string, PlayerModel>>,
): Search & { asked: string[] } {
  const asked: string[] = [];
  const family = familyOf(methods, async (url) => {
    asked.push(url);
    return players[url];
  });
  return { families: [family], clock: fastClock(1), listenMs: 600, asked };
}

describe("a search", () => {
  it("finds each player once, however many answers name it", async () => {
    const ways = [
      await network("drums", "10.0.0.7", "10.0.0.7,10.0.0.11"),
      await network("smoke", "10.0.0.7,10.0.0.10"),
    ];
    const wanted = search(ways, {
      "http://10.0.0.7:9529": model("A", "02:5E:11:00:00:07"),
      "http://10.0.0.10:9529": model("B"),
    });
    const isKnown = (host: string): boolean => host === "10.0.0.11";
    expect(await findPlayers({ ...wanted, isKnown }, never)).toEqual([
      {
        url: "http://10.0.0.7:9529",
        mac: "02:5e:11:00:00:07",
        model: model("A", "02:5E:11:00:00:07"),
        family: "drummers",
        ways: ["drums", "smoke"],
      },
      {
        url: "http://10.0.0.10:9529",
        mac: undefined,
        model: model("B"),
        family: "drummers",
        ways: ["smoke"],
      },
    ]);
    expect(wanted.asked).toHaveLength(2);
  });

  it("merges the two network cards of one player", async () => {
    const mac = "02:5e:11:00:00:07";
    const ways = [await network("drums", "10.0.0.7"), await network("smoke", "10.0.0.8")];
    const wanted = search(ways, {
      "http://10.0.0.7:9529": model("A", mac),
      "http://10.0.0.8:9529": model("A", mac),
    });
    const found = await findPlayers(wanted, never);
    expect(found).toMatchObject([{ url: "http://10.0.0.7:9529", ways: ["drums", "smoke"] }]);
  });

  it("lists the players by address, whichever answers first", async () => {
    let answered = (): void => {};
    const other = new Promise<void>((resolve) => (answered = resolve));
    const family = familyOf([await network("drums", "10.0.0.10,10.0.0.9")], async (url) => {
      if (url.includes("10.0.0.9:")) await other;
      answered();
      return model(url);
    });
    const wanted = { ...search([], {}), families: [family] };
    const found = await findPlayers(wanted, never);
    expect(found.map(({ url }) => url)).toEqual(["http://10.0.0.9:9529", "http://10.0.0.10:9529"]);
  });

  it("asks only families whose methods found the host, each at its own port", async () => {
    const wanted = search([await network("drums", "10.0.0.7")], { "http://10.0.0.7:9529": model("A") });
    const asked: string[] = [];
    const smokers = async (url: string) => {
      asked.push(url);
      return model("B");
    };
    const smoke = {
      ...familyOf([await network("smoke", "10.0.0.8")], smokers),
      name: "smokers",
      defaultPort: 80,
    };
    const families = [smoke, ...wanted.families];
    const found = await findPlayers({ ...wanted, families }, never);
    expect(found.map(({ family, url }) => `${family} ${url}`)).toEqual([
      "drummers http://10.0.0.7:9529",
      "smokers http://10.0.0.8:80",
    ]);
    expect([wanted.asked, asked]).toEqual([["http://10.0.0.7:9529"], ["http://10.0.0.8:80"]]);
  });

  it("sends no request to a host outside the local network", async () => {
    const wanted = search([await network("drums", "198.51.100.7,example.com,::1,10.0.0.7;rm")], {});
    await findPlayers(wanted, never);
    expect(wanted.asked).toEqual([]);
  });

  it("skips hosts that are not players, and is not overloaded by a thousand of them in one answer", async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `10.1.${index >> 8}.${index & 255}`);
    const wanted = search([await network("drums", names.join(","))], {});
    expect(await findPlayers(wanted, never)).toEqual([]);
    expect(wanted.asked).toHaveLength(256);
  });

  it("ends when the signal aborts", async () => {
    const wanted = search([await network("drums", "10.0.0.7")], { "http://10.0.0.7:9529": model("A") });
    expect(await findPlayers(wanted, AbortSignal.abort())).toEqual([]);
    expect(wanted.asked).toEqual([]);
  });

  it("skips a search method that cannot be used", async () => {
    const nowhere: SearchMethod = {
      ...(await network("drums")),
      name: "nowhere",
      group: "255.255.255.255",
      port: 9,
    };
    const ways = [nowhere, await network("smoke", "10.0.0.7")];
    const found = await findPlayers(search(ways, { "http://10.0.0.7:9529": model("A") }), never);
    expect(found.map(({ ways: by }) => by)).toEqual([["smoke"]]);
  });
});
