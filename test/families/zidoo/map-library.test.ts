import { describe, expect, it } from "vitest";
import type { Browse, LibraryEntry } from "../../../src/core/library.ts";
import {
  type LibraryOperationName,
  libraryOperations,
  operationFor,
} from "../../../src/families/zidoo/library-operations.ts";
import { readLibraryPage } from "../../../src/families/zidoo/map-library.ts";
import { json, scripted, signal } from "./opened.ts";

const albums: Browse = { operation: "libraryAlbums", of: "", start: 2, count: 2 };

const context = { origin: "http://player", pathPrefix: "Zidoo" };

function read(body: unknown, isWhole = false, browse = albums) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { entries } = libraryOperations[browse.operation as LibraryOperationName];
  return readLibraryPage(Buffer.from(text), browse, { entries, isWhole }, context);
}

/** The entries of a page that lists these. */
function entriesOf(array: unknown[], change: Partial<Browse> = {}, isWhole = false): readonly LibraryEntry[] {
  const answer = read({ array }, isWhole, { ...albums, ...change });
  if (answer.kind !== "page") throw new Error(`a page was expected, not ${answer.kind}`);
  return answer.page.entries;
}

describe("a page of the library", () => {
  it.each(["array", "data", "list", "aggregations", "all", "tvs"])("is read from the field %s", (field) => {
    expect(read({ total: "9", [field]: [{ id: 1, name: "One", musicCount: 3 }] })).toEqual({
      kind: "page",
      page: { total: 9, entries: [{ id: "1", title: "One", tracks: 3 }] },
    });
  });

  it("has the fields of an entry under the names of different firmware", () => {
    const track = { id: "-7", title: "T", artistName: "A", album: "B", date: "2031-02-03", duration: 61_400 };
    const artist = { id: 5, name: "N", artist: "P", trackCount: "12", year: "0", duration: 0 };
    expect(entriesOf([{ type: 0, result: track }, artist])).toMatchObject([
      { id: "-7", title: "T", artist: "A", album: "B", year: 2031, duration: 61 },
      { id: "5", title: "N", artist: "P", tracks: 12, year: undefined, duration: undefined },
    ]);
  });

  it.each([
    ["libraryAlbumTracks", "ZidooMusicControl/v2/getImage?id=7&musicType=0&type=4&target=16"],
    ["libraryFilms", "ZidooPoster/v2/getPoster?id=7&w=400&h=600"],
    ["libraryFilmsWatching", "ZidooPoster/v2/getPoster?id=7&w=400&h=600"],
    ["libraryAlbums", undefined],
  ] as const)("of %s has the picture %s, which is found by the id", (operation, path) => {
    const picture = path && `http://player/${path}`;
    expect(entriesOf([{ id: 7, name: "N" }], { operation })).toMatchObject([{ picture }]);
  });

  it("has the id of an entry itself, unless it is the file of a film", () => {
    const array = [0, 2].map((type) => ({ id: 7, aggregationId: 8, name: "N", type }));
    const own = { id: "7", title: "N" };
    expect(entriesOf(array)).toEqual([own, own]);
    expect(entriesOf(array, { operation: "libraryFilms" })).toMatchObject([{ id: "8" }, own]);
  });

  it("is nothing but the list, from some firmware", () => {
    expect(read([{ id: 3, name: "Sunday" }], true, { ...albums, start: 0 })).toEqual({
      kind: "page",
      page: { total: 1, entries: [{ id: "3", title: "Sunday" }] },
    });
  });

  it("of films tells collections, and has the ids of films instead of files", () => {
    const films = [
      { id: 7000, aggregationId: 501, name: "F", type: 0, aggregation: { releaseDate: " 2001-02-03" } },
      { id: 900, name: "C", type: 2, date: "c. 1950" },
      { aggregation: { id: 12, name: "S", type: "3" } },
      { id: 5, name: "M", type: 1, year: "1999" },
    ];
    expect(entriesOf(films, { operation: "libraryFilms", start: 0, count: 50 })).toMatchObject([
      { id: "501", title: "F", year: 2001 },
      { id: "900", title: "C", year: undefined, collection: true },
      { id: "12", title: "S", collection: true },
      { id: "5", title: "M", year: 1999 },
    ]);
  });

  it("of files has their paths, however the player writes them, and nothing without one", () => {
    const browse = { operation: "libraryFolder", of: "/a", start: 0, count: 6 } as const;
    const filelist = [
      { name: "b 10.mp4", type: 2, path: "/a/b%2F10.mp4" },
      { name: "b 9.flac", type: "1", path: "%2Fa%2Fb+9%2B.flac" },
      { name: "z", type: 0, path: "%2fa%2fz", isBluray: true },
      { name: "zz", type: 0, path: "/a/zz", isBDMV: 1 },
      { name: "y", type: 0, path: "/a/y" },
      { name: "c", type: 3, path: "/a/c" },
      { name: "", type: 99, path: "/a/note" },
      { name: "broken", type: 1, path: "%2Fa%2" },
      { name: "empty", type: 1, path: "" },
      { name: "odd", type: 1, path: 7 },
      { name: "kind", path: "/a/kind" },
      null,
    ];
    expect(read({ status: 200, isExists: true, filelist }, true, browse)).toEqual({
      kind: "page",
      page: {
        total: 7,
        entries: [
          { id: "/a/y", title: "y", folder: true },
          { id: "/a/z", title: "z", folder: true, file: "disc" },
          { id: "/a/zz", title: "zz", folder: true, file: "disc" },
          { id: "/a/note", title: "/a/note", file: "other" },
          { id: "/a/b 9+.flac", title: "b 9.flac", file: "audio" },
          { id: "/a/b%2F10.mp4", title: "b 10.mp4", file: "film" },
        ],
      },
    });
    expect(read({ status: 200, isExists: false, filelist: [] }, true, browse)).toMatchObject({
      kind: "refused",
    });
  });

  it("of services has those that can be opened, with their icons", () => {
    const browse = { operation: "libraryServices", of: "", start: 1, count: 2 } as const;
    const apps = [
      { packageName: "one", appName: "One" },
      { packageName: "shut", isCanOpen: false },
      { packageName: "a/b" },
      { packageName: "three", appName: "Three" },
      { packageName: "" },
      { packageName: 7 },
      null,
    ];
    const picture = "http://player/ZidooControlCenter/Apps/getAppIcon?packageName=a%2Fb";
    expect(read({ array: apps }, false, browse)).toMatchObject({
      page: { total: 3, entries: [{ id: "a/b", title: "a/b", picture }, { title: "Three" }] },
    });
  });

  it.each([
    ["libraryVolumes", { name: "Disk", type: 1000, path: "/mnt/a" }, "/mnt/a"],
    ["libraryVolumes", { name: "Disk", type: 1004, path: "/smb" }, "network:1004:/smb"],
    ["libraryHosts", { name: "Disk", type: 1004, ip: "10.0.0.9" }, "host:1004:10.0.0.9"],
  ] as const)("of %s has folders: %j", (operation, entry, id) => {
    const body = Buffer.from(JSON.stringify({ list: [entry, { name: "none" }] }));
    const { entries } = libraryOperations[operation];
    expect(readLibraryPage(body, { start: 0, count: 9 }, { entries, isWhole: true }, context)).toEqual({
      kind: "page",
      page: { total: 1, entries: [{ id, title: "Disk", folder: true }] },
    });
  });

  it("does not take the albums of an artist for tracks", () => {
    const fields = { id: 1, name: "N", count: 5, pubDate: "2012" };
    const artists = { operation: "libraryArtists", start: 0, count: 50 } as const;
    expect(entriesOf([fields], artists)).toMatchObject([{ tracks: undefined }]);
    expect(entriesOf([fields], { start: 0 })).toMatchObject([{ tracks: 5, year: 2012 }]);
  });

  it("leaves out what has no id, and the digits of a long one are kept", () => {
    const text = '{"array":[null, 3, {}, {"name":"x"}, {"id":9007199254740993}]}';
    expect(read(text, false, { ...albums, count: 50 })).toMatchObject({
      page: { entries: [{ id: "9007199254740993", title: "" }] },
    });
  });

  it("is cut from a list that the player sends as a whole, or although a page was requested", () => {
    const array = Array.from({ length: 500 }, (_, id) => ({ id, name: "x".repeat(1000) }));
    for (const isWhole of [true, false]) {
      const answer = read({ array }, isWhole);
      expect(answer).toMatchObject({ page: { total: isWhole ? 500 : undefined } });
      const entries = answer.kind === "page" ? answer.page.entries : [];
      expect(entries.map(({ id, title }) => [id, title.length])).toEqual([
        ["2", 300],
        ["3", 300],
      ]);
    }
  });

  it.each([
    [{ status: 806 }, { kind: "page", page: { total: 0, entries: [] } }],
    [{ status: 801 }, { kind: "unsupported" }],
    [{ status: 405 }, { kind: "unsupported" }],
    [{ status: 805 }, { kind: "refused", reason: { text: "body status 805" } }],
    [{ status: 804 }, { kind: "refused", reason: { text: "body status 804" } }],
  ])("%j is an answer", (body, expected) => {
    expect(read(body)).toMatchObject(expected);
  });

  it.each([["{}"], ["3"], ['{"array":{}}'], ["<html>"], [""], [`{"array":[${"{},".repeat(40_000)}{}]}`]])(
    "%s is none",
    (body) => {
      expect(() => read(body)).toThrow(/the answer/);
    },
  );
});

