import { describe, expect, it } from "vitest";
import { insideOf, parsePlaces, placesAddress, wantedAll, wantedOf } from "../../page/library/places.ts";
import { parseRoute, searchLink } from "../../page/route.ts";

it.each([
  ["albums", {}, "library/play album 7", "tracks album 7"],
  ["artists", {}, "library/play artist 7", "albums artist 7"],
  ["playlists", {}, "library/play playlist 7", "tracks playlist 7"],
  ["recent", {}, "library/play track 7,8", undefined],
  ["watching", {}, "library/play film 7", undefined],
  ["films", { collection: true }, undefined, "films collection 7"],
  ["services", {}, "library/play service 7", undefined],
  ["services", { folder: true }, undefined, "services folder 7"],
  ["services", { folder: true, playable: true }, "library/play service 7", "services folder 7"],
  ["files", { folder: true }, undefined, "files folder 7"],
  ["files", { file: "disc" }, "play 7", undefined],
  // An app package.
  ["files", {}, undefined, undefined],
] as const)("an entry of %s with %j is played by %s, and opens %s", (list, entry, played, opened) => {
  const all = [7, 8].map((id) => ({ id: String(id), title: "A", ...entry }));
  const wanted = wantedOf({ list }, all);
  const inside = insideOf({ list }, { id: "7", title: "A", ...entry });
  expect([
    wanted && `${wanted.command} ${wanted.request}`,
    inside && [inside.list, ...(inside.narrowed ?? [])].join(" "),
  ]).toEqual([played, opened]);
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

  it("has the folders of services and of files, each in its own list, and whether one is played as a whole", () => {
    for (const list of ["services", "files"] as const) {
      const album = insideOf({ list }, { id: "a/1", title: "A", folder: true, playable: true });
      const parts = [album, insideOf({ list }, { id: "b2", title: "B", folder: true })];
      const address = placesAddress(
        list,
        "",
        parts.flatMap((part) => part ?? []),
      );
      const [found, , opened] = parsePlaces(address, [list]);
      expect([found, opened, opened[1]?.list]).toEqual([list, parts, list]);
      const played = list === "services" ? "service a/1" : undefined;
      expect(opened.map((one) => wantedAll(one)?.request)).toEqual([played, undefined]);
    }
  });
});
