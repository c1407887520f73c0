import { describe, expect, it } from "vitest";
import { parsePlaces, placesAddress } from "../../page/library/places.ts";
import { parseRoute, searchLink } from "../../page/route.ts";

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
});
