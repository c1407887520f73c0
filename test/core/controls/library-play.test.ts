import { expect, it } from "vitest";
import { controls } from "../../../src/core/controls/table.ts";
import { having, settled } from "../samples.ts";
import { decided } from "./decided.ts";

it.each([
  ["album 469", { operation: "playLibraryList", list: "album", id: "469" }],
  ["ARTIST 7", { operation: "playLibraryList", list: "artist", id: "7" }],
  ["playlist 3", { operation: "playLibraryList", list: "playlist", id: "3" }],
  ["track -12", { operation: "playLibraryTracks", ids: ["-12"] }],
  ["track 12, 13,-1", { operation: "playLibraryTracks", ids: ["12", "13", "-1"] }],
  ["replace album 469", { operation: "playLibraryList", list: "album", id: "469" }],
  ["service org.example.quartz", { operation: "openApp", package: "org.example.quartz" }],
  ["film a1", { operation: "playLibraryFilm", id: "a1" }],
])("%s is one call", (request, call) => {
  expect(decided("library/play", request)).toEqual([call]);
});

it.each(["next album 469", "ADD track 12,13"])(
  "%s is rejected, since players only replace their queue",
  (request) => {
    expect(decided("library/play", request)).toBe(
      "rejected: no operation is known that adds to a queue: library/play replaces it",
    );
  },
);

it.each([
  "album",
  "next",
  "469",
  "album 1,2",
  "service a b",
  "song 1",
  "track 1,,2",
  `track ${Array.from({ length: 51 }).fill(1).join(",")}`,
])("%j is malformed", (request) => {
  expect(controls["library/play"].parse(request).problem?.text).toMatch(/^malformed: expected album, artist/);
});

it("takes as long as a player needs, and needs music or films", () => {
  expect(controls["library/play"].parse("album 1").takesMs).toBe(15_000);
  const silent = having(settled(), { music: { support: "unsupported" } });
  expect(decided("library/play", "album 1", silent)).toBe("rejected: this player has no music");
});