describe("a request to the library", () => {
  it.each<[of: string, LibraryOperationName | undefined]>([
    ["/a/..b/.c", "libraryFolder"],
    ["host:1005:192.0.2.9", "libraryFolder"],
    ["network:1005:/a", "libraryHosts"],
    ...["a", "/a/../b", "/a/./b", "/a/..", "/a\nb", "host:1005:", "network:x:/a"].map(
      (of): [string, undefined] => [of, undefined],
    ),
  ])("for the folder %j is %s", (of, operation) => {
    expect(operationFor({ ...albums, operation: "libraryFolder", of })).toBe(operation);
  });

  it("has its parameters percent-encoded, and its path may be the owner's", async () => {
    const { player, client } = await scripted([json({ array: [] }), json({ array: [] })], {
      paths: { libraryPlaylists: "/{p}/lists" },
    });
    await client.browse({ operation: "librarySearchTracks", of: "a&b=ü#", start: 0, count: 3 }, signal);
    await client.browse({ operation: "libraryPlaylists", of: "", start: 0, count: 3 }, signal);
    expect(player.asked.map(({ path }) => path)).toEqual([
      "/ZidooMusicControl/v2/searchMusic?key=a%26b%3D%C3%BC%23&start=0&count=50",
      "/Zidoo/lists",
    ]);
  });

  it("finds all tracks where the owner trusts that search, and else the first", async () => {
    const page = json({ array: [] });
    const { player, client } = await scripted([page, page, 405, page, 404, 500], { usesUnverified: true });
    const search: Browse = { operation: "librarySearchTracks", of: "a", start: 0, count: 3 };
    const kinds: string[] = [];
    const nowhere: Browse = { ...search, operation: "libraryFolder" };
    for (const browse of [nowhere, albums, search, search, search, search])
      kinds.push(await client.browse(browse, signal).then(({ kind }) => kind, String));
    expect(kinds.join()).toBe("refused,page,page,page,unsupported,DeviceError: HTTP status 500");
    expect(player.asked.map(({ path }) => path.slice(22)).join(" ")).toMatch(
      /^getAlbums.start=2&count=2 (searchMusicV2.key=a&start=0&count=3 ?){2}(searchMusic.key=a&start=0&count=50 ?){3}$/,
    );
  });

  it("fails when the answer is far too long", async () => {
    const { client } = await scripted([json({ array: ["x".repeat(3_000_000)] })]);
    expect(await client.browse(albums, signal).catch(String)).toContain("the longest page of a library");
  });
});
