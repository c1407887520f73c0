import { fetch } from "undici";
import { describe, expect } from "vitest";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed, rejected } from "../support/bridge/outcomes.ts";

const now = (): number => performance.now();
const on = { "library.enabled": "true" };

interface Page {
  readonly reason?: string;
  readonly total?: number;
  readonly count?: number;
  readonly entries?: readonly { readonly id: string; readonly title: string; readonly art?: string }[];
}

async function ask(bridged: Bridged, question: object | string): Promise<Page> {
  const transaction = Math.random();
  const text = typeof question === "string" ? question : JSON.stringify({ ...question, transaction });
  const before = bridged.subscriber.said("/library/page").length;
  await bridged.subscriber.send("player2mqtt/den/library/get", text);
  return until(() => {
    const pages = bridged.subscriber.said("/library/page").slice(before);
    const found = pages.map((page) => JSON.parse(page) as Page & { readonly transaction?: number });
    return found.find((page) => typeof question === "string" || page.transaction === transaction);
  });
}

const it = withBridge({ preset: "audio", now }, { args: on });

describe("the library of a player", () => {
  it("is not asked for anything by itself, and not at all unless it is enabled", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim);
    expect(await ask(bridged, { list: "albums" })).toMatchObject({
      reason: "the library is not read: set library.enabled",
      reasonCode: "library.off",
    });
    expect(sim.traffic.count("getAlbums")).toBe(0);
  });

  it("is browsed in pages: albums, artists, tracks, playlists, and what belongs to them", async ({
    bridged,
  }) => {
    const albums = await ask(bridged, { list: "albums", start: 1, count: 2 });
    expect(albums).toMatchObject({ list: "albums", start: 1, count: 2, total: 7 });
    expect(albums.entries?.[0]).toEqual({
      id: "701",
      title: "Seven Lamps",
      artist: "The Copper Hours",
      year: 2031,
      tracks: 6,
    });
    const tracks = await ask(bridged, { list: "tracks", album: 701 });
    expect(tracks).toMatchObject({ count: 6, total: 6 });
    expect(tracks.entries?.[0]).toMatchObject({ album: "Seven Lamps", duration: expect.any(Number) });
    expect(JSON.stringify(tracks)).not.toContain("/storage");
    const artists = await ask(bridged, { list: "artists" });
    const id = artists.entries?.[0]?.id;
    expect(await ask(bridged, { list: "albums", artist: id })).toMatchObject({ count: 2 });
    expect(await ask(bridged, { list: "tracks", artist: id, count: 5 })).toMatchObject({ count: 5 });
    expect(await ask(bridged, { list: "playlists", start: 1 })).toMatchObject({
      total: 2,
      entries: [{ id: "5", title: "Long drive" }],
    });
    expect((await ask(bridged, { list: "tracks", playlist: "5" })).total).toBeGreaterThan(3);
    expect((await ask(bridged, { list: "tracks" })).count).toBeGreaterThan(20);
  });

  it("is searched", async ({ bridged }) => {
    expect(await ask(bridged, { list: "albums", search: "lamps" })).toMatchObject({
      entries: [{ title: "Seven Lamps" }, { title: "Seven Lamps" }],
    });
    expect(await ask(bridged, { list: "artists", search: "björn & Co" })).toMatchObject({ count: 0 });
    expect((await ask(bridged, { list: "tracks", search: "ferry" })).count).toBeGreaterThan(0);
  });

  it("has an empty page beyond the end, and for an unknown id", async ({ bridged }) => {
    expect(await ask(bridged, { list: "albums", start: 5000 })).toMatchObject({ count: 0, total: 7 });
    expect(await ask(bridged, { list: "tracks", album: "999999999" })).toMatchObject({ count: 0, total: 0 });
  });

  it.for<[string, RegExp]>([
    ["{", /^malformed JSON/],
    ['{"list":"tracks","album":"1","artist":"2"}', /^at most one of/],
    ["x".repeat(5000), /^too long/],
  ])("refuses %j", async ([question, reason], { sim, bridged }) => {
    expect(await ask(bridged, question)).toMatchObject({ reason: expect.stringMatching(reason) });
    expect(sim.traffic.requests.some(({ path }) => /getAlbums|search|Musics/.test(path))).toBe(false);
  });

  it("keeps a page, and asks for a missing list once", async ({ sim, bridged }) => {
    await ask(bridged, { list: "albums" });
    expect(await ask(bridged, { list: "albums" })).toMatchObject({ total: 7 });
    expect(sim.traffic.count("getAlbums")).toBe(1);
    for (let times = 0; times < 2; times++) {
      expect(await ask(bridged, { list: "films" })).toMatchObject({ reason: "this player has no such list" });
    }
    expect(sim.traffic.count("getAggregations")).toBe(1);
    expect(await ask(bridged, { list: "favourites" })).toMatchObject({ entries: expect.any(Array) });
  });

  it("says what the player refuses", async ({ sim, bridged }) => {
    sim.behaviors.add("status:804@getAlbums*1");
    expect(await ask(bridged, { list: "albums" })).toMatchObject({ reason: "body status 804" });
    expect(await ask(bridged, { list: "albums" })).toMatchObject({ total: 7 });
  });

  it("says that the player is offline, and is asked again for all when it returns", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, { args: { ...on, "device.offlineAfter": "1" } });
    await ask(bridged, { list: "albums" });
    await sim.sleep();
    await bridged.waitFor("availability", "offline");
    expect(await ask(bridged, { list: "artists" })).toMatchObject({ reason: "the player is offline" });
    await sim.wake();
    await bridged.waitFor("availability", "online");
    expect(await ask(bridged, { list: "albums" })).toMatchObject({ total: 7 });
    expect(sim.traffic.count("getAlbums")).toBe(2);
  });

  it("plays an album, a playlist and tracks, which replaces the queue", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim);
    expect(await bridged.set("library/play", "album 703")).toMatchObject({ outcome: "applied" });
    expect(new Set(sim.player.music.entries.map(({ albumId }) => albumId))).toEqual(new Set([703]));
    expect(await bridged.set("library/play", "Playlist 5")).toMatchObject({ outcome: "applied" });
    const [first, second] = sim.player.music.entries.map(({ id }) => id);
    const tracks = `track ${second}, ${first}`;
    expect(await bridged.set("library/play", tracks)).toMatchObject({ outcome: "applied" });
    expect(sim.player.music.entries.map(({ id }) => id)).toEqual([second, first]);
    expect(await bridged.set("library/play", "album 999")).toMatchObject(
      failed("not applied: the player still shows what played before"),
    );
    expect(await bridged.set("library/play", "film 1")).toMatchObject(rejected("this player has no video"));
  });

  it("finds the second page of a search although players ignore where it begins", async ({ bridged }) => {
    const all = (await ask(bridged, { list: "tracks", search: "e" })).entries ?? [];
    expect(all.length).toBeGreaterThan(5);
    const rest = await ask(bridged, { list: "tracks", search: "e", start: 5, count: 3 });
    expect(rest).toMatchObject({ total: all.length, entries: all.slice(5, 8) });
  });

  it("finds more than 30 by the experimental search, page by page, and 30 without it", async ({ sim }) => {
    const titles = ({ entries = [] }: Page): string[] => entries.map(({ title }) => title);
    {
      await using bridged = await Bridged.settled(sim, { args: on });
      expect(await ask(bridged, { list: "tracks", search: "e" })).toMatchObject({ count: 30, total: 30 });
      expect(sim.traffic.count("searchMusicV2")).toBe(0);
    }
    const args = { ...on, "controls.experimental": "true" };
    await using bridged = await Bridged.settled(sim, { args });
    const all = await ask(bridged, { list: "tracks", search: "e" });
    expect(all.total).toBeGreaterThan(35);
    expect(all.count).toBe(all.total);
    const rest = await ask(bridged, { list: "tracks", search: "e", start: 32, count: 3 });
    expect(titles(rest)).toEqual(titles(all).slice(32, 35));
    expect(sim.traffic.count("searchMusicV2")).toBe(2);
    expect(await ask(bridged, { list: "albums", search: "lamps" })).toMatchObject({ count: 2 });
  });

  it("searches as usual where the player lacks the experimental search, and asks for that once", async ({
    sim,
  }) => {
    await using bridged = await Bridged.settled(sim, { args: { ...on, "controls.experimental": "true" } });
    sim.behaviors.add("status:405@searchMusicV2");
    for (const search of ["ferry", "orchard"])
      expect((await ask(bridged, { list: "tracks", search })).count).toBeGreaterThan(0);
    expect([sim.traffic.count("searchMusicV2"), sim.traffic.count("searchMusic")]).toEqual([1, 2]);
    expect(await ask(bridged, { list: "tracks", album: "701" })).toMatchObject({ total: 6 });
  });

  it("has the streaming services with their pictures, which are opened, where the owner allows it", async ({
    sim,
  }) => {
    {
      await using bridged = await Bridged.settled(sim, { args: on });
      expect(await ask(bridged, { list: "services" })).toMatchObject({
        reason: "this list is experimental: set controls.experimental to read it",
      });
      expect(JSON.parse(bridged.payload("info") ?? "").library).not.toContain("services");
      expect(sim.traffic.count("getStreamMediaAppList")).toBe(0);
    }
    await using bridged = await Bridged.settled(sim, { args: { ...on, "controls.experimental": "true" } });
    expect(JSON.parse(bridged.payload("info") ?? "").library).toContain("services");
    const { entries = [] } = await ask(bridged, { list: "services" });
    expect(entries).toEqual([
      {
        id: "org.example.tidewater",
        title: "Tidewater",
        picture: expect.stringMatching(/ControlCenter\/Apps\/getAppIcon\?packageName=org.example.tidewater$/),
      },
      expect.objectContaining({ id: "org.example.quartz", title: "Quartz" }),
    ]);
    const icon = await fetch((entries[0] as { picture?: string }).picture ?? "");
    expect(icon.headers.get("content-type")).toBe("image/png");
    expect((await icon.arrayBuffer()).byteLength).toBeGreaterThan(100);
    expect(await ask(bridged, { list: "services", start: 1 })).toMatchObject({ total: 2, count: 1 });
    const open = (id = "") => bridged.set("library/play", `service ${id}`);
    expect(await open(entries[1]?.id)).toMatchObject({ outcome: "applied" });
    expect(sim.player.openedApps).toEqual(["org.example.quartz"]);
    expect(await open("org.example.none")).toMatchObject(failed("body status 805"));
    expect(await open("a b")).toMatchObject({ outcome: "rejected" });
    expect(sim.player.openedApps).toEqual(["org.example.quartz"]);
  });

  it("has only the lists of its make, and asks for no other", async () => {
    // It holds requests until something changes.
    await using sim = Object.assign(await startBluos(), { mostAtOnce: 4 });
    await using bridged = await Bridged.settled(sim, { args: on });
    expect(JSON.parse(bridged.payload("info") ?? "")).toMatchObject({
      library: ["services"],
      librarySearch: ["services"],
    });
    for (const list of ["albums", "files", "watching"])
      expect(await ask(bridged, { list })).toMatchObject({ reason: "this player has no such list" });
    const { entries = [] } = await ask(bridged, { list: "services", search: "six windows" });
    expect(new Set(entries.map(({ title }) => title))).toEqual(new Set(["Six Windows"]));
  });

  it("is read over HTTP as over MQTT: same pages, same budget, and a command interrupts", async ({ sim }) => {
    const args = { ...on, "library.requestsPerHour": "2", "library.slowMs": "600000" };
    await using bridged = await Bridged.settled(sim, { hasHttp: true, args });
    const get = async (path: string): Promise<Page> => {
      const answer = await fetch(`${bridged.bridge.httpUrl}/api/v1/players/den/library/${path}`);
      expect(answer.status).toBe(200);
      return (await answer.json()) as Page;
    };
    const page = await get("tracks?album=701&count=2");
    expect(page).toMatchObject({ list: "tracks", start: 0, total: 6 });
    expect(await ask(bridged, { list: "tracks", album: "701", count: 2 })).toMatchObject({
      // Over HTTP an entry also has the key of its picture.
      entries: page.entries?.map(({ art, ...entry }) => (expect(art).toMatch(/^\w+$/), entry)),
    });
    expect(sim.traffic.count("getAlbumMusics")).toBe(1);
    sim.behaviors.add("hang@getArtists*1");
    const hanging = get("artists");
    await until(() => sim.traffic.count("getArtists") === 1);
    expect(await bridged.set("volume/level", "17")).toMatchObject({ outcome: "applied" });
    expect((await hanging).reason).toMatch(/^interrupted by a command/);
    expect(await get("playlists")).toEqual({
      list: "playlists",
      start: 0,
      entries: [],
      reason: "too many requests: library.requestsPerHour is 2",
      reasonCode: "library.budget",
      reasonValues: { count: 2 },
    });
    expect(await get("tracks?album=701&count=2")).toEqual(page);
  });
});

