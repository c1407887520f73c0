import { expect, test } from "vitest";
import { startSimulator } from "../../../simulator/bluos/start-simulator.ts";
import { ask } from "../ask.ts";

// Requests and answers are written from the specification, not from the simulator.

const it = test.extend<{ readonly text: (path: string) => Promise<string> }>({
  // oxlint-disable-next-line no-empty-pattern -- the fixtures that it depends on
  text: async ({}, use) => {
    await using sim = await startSimulator({ bufferMs: 20, queueSize: 4 });
    await use(async (path) => (await ask(sim, path)).text);
  },
});

function all(document: string, pattern: RegExp): (string | undefined)[] {
  return Array.from(document.matchAll(pattern), ([, value]) => value?.replaceAll("&amp;", "&"));
}

function first(document: string, name: string): string {
  return all(document, new RegExp(` ${name}="([^"]*)"`, "g"))[0] ?? "";
}

const titles = (document: string) => all(document, /<title>([^<]*)</g);

it("moves a track, and what plays goes on playing", async ({ text }) => {
  const before = titles(await text("/Playlist?start=0&end=9"));
  const { 0: playing } = before;
  expect(await text("/Move?old=0&new=2")).toContain("<moved>moved</moved>");
  expect(titles(await text("/Playlist?start=0&end=9"))).toEqual([1, 2, 0, 3].map((place) => before[place]));
  const status = await text("/Status");
  expect(status).toContain("<song>2</song>");
  expect(status).toContain(`<name>${playing}</name>`);
  expect(await text("/Move?old=0&new=9")).toMatch(/<error /);
});

it("saves the queue under a name, and clears it", async ({ text }) => {
  expect(await text("/Save?name=Rainy+day")).toContain("<saved><entries>4</entries></saved>");
  expect(await text("/Save")).toMatch(/<error /);
  const id = first(await text("/Playlist?length=1"), "id");
  const cleared = await text("/Clear");
  expect(cleared).toMatch(/<playlist [^>]*length="0"/);
  expect(first(cleared, "id")).not.toBe(id);
  const status = await text("/Status");
  expect(status).toContain("<state>stop</state>");
  expect(status).not.toContain("<name>");
  const lists = await text("/Browse?key=playlists");
  expect(all(lists, / text="([^"]*)"/g)).toEqual(["Rainy day"]);
  expect(await text(all(lists, / playURL="([^"]*)"/g)[0] ?? "")).toMatch(
    /<addsong [^>]*count="4" length="4"/,
  );
  expect(await text("/Status")).toContain("<state>play</state>");
});

it("is browsed from its services and inputs down to a track, page by page", async ({ text }) => {
  const root = await text("/Browse");
  expect(all(root, / inputType="([^"]*)"/g)).toContain("spdif");
  const service = all(root, /text="TIDAL"[^>]* browseKey="([^"]*)"/g)[0] ?? "";
  const under = (key: string, more = "") => text(`/Browse?key=${encodeURIComponent(key)}${more}`);
  const albums: (string | undefined)[] = [];
  let page = await under(service);
  const { length: perPage } = all(page, / browseKey="([^"]*)"/g);
  for (;;) {
    albums.push(...all(page, / browseKey="([^"]*)"/g));
    if (first(page, "nextKey") === "") break;
    page = await under(first(page, "nextKey"));
  }
  expect(albums.length).toBeGreaterThan(perPage);
  expect(new Set(albums).size).toBe(albums.length);
  const album = await under(albums.at(-1) ?? "");
  expect(first(album, "parentKey")).toBe(service);
  const [title] = all(album, / text="([^"]*)"/g);
  await text(all(album, / playURL="([^"]*)"/g)[0] ?? "");
  expect(await text("/Status")).toContain(`<name>${title}</name>`);
  const found = await under(first(await under(service), "searchKey"), "&q=undertow");
  expect(all(found, /<category text="([^"]*)"/g)).toEqual(["Albums", "Songs"]);
  expect(all(found, /type="track" text="([^"]*)"/g)[0]).toContain("Undertow");
  expect(await under("made by hand")).toMatch(/<error /);
});

it("accepts an address of one's own for the queue, and ignores it", async ({ text }) => {
  expect(await text("/Add?url=http%3A%2F%2Fradio.example.net")).toMatch(/count="0" length="4"/);
});
