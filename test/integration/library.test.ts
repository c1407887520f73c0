import { fetch } from "undici";
import { expect } from "vitest";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import type { PresetName } from "../../simulator/zidoo/presets.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged, type BridgedPlayer } from "../support/bridge/bridged.ts";
import { failed, rejected } from "../support/bridge/outcomes.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";

const now = (): number => performance.now();
const on = { "library.enabled": "true" };
const experimental = { ...on, "controls.experimental": "true" };

type Entry = Readonly<Record<string, string | number | boolean>> & { readonly id: string };

interface Page {
  readonly reason?: string;
  readonly total?: number;
  readonly count?: number;
  readonly entries?: readonly Entry[];
}

type Question = Readonly<Record<string, string | number | undefined>>;

async function ask(bridged: Bridged, question: Question | string): Promise<Page> {
  const transaction = Math.random();
  const text = typeof question === "string" ? question : JSON.stringify({ ...question, transaction });
  const before = bridged.subscriber.said("/library/page").length;
  await bridged.subscriber.send("player2mqtt/den/library/get", text);
  const page = await until(() => {
    const pages = bridged.subscriber.said("/library/page").slice(before);
    const found = pages.map((page) => JSON.parse(page) as Page & { readonly transaction?: number });
    return found.find((page) => typeof question === "string" || page.transaction === transaction);
  });
  const { list, start = 0 } = typeof question === "string" ? {} : question;
  expect(page).toMatchObject(page.entries === undefined ? {} : { list, start });
  return page;
}

const zidoo = (preset: PresetName) => () => startSimulator({ preset, now });
/** It holds requests until something changes. */
const bluos = async () => Object.assign(await startBluos(), { mostAtOnce: 4 });

const share = "/data/system/smb/attic-nas#Films";

/** What a page tells: why it is empty, or how many entries it has of all, each with its fields by name; of some the name alone. */
function summaryOf({ reason, count, total, entries = [] }: Page): string {
  const told = entries.map(({ id, title, ...more }) =>
    [
      id,
      title,
      ...Object.entries(more).map(([name, value]) =>
        value === true || name === "picture" ? name : `${name}=${value}`,
      ),
    ].join(" "),
  );
  return reason ?? [`${count} of ${total}`, ...told].join(" | ");
}

const it = withBridge({ preset: "audio", now }, { args: on });

