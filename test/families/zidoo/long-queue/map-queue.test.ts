import { describe, expect, it } from "vitest";
import type { MusicQueue } from "../../../../src/core/resources/queue.ts";
import type { QueueView } from "../../../../src/families/family.ts";
import { type Fields, queueOf, track, valueIn } from "../payloads.ts";

const read = (fields: Fields | string, view: Partial<QueueView> = {}) => valueIn("queue", fields, view);
const one = (change: Fields): Fields => ({ total: 1, array: [track(change)] });
const positions = ({ entries }: MusicQueue): unknown[] => entries.map((entry) => entry["position"]);
const pagesOf = ({ pages }: MusicQueue): Fields[][] => pages.map((page) => JSON.parse(page) as Fields[]);

describe("a music queue", () => {
  it("is mapped with its envelope and its current entry", () => {
    expect(read({ ...queueOf(3, 1), totalDuration: 900 })).toMatchObject({
      envelope: { id: 5, start: 0, count: -1, total: 3, totalDuration: 900 },
      total: 3,
      current: 1,
      title: "Song 1",
      artist: "the artist",
      album: "the album",
      pages: [],
    });
  });

  it("shows the readable fields of an entry, under the documented names", () => {
    expect(read(queueOf(2, 1)).entries[1]).toEqual({
      position: 1,
      title: "Song 1",
      artist: "the artist",
      album: "the album",
      duration: 216,
      extension: "the extension",
      bits: 107,
      SampleRate: 101,
      channels: 109,
      isLossless: false,
      active: true,
    });
  });

  it("shows every field of an entry, even undocumented ones, with queue.fields: all", () => {
    const [entry] = read(one({ news: { a: 1 } }), { fields: "all" }).entries;
    expect(entry).toEqual({ ...track({ news: { a: 1 } }), position: 0 });
  });

  it.each([
    ["window", 50, 0, 50],
    ["window", 50, 30, 50],
    ["window", 5, 30, 5],
    ["none", 50, 30, 0],
  ] as const)("published as %s of %i around entry %i has %i entries", (publish, window, active, count) => {
    const queue = read(queueOf(60, active), { publish, window });
    expect(queue.entries).toHaveLength(count);
    expect([queue.current, queue.title, queue.total]).toEqual([active, `Song ${active}`, 60]);
    expect(count === 0 || positions(queue).includes(active)).toBe(true);
  });

  it("shows a window with a fifth of it before the current entry", () => {
    expect(positions(read(queueOf(60, 30), { window: 10 }))).toEqual([
      28, 29, 30, 31, 32, 33, 34, 35, 36, 37,
    ]);
  });

  it("counts positions from where the answer starts", () => {
    const queue = read({ ...queueOf(3, 2), start: "100", total: 500 });
    expect([queue.current, queue.total, positions(queue)]).toEqual([102, 500, [100, 101, 102]]);
  });

  it.each<[unknown, boolean]>([
    [true, true],
    [1, true],
    [" TRUE ", true],
    [0, false],
    [{ toString: null, valueOf: null }, false],
    [["1"], false],
  ])("knows by active %j whether an entry is the current one: %s", (active, isCurrent) => {
    const queue = read(one({ active }));
    expect(queue.current).toBe(isCurrent ? 0 : undefined);
    expect(queue.entries[0]?.["active"]).toBe(isCurrent);
  });

  it("is read from whatever its entries hold", () => {
    const array = [
      null,
      "nonsense",
      [1],
      {},
      track({ duration: "61000", bits: "24", title: 99, isLossless: 1 }),
    ];
    const { entries, total } = read({ array });
    expect(entries.slice(0, 4)).toEqual([0, 1, 2, 3].map((position) => ({ position, active: false })));
    expect(entries[4]).toMatchObject({ position: 4, duration: 61, bits: 24, title: "99", isLossless: true });
    expect(total).toBe(5);
  });

  it("takes the file's name where an entry has no title", () => {
    const queue = read(one({ title: undefined, active: true }));
    expect([queue.title, queue.entries[0]?.["title"]]).toEqual(["the fileName", "the fileName"]);
    const bare = read({ array: [{ active: 1 }] });
    expect([bare.title, bare.artist, bare.album]).toEqual(["", "", ""]);
  });

  it("may be empty, or only counted", () => {
    expect(read({ array: [] })).toMatchObject({ total: 0, entries: [], current: undefined });
    expect(read({ total: 7 })).toMatchObject({ total: 7, entries: [], envelope: { id: 0, count: 0 } });
    expect(read({ total: 7, array: "none" })).toMatchObject({ total: 7, entries: [] });
  });

  it("keeps its own count of positions and totals finite and its own", () => {
    const queue = read('{"total":1e999,"start":1e999,"array":[{"position":"x","title":"A"}]}', {
      fields: "all",
    });
    expect(queue).toMatchObject({ total: 1, entries: [{ position: 0, title: "A" }] });
  });
});

describe("addresses in a queue", () => {
  const secret = "https://cdn.example/a.flac?token=secret#secret";
  const fields = {
    uri: secret,
    title: secret,
    sources: ` HTTP://x/y?secret`,
    news: { deep: [secret] },
    active: true,
  };

  it("lose their query wherever they stand", () => {
    for (const view of [{ fields: "all" }, { fields: "essential" }, { publish: "all" }] as const) {
      const queue = read({ ...one(fields), cover: secret }, view);
      expect(JSON.stringify(queue)).not.toContain("secret");
      expect(queue.title).toBe("https://cdn.example/a.flac");
    }
  });

  it("keep what is no query of an address", () => {
    const kept = { uri: "smb://nas/Who?/#1.flac", title: "What? #1", artist: "see https://x/?q" };
    expect(read(one(kept), { fields: "all" }).entries[0]).toMatchObject(kept);
  });
});

describe("the pages of a queue", () => {
  it("hold every entry in full, fifty to a page", () => {
    const pages = pagesOf(read(queueOf(120, 3), { publish: "all" }));
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(pages.flat().map((entry) => entry["position"])).toEqual(
      Array.from({ length: 120 }, (_, at) => at),
    );
    expect(pages[2]?.[0]).toEqual({ ...track({ title: "Song 100", id: 100 }), position: 100 });
  });

  it.each([100_000, 20_000, 5000])("fit into payloads of %i bytes", (maxPayloadBytes) => {
    const queue = read(queueOf(120, 3), { publish: "all", maxPayloadBytes });
    for (const page of queue.pages) expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maxPayloadBytes);
    expect(pagesOf(queue).flat()).toHaveLength(120);
  });

  it("hold one entry each where even two are too large", () => {
    expect(read(queueOf(4, 0), { publish: "all", maxPayloadBytes: 10 }).pages).toHaveLength(4);
  });

  it("are none of an empty queue", () => {
    expect(read({ array: [] }, { publish: "all" }).pages).toEqual([]);
  });
});