describe("the films and files of a player", () => {
  const it = withBridge({ now }, { args: on });

  it("has films and collections, which are opened and searched", async ({ bridged }) => {
    const films = await ask(bridged, { list: "films" });
    expect(films).toMatchObject({ total: 4, count: 4 });
    expect(films.entries).toContainEqual({ id: "900", title: "Night sky", collection: true });
    const inside = await ask(bridged, { list: "films", collection: "900", count: 2 });
    expect(inside).toMatchObject({ count: 2, total: 3 });
    expect(inside.entries?.[0]).toEqual({
      id: "501",
      picture: expect.stringContaining("/getPoster?id=501"),
      title: expect.stringMatching(/^The Lighthouse/),
    });
    const found = await ask(bridged, { list: "films", search: "COMETS" });
    expect(found).toMatchObject({ total: 1, entries: [{ id: "502" }] });
    expect(await ask(bridged, { list: "films", search: "comets", start: 30 })).toMatchObject({ count: 0 });
  });

  it("has the shelves of the film library, each with its own films", async ({ sim, bridged }) => {
    const shelves = {
      watching: ["The Lighthouse Ledger"],
      unwatched: ["Moss, Slowly — a documentary", "Paper Comets in 3D"],
      "recent-films": ["Moss, Slowly — a documentary"],
      "favourite-films": ["The Lighthouse Ledger"],
    };
    for (const [list, titles] of Object.entries(shelves)) {
      const page = await ask(bridged, { list });
      expect([page.total, page.entries?.map(({ title }) => title)]).toEqual([titles.length, titles]);
    }
    expect(await ask(bridged, { list: "unwatched", start: 1 })).toMatchObject({
      total: 2,
      entries: [{ id: "502", picture: expect.stringContaining("/getPoster?id=502") }],
    });
    const search = await ask(bridged, { list: "watching", search: "x" });
    expect(search.reason).toBe("watching cannot be narrowed by search");
    expect(sim.traffic.requests.some(({ path }) => path.includes("searchAggregation"))).toBe(false);
  });

  it("has the files of the player: volumes, folders, and the hosts of its network", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, { args: { ...on, "controls.experimental": "true" } });
    const files = async (folder?: string) => (await ask(bridged, { list: "files", folder })).entries;
    expect(await files()).toEqual([
      { id: "/storage/music", title: "Internal", folder: true },
      { id: "network:1004:/data/system/nfs/", title: "NFS", folder: true },
      { id: "network:1005:/data/system/smb/", title: "SMB", folder: true },
      { id: "/storage/usb-2", title: "usb-2", folder: true },
    ]);
    const [host] = (await files("network:1005:/data/system/smb/")) ?? [];
    expect(host).toEqual({ id: "host:1005:192.0.2.9", title: "attic-nas", folder: true });
    const [share] = (await files(host?.id)) ?? [];
    expect(share).toEqual({ id: "/data/system/smb/attic-nas#Films", title: "Films", folder: true });
    const [genre] = (await files(share?.id)) ?? [];
    const [film] = (await files(genre?.id)) ?? [];
    expect(film).toMatchObject({ id: sim.player.video.entries[0]?.path, file: "film" });
    sim.player.video.stop();
    expect(await bridged.set("play", film?.id ?? "")).toMatchObject({ outcome: "applied" });
    expect(sim.player.video.current?.title).toBe("The Lighthouse Ledger");
    // Folders first, and what is no film or music can be told from it.
    expect(await files("/storage/usb-2")).toEqual([
      { id: "/storage/usb-2/Discs", title: "Discs", folder: true },
      { id: "/storage/usb-2/Documentaries", title: "Documentaries", folder: true },
      { id: "/storage/usb-2/100 %+.flac", title: "100 %+.flac", file: "audio" },
      { id: "/storage/usb-2/launcher.apk", title: "launcher.apk", file: "other" },
    ]);
    expect(await files("/storage/usb-2/Discs")).toMatchObject([{ folder: true, file: "disc" }]);
    const page = await ask(bridged, { list: "files", folder: "/storage/usb-2", start: 1, count: 2 });
    expect(page).toMatchObject({ total: 4, entries: [{ title: "Documentaries" }, { title: "100 %+.flac" }] });
  });

  it("opens a folder with a long path, and refuses what is none without asking the player", async ({
    sim,
    bridged,
  }) => {
    const long = `/storage/usb-2/${"a long name of a folder ü/".repeat(20)}end `;
    sim.player.video.update(1, { path: `${long}/film.mkv` });
    expect(await ask(bridged, { list: "files", folder: long })).toMatchObject({
      entries: [{ title: "film.mkv", file: "film" }],
    });
    const asked = sim.traffic.count("getFileList");
    const none = { reason: "this player has no such folder" };
    for (const folder of ["storage", "/a/../b", "/storage/./usb-2", "host:1005:", "network:x:/a", "/a\nb"])
      expect(await ask(bridged, { list: "files", folder })).toMatchObject(none);
    expect(await ask(bridged, { list: "files", folder: `/${"x".repeat(1000)}` })).toMatchObject({
      reason: "folder is not a text of 1 to 1000 characters",
    });
    expect(sim.traffic.count("getFileList")).toBe(asked);
    expect(await ask(bridged, { list: "files", folder: "/storage/nothing" })).toMatchObject(none);
    expect(sim.traffic.count("getFileList")).toBe(asked + 1);
  });

  it("has the shelves and files of a player with old firmware, too", async () => {
    await using sim = await startSimulator({ preset: "older", now });
    await using bridged = await Bridged.settled(sim, { args: on });
    expect(await ask(bridged, { list: "watching" })).toMatchObject({ entries: [{ title: "2031" }] });
    expect(await ask(bridged, { list: "files", folder: "/storage/usb-2/Discs" })).toMatchObject({
      entries: [{ title: "Glass Harbour", folder: true, file: "disc" }],
    });
    expect(await ask(bridged, { list: "files", folder: "/nothing" })).toMatchObject({
      reason: "this player has no such folder",
    });
  });

  it("gives up a list of files for a command, and closes after one that is cut off", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, { args: { ...on, "library.slowMs": "600000" } });
    sim.behaviors.add("hang@getFileList*1");
    const folder = ask(bridged, { list: "files", folder: "/storage/usb-2" });
    await until(() => sim.traffic.count("getFileList") === 1);
    expect(await bridged.set("video/playback", "pause")).toMatchObject({ outcome: "applied" });
    expect(await folder).toMatchObject({ reason: expect.stringMatching(/^interrupted by a command/) });
    expect(await ask(bridged, { list: "files", folder: "/storage/usb-2" })).toMatchObject({ total: 4 });
    sim.behaviors.add("truncated@getDevices*1");
    expect(await ask(bridged, { list: "files" })).toMatchObject({ reason: expect.any(String) });
    expect(await ask(bridged, { list: "files", folder: "/storage" })).toMatchObject({
      reason: expect.stringMatching(/^the library is paused for \d+ minutes/),
    });
    expect(sim.traffic.maxConcurrent).toBe(1);
  });

  it("does not open the package of an app, which the player would install", async ({ sim }) => {
    await using bridged = await Bridged.settled(sim, { args: { "controls.experimental": "true" } });
    expect(await bridged.set("play", "/storage/usb-2/launcher.APK")).toMatchObject(
      rejected("the package of an app is not opened: it would be installed"),
    );
    expect(sim.traffic.count("openFile")).toBe(0);
  });
});