/** Questions to a player: a list, what narrows it, and after the arrow the page; a low line stands for a space. */
const asked: Readonly<Record<string, readonly [start: () => Promise<BridgedPlayer>, questions: string]>> = {
  "an audio player": [
    zidoo("audio"),
    `
    albums start=1 count=2 → 2 of 7 | 701 Seven Lamps artist=The Copper Hours year=2031 tracks=6 | 702 Paper Weather artist=Orla Venn Trio year=2031 tracks=6
    tracks album=701 count=2 → 2 of 6 | 50009 Second Ferry artist=The Copper Hours album=Seven Lamps picture duration=214 | 50010 Distant Orchard artist=The Copper Hours album=Seven Lamps picture duration=131
    artists start=1 count=1 → 1 of 5 | 10000821 The Copper Hours
    albums artist=10000820 → 2 of 2 | 700 Slow Harbour artist=Nadia Quill year=2031 tracks=6 | 705 Seven Lamps artist=Nadia Quill year=2031 tracks=6
    tracks artist=10000820 count=2 → 2 of 12 | 50000 Amber Ferry artist=Nadia Quill album=Slow Harbour picture duration=120 | 50001 Hollow Orchard artist=Nadia Quill album=Slow Harbour picture duration=157
    playlists start=1 → 1 of 2 | 5 Long drive tracks=21
    tracks playlist=5 count=2 → 2 of 21 | 50001 Hollow Orchard artist=Nadia Quill album=Slow Harbour picture duration=157 | 50004 Quiet Almanac artist=Nadia Quill album=Slow Harbour picture duration=148
    tracks start=41 → 1 of 42 | 50061 Winter Lantern artist=The Copper Hours album=Paper Weather picture duration=225
    favourites count=2 → 2 of 9 | 50000 Amber Ferry artist=Nadia Quill album=Slow Harbour picture duration=120 | 50010 Distant Orchard artist=The Copper Hours album=Seven Lamps picture duration=131
    albums search=lamps → 2 of 2 | 701 Seven Lamps artist=The Copper Hours year=2031 tracks=6 | 705 Seven Lamps artist=Nadia Quill year=2031 tracks=6
    artists search=björn_&_Co → 0 of 0
    tracks search=e start=29 count=3 → 1 of 30 | 50049 Amber Almanac artist=Nadia Quill album=Seven Lamps picture duration=139
    albums start=5000 → 0 of 7
    tracks album=999999999 → 0 of 0
    films → this player has no such list
    tracks album=1 artist=2 → at most one of search, album, artist, playlist, collection, folder is possible
    `,
  ],
  "a film player": [
    zidoo("video"),
    `
    films → 4 of 4 | 501 The Lighthouse Ledger picture | 2 Moss, Slowly — a documentary picture | 502 Paper Comets in 3D picture | 900 Night sky collection
    films collection=900 count=2 → 2 of 3 | 501 The Lighthouse Ledger picture | 2 Moss, Slowly — a documentary picture
    films search=COMETS → 1 of 1 | 502 Paper Comets in 3D picture
    films search=comets start=30 → 0 of 1
    watching → 1 of 1 | 501 The Lighthouse Ledger picture
    unwatched → 2 of 2 | 2 Moss, Slowly — a documentary picture | 502 Paper Comets in 3D picture
    unwatched start=1 → 1 of 2 | 502 Paper Comets in 3D picture
    recent-films → 1 of 1 | 2 Moss, Slowly — a documentary picture
    favourite-films → 1 of 1 | 501 The Lighthouse Ledger picture
    watching search=x → watching cannot be narrowed by search
    files count=2 → 2 of 4 | /storage/music Internal folder | network:1004:/data/system/nfs/ NFS folder
    files start=2 → 2 of 4 | network:1005:/data/system/smb/ SMB folder | /storage/usb-2 usb-2 folder
    files folder=network:1005:/data/system/smb/ → 1 of 1 | host:1005:192.0.2.9 attic-nas folder
    files folder=host:1005:192.0.2.9 → 1 of 1 | /data/system/smb/attic-nas#Films Films folder
    files folder=/data/system/smb/attic-nas#Films → 1 of 1 | /data/system/smb/attic-nas#Films/Drama & Sea Drama & Sea folder
    files folder=/storage/usb-2 count=2 → 2 of 4 | /storage/usb-2/Discs Discs folder | /storage/usb-2/Documentaries Documentaries folder
    files folder=/storage/usb-2 start=2 → 2 of 4 | /storage/usb-2/100 %+.flac 100 %+.flac file=audio | /storage/usb-2/launcher.apk launcher.apk file=other
    files folder=/storage/usb-2/Discs → 1 of 1 | /storage/usb-2/Discs/Glass Harbour Glass Harbour folder file=disc
    files folder=storage → this player has no such folder
    files folder=/storage/nothing → this player has no such folder
    `,
  ],
  "a film player with old firmware": [
    zidoo("older"),
    `
    watching → 1 of 1 | 501 2031 picture
    files folder=/storage/usb-2/Discs → 1 of 1 | /storage/usb-2/Discs/Glass Harbour Glass Harbour folder file=disc
    files folder=/nothing → this player has no such folder
    `,
  ],
  "a BluOS player": [
    bluos,
    `
    albums → this player has no such list
    files → this player has no such list
    watching → this player has no such list
    services search=six_windows → 2 of 2 | 5b3604064a54a2b6 Six Windows artist=Halfway Lights picture folder playable | ad88cc447da31b31 Six Windows artist=Tessa Mor picture folder playable
    `,
  ],
};

it.each(Object.entries(asked))(
  "%s answers each question with its page",
  async (_kind, [start, questions]) => {
    await using sim = await start();
    await using bridged = await Bridged.settled(sim, { args: on });
    const pages: string[] = [];
    const rows = questions
      .trim()
      .split("\n")
      .map((row) => row.trim());
    for (const row of rows) {
      const [question = ""] = row.split(" → ");
      const [list, ...narrowed] = question.split(" ");
      const more = narrowed.map((one) => {
        const [name = "", value = ""] = one.replaceAll("_", " ").split("=");
        return [name, name === "start" || name === "count" ? Number(value) : value];
      });
      pages.push(`${question} → ${summaryOf(await ask(bridged, { list, ...Object.fromEntries(more) }))}`);
    }
    expect(pages).toEqual(rows);
  },
);

it("is not asked for anything by itself, and not at all unless it is enabled", async ({ sim }) => {
  await using bridged = await Bridged.settled(sim);
  expect(await ask(bridged, { list: "albums" })).toMatchObject({
    reason: "the library is not read: set library.enabled",
    reasonCode: "library.off",
  });
  expect(sim.traffic.count("getAlbums")).toBe(0);
});

