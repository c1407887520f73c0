import { describe, expect, it } from "vitest";
import {
  insideOf,
  parsePlaces,
  placesAddress,
  playing,
  wantedAll,
  wantedOf,
} from "../../page/library/places.ts";
import { parseRoute, searchLink } from "../../page/route.ts";

it("a folder of services is played only where the player says so", () => {
  const services = { list: "services" } as const;
  const folder = { id: "a1", title: "A", folder: true } as const;
  expect(playing(services, folder)).toBeUndefined();
  expect(playing(services, { ...folder, playable: true })).toBe("service a1");
  expect(playing(services, { id: "b2", title: "B" })).toBe("service b2");
});

it.each([
  ["an album of a service", "services", { folder: true, playable: true }, true],
  ["a track of a service", "services", { playable: true }, true],
  ["a station, an input or the app of a service", "services", {}, false],
  ["an album", "albums", {}, true],
  ["a film", "films", {}, false],
  ["a file of music", "files", { file: "audio" }, true],
  ["a file of a film", "files", { file: "film" }, false],
] as const)("%s takes the place of the queue, or leaves it alone", (_, list, entry, isReplacing) => {
  const isAddable = isReplacing && list === "services";
  expect(wantedOf({ list }, [{ id: "a1", title: "A", ...entry }])).toMatchObject({ isReplacing, isAddable });
});

describe("an address of the page", () => {
  it.each([
    ["", { view: "overview" }],
    ["#/check", { view: "check" }],
    [searchLink("a b&c"), { view: "search", searchText: "a b&c" }],
    ["#/search?list=albums", { view: "search", searchText: "" }],
    ["#/players/den", { view: "player", playerId: "den", tab: "now", place: "" }],
    ["#/players/a%2Fb/queue", { view: "player", playerId: "a/b", tab: "queue", place: "" }],
    ["#/players/den/nonsense", { view: "player", playerId: "den", tab: "now", place: "" }],
    ["#/players/%E0%A4%A", { view: "overview" }],
  ])("%s shows %j", (fragment, route) => {
    expect(parseRoute(fragment)).toEqual(route);
  });

  it("names a place in the library, whatever its titles are", () => {
    const opened = [
      { list: "albums", narrowed: ["artist", "a b"], title: "title=&#?/%" },
      { list: "tracks", narrowed: ["album", "7"], title: "" },
    ] as const;
    const route = parseRoute(`#/players/den/library?${placesAddress("artists", "x & y", opened)}`);
    if (route.view !== "player") throw new Error("another view");
    expect(route).toMatchObject({ playerId: "den", tab: "library" });
    expect(parsePlaces(route.place, ["albums", "artists"])).toEqual(["artists", "x & y", opened]);
    // A list that this player lacks, and what nobody has written.
    expect(parsePlaces(route.place, ["films"])[0]).toBe("films");
    expect(parsePlaces("a=b&title=c&list=%zz", [])).toEqual(["albums", "", []]);
  });

  it("has the folders of services as that of files, each in its own list", () => {
    for (const list of ["services", "files"] as const) {
      const opened = [{ list, narrowed: ["folder", "a/b"], title: "B" }] as const;
      expect(parsePlaces(placesAddress(list, "", opened), [list])).toEqual([list, "", opened]);
      expect(insideOf({ list }, { id: "a/b", title: "B", folder: true })).toEqual(opened[0]);
    }
  });

  it("keeps whether a folder of services is played as a whole", () => {
    const album = insideOf({ list: "services" }, { id: "a1", title: "A", folder: true, playable: true });
    const parts = [album, insideOf({ list: "services" }, { id: "b2", title: "B", folder: true })];
    const address = placesAddress(
      "services",
      "",
      parts.flatMap((part) => part ?? []),
    );
    const [, , opened] = parsePlaces(address, ["services"]);
    expect(opened).toEqual(parts);
    expect(opened.map((one) => wantedAll(one)?.request)).toEqual(["service a1", undefined]);
  });
});
