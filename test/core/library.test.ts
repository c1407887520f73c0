import { describe, expect, it } from "vitest";
import {
  type Browses,
  browseSupport,
  libraryListsOf,
  parseLibraryRequest,
  readLibraryQuery,
  searchedListsOf,
} from "../../src/core/library.ts";
import { plan } from "../../src/core/session/plan.ts";
import { forEachResource } from "../../src/core/resources/player.ts";
import { advance } from "../../src/core/session/advance.ts";
import { policy, select, settled, planned } from "./samples.ts";
import { sessionWith } from "./session-with.ts";

const parse = (question: unknown) =>
  readLibraryQuery(parseLibraryRequest(Buffer.from(JSON.stringify(question))).fields);

it("a request of the library is possible until the family is known, then as it says", () => {
  const known = { browses: new Map([["libraryAlbums", "off"] as const]) };
  expect(browseSupport({ browses: undefined }, "libraryAlbums")).toBe("on");
  expect(browseSupport(known, "libraryAlbums")).toBe("off");
  expect(browseSupport(known, "libraryRecent")).toBe("lacking");
});

it("a player has the lists of what it plays, as far as its family has them", () => {
  const [has, lacks] = [{ support: "supported" }, { support: "unsupported" }] as const;
  const listsOf = (music: typeof has | typeof lacks, video: typeof has | typeof lacks, browses?: Browses) =>
    libraryListsOf({ resources: { music, video }, profile: { browses } });
  expect(listsOf(lacks, lacks)).toEqual([]);
  expect(listsOf(lacks, has)).toEqual([
    "films",
    "watching",
    "unwatched",
    "recent-films",
    "favourite-films",
    "files",
  ]);
  const known = new Map([["libraryAlbums", "on"] as const, ["libraryVolumes", "off"] as const]);
  expect(listsOf(has, has, known)).toEqual(["albums"]);
});

it("a player searches those of its lists for which its family has a search", () => {
  const resources = { music: { support: "supported" }, video: { support: "unsupported" } } as const;
  const searched = (...[name, is]: ["librarySearchServices" | "librarySearchAlbums", "on" | "off"]) =>
    searchedListsOf({
      resources,
      profile: {
        browses: new Map([
          ["libraryServices", "on"],
          [name, is],
        ]),
      },
    });
  expect(searched("librarySearchServices", "on")).toEqual(["services"]);
  expect(searched("librarySearchServices", "off")).toEqual([]);
  expect(searched("librarySearchAlbums", "on")).toEqual([]);
});

describe("a question about the library", () => {
  const long = "x".repeat(998);
  it.each([
    [{ list: "albums" }, "libraryAlbums: 0+50"],
    [{ list: "albums", artist: 7 }, "libraryArtistAlbums:7 0+50"],
    [{ list: "tracks", album: " 9 ", start: 50, count: 1 }, "libraryAlbumTracks:9 50+1"],
    [{ list: "films", search: "x y" }, "librarySearchFilms:x y 0+50"],
    [{ list: "files", folder: ` ${long} ` }, `libraryFolder: ${long}  0+50`],
    [{ list: "tracks", search: "x".repeat(200) }, `librarySearchTracks:${"x".repeat(200)} 0+50`],
    [{ list: "favourites" }, "libraryFavourites: 0+50"],
    [{ list: "recent" }, "libraryRecent: 0+50"],
  ])("%j is one request", (question, request) => {
    const { operation, of, start, count } = parse(question).browse;
    expect(`${operation}:${of} ${start}+${count}`).toBe(request);
  });

  it.each([
    [null, /^unknown list: expected one of albums, artists/],
    [{ list: "constructor" }, /^unknown list/],
    [{ list: "albums", start: 1_000_001 }, /^start is not/],
    [{ list: "albums", start: 0.5 }, /^start is not/],
    [{ list: "albums", start: 1e300 }, /^start is not/],
    [{ list: "albums", start: -1 }, /^start is not/],
    [{ list: "albums", count: 0 }, /^count is not/],
    [{ list: "albums", count: 51 }, /^count is not a whole number from 1 to 50/],
    [{ list: "films", album: "1" }, /^films cannot be narrowed by album/],
    [{ list: "tracks", search: {} }, /^search is not a text/],
    [{ list: "tracks", search: " " }, /^search is not a text of 1 to 200/],
    [{ list: "tracks", search: "x".repeat(201) }, /^search is not a text/],
    [{ list: "playlists", search: "x" }, /^playlists cannot be narrowed by search/],
    [{ list: "tracks", album: [] }, /^album is not a text/],
    [{ list: "tracks", album: "" }, /^album is not a text/],
    [{ list: "tracks", album: "1", search: "x" }, /^at most one of search, album/],
  ])("%j is refused", (question, reason) => {
    expect(() => parse(question)).toThrow(reason);
  });

  it("keeps the sender's own mark, and is refused if it is no JSON", () => {
    expect(parseLibraryRequest(Buffer.from('{"transaction":"t1"}')).transaction).toBe("t1");
    expect(() => parseLibraryRequest(Buffer.from("albums"))).toThrow(/^malformed JSON/);
  });
});

describe("a page of the library", () => {
  const quiet = settled({
    quietUntil: 1000,
    resources: forEachResource((name) => ({ ...settled().resources[name], dueAt: 5000 })),
  });

  it("is requested when nothing else is due, and not before its time", () => {
    expect(plan(quiet, 1000, undefined, 500)).toEqual({ kind: "browse" });
    expect(plan(quiet, 900, undefined, 500)).toEqual({ kind: "wait", ms: 100 });
    expect(plan(quiet, 1000, undefined, 1200)).toEqual({ kind: "wait", ms: 200 });
    expect(plan(quiet, 5000, undefined, 500)).toMatchObject({ kind: "read" });
  });

  it("waits for commands, and for a player that is online", () => {
    const command = select("EARC", { receivedAt: 900, expiresAt: 9000 });
    expect(planned(quiet, 1000, command, 500)).toEqual({ kind: "command" });
    expect(plan(sessionWith(quiet, { availability: "offline" }), 1000, undefined, 500)).toEqual({
      kind: "wait",
      ms: 4000,
    });
  });

  it("is followed by the usual gap", () => {
    expect(advance(quiet, { kind: "browsed" }, 2000, policy).schedule.quietUntil).toBe(2150);
  });
});