it("keeps a page but no refusal, asks for a missing list once, and for all again when the player is back", async ({
  sim,
}) => {
  await using bridged = await Bridged.settled(sim, { args: { ...on, "device.offlineAfter": "1" } });
  sim.behaviors.add("status:804@getAlbums*1");
  expect(await ask(bridged, { list: "albums" })).toMatchObject({ reason: "body status 804" });
  for (const text of ["{", "x".repeat(5000)])
    expect(await ask(bridged, text)).toMatchObject({
      reason: expect.stringMatching(/^(?:malformed|too long)/),
    });
  for (let times = 0; times < 2; times++) {
    expect(await ask(bridged, { list: "albums" })).toMatchObject({ total: 7 });
    expect(await ask(bridged, { list: "films" })).toMatchObject({ reason: "this player has no such list" });
  }
  const counts = () => ["getAlbums", "getAggregations"].map((name) => sim.traffic.count(name));
  expect(counts()).toEqual([2, 1]);
  await sim.sleep();
  await bridged.waitFor("availability", "offline");
  expect(await ask(bridged, { list: "artists" })).toMatchObject({ reason: "the player is offline" });
  await sim.wake();
  await bridged.waitFor("availability", "online");
  await ask(bridged, { list: "albums" });
  expect(counts()).toEqual([3, 1]);
});

it("plays an album, a playlist and tracks, which replaces the queue", async ({ sim, bridged }) => {
  const { music } = sim.player;
  expect(await bridged.set("library/play", "album 703")).toMatchObject({ outcome: "applied" });
  expect(new Set(music.entries.map(({ albumId }) => albumId))).toEqual(new Set([703]));
  expect(await bridged.set("library/play", "Playlist 5")).toMatchObject({ outcome: "applied" });
  const [first, second] = music.entries.map(({ id }) => id);
  const tracks = `track ${second}, ${first}`;
  expect(await bridged.set("library/play", tracks)).toMatchObject({ outcome: "applied" });
  expect(music.entries.map(({ id }) => id)).toEqual([second, first]);
  expect(await bridged.set("library/play", "album 999")).toMatchObject(
    failed("not applied: the player still shows what played before"),
  );
  expect(await bridged.set("library/play", "film 1")).toMatchObject(rejected("this player has no video"));
});

it("has the streaming services with their pictures, which are opened, where the owner allows it", async ({
  sim,
  bridged: without,
}) => {
  const listed = (bridged: Bridged): unknown => (bridged.json("info") as { library: unknown }).library;
  expect(await ask(without, { list: "services" })).toMatchObject({
    reason: "this list is experimental: set controls.experimental to read it",
  });
  expect([listed(without), sim.traffic.count("getStreamMediaAppList")]).toEqual([
    expect.not.arrayContaining(["services"]),
    0,
  ]);
  await without.bridge[Symbol.asyncDispose]();
  await using bridged = await Bridged.settled(sim, { args: experimental });
  expect(listed(bridged)).toContain("services");
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
  expect(await ask(bridged, { list: "services", start: 1 })).toMatchObject({ total: 2, count: 1 });
  const open = (id: string) => bridged.set("library/play", `service ${id}`);
  expect(await open("org.example.quartz")).toMatchObject({ outcome: "applied" });
  expect(await open("org.example.none")).toMatchObject(failed("body status 805"));
  expect(await open("a b")).toMatchObject({ outcome: "rejected" });
  expect(sim.player.openedApps).toEqual(["org.example.quartz"]);
});

it("has only the lists of its make", async () => {
  await using sim = await bluos();
  await using bridged = await Bridged.settled(sim, { args: on });
  expect(bridged.json("info")).toMatchObject({ library: ["services"], librarySearch: ["services"] });
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
  expect(await ask(bridged, { list: "playlists" })).toMatchObject({ reasonValues: { count: 2 } });
  expect(await get("tracks?album=701&count=2")).toEqual(page);
});

it("opens a file from the network, and a folder with a long path, and pauses after a list that is cut off", async () => {
  await using sim = await startSimulator({ now });
  await using bridged = await Bridged.settled(sim, { args: experimental });
  const files = async (folder: string) => (await ask(bridged, { list: "files", folder })).entries ?? [];
  const long = `/storage/usb-2/${"a long name of a folder ü/".repeat(20)}end `;
  sim.player.video.update(1, { path: `${long}/film.mkv` });
  expect(await files(long)).toMatchObject([{ title: "film.mkv", file: "film" }]);
  const [genre] = await files(share);
  const [film] = await files(genre?.id ?? "");
  expect(film).toMatchObject({ id: sim.player.video.entries[0]?.path, file: "film" });
  sim.player.video.stop();
  expect(await bridged.set("play", film?.id ?? "")).toMatchObject({ outcome: "applied" });
  expect(sim.player.video.current?.title).toBe("The Lighthouse Ledger");
  sim.behaviors.add("truncated@getDevices*1");
  expect(await ask(bridged, { list: "files" })).toMatchObject({ reason: expect.any(String) });
  expect(await ask(bridged, { list: "films" })).toMatchObject({
    reason: expect.stringMatching(/^the library is paused for \d+ minutes/),
  });
});
