import { beforeEach, describe, expect, it } from "vitest";
import type { Enqueue } from "../../../src/core/controls/call.ts";
import { DeviceError } from "../../../src/core/errors.ts";
import type { LibraryEntry } from "../../../src/core/library.ts";
import { OtherAnswer } from "../../../src/families/bluos/document.ts";
import { Services } from "../../../src/families/bluos/services.ts";
import { parseXml } from "../../../src/families/http/xml.ts";
import { xml } from "./payloads.ts";

describe("the services of a player", () => {
  /** What it answers, by the key. */
  let answers: Record<string, string>;
  let asked: string[];
  let services: Services;
  let now = 0;
  /** How long it takes for an answer, and what comes of it instead. */
  let tookMs: number;
  let failures: Record<string, Error>;

  beforeEach(() => {
    answers = {};
    asked = [];
    tookMs = 0;
    failures = {};
    services = new Services("http://player", { now: () => now });
  });

  async function read(query: string) {
    const key = new URLSearchParams(query).get("key") ?? "";
    asked.push(key + (new URLSearchParams(query).get("q") ?? ""));
    now += tookMs;
    const failure = failures[key];
    if (failure !== undefined) throw failure;
    const root = parseXml(Buffer.from(answers[key] ?? xml("browse", {})));
    if (root.name === "error") throw new OtherAnswer({ kind: "unsupported" });
    return root;
  }

  const browse = (of = "", start = 0, count = 50) =>
    services.page({ operation: "libraryServiceFolder", of, start, count }, read);

  async function page(...what: Parameters<typeof browse>) {
    const answer = await browse(...what);
    if (answer.kind !== "page") throw new Error(answer.kind);
    return answer.page;
  }

  /** A folder that the player cuts into pages of so many entries. */
  function cut(length: number, size: number, names = "k"): void {
    for (let from = 0; from < length; from += size) {
      const items = Array.from({ length: Math.min(size, length - from) }, (_none, place) =>
        xml("item", { text: `${from + place}`, browseKey: `${names}${from + place}` }),
      );
      const rest = from + size < length ? { nextKey: `s${from + size}` } : {};
      answers[from === 0 ? "s" : `s${from}`] = xml("browse", rest, ...items);
    }
  }

  const titles = ({ entries }: { readonly entries: readonly LibraryEntry[] }) =>
    entries.map(({ title }) => title);

  async function entryOf(item: Readonly<Record<string, string>>): Promise<LibraryEntry> {
    answers[""] = xml("browse", {}, xml("item", item));
    const [entry] = (await page()).entries;
    if (entry === undefined) throw new Error("no entry");
    return entry;
  }

  const requestFor = (id: string, how: Enqueue) =>
    services.requestFor({ operation: "playServiceItem", id, how }, read);

  it("are entries that can be opened, played, or both; a mere text is none", async () => {
    answers[""] = xml(
      "browse",
      { type: "menu" },
      xml("item", { type: "link", text: "TIDAL", image: "/t.png", browseKey: "Tidal:" }),
      xml("item", { type: "audio", text: "Optical", playURL: "/Play?url=Capture%3A1" }),
      xml("item", { type: "album", text: "A", text2: "B", browseKey: "a", playURL: "/Add?id=1&playnow=1" }),
      xml("item", { type: "artist", text: "C", browseKey: "c", contextMenuKey: "m" }),
      xml("item", { type: "track", text: "D", playURL: "/Add?id=2&playnow=1", contextMenuKey: "n" }),
      xml("item", { type: "text", text: "No results" }),
    );
    const { total, entries } = await page();
    expect(total).toBe(5);
    expect(entries.map(({ id: _id, ...entry }) => entry)).toEqual([
      { title: "TIDAL", picture: "http://player/t.png", folder: true },
      { title: "Optical" },
      { title: "A", artist: "B", folder: true, playable: true },
      { title: "C", folder: true, playable: true },
      { title: "D", playable: true },
    ]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(5);
    // Neither keys nor addresses, which may hold accounts.
    expect(JSON.stringify(entries)).not.toMatch(/Tidal:|Capture|playnow/);
  });

  it("are read page by page, as the player cuts them, and no further than wanted", async () => {
    const { id } = await entryOf({ text: "S", browseKey: "s" });
    cut(12, 4);
    asked.splice(0);
    const first = await page(id, 0, 5);
    expect(titles(first)).toEqual(["0", "1", "2", "3", "4"]);
    expect(first.total).toBeUndefined();
    expect(asked).toEqual(["s", "s4"]);
    const second = await page(id, 5, 5);
    expect(titles(second)).toEqual(["5", "6", "7", "8", "9"]);
    expect(second.total).toBe(12);
    expect(asked).toEqual(["s", "s4", "s8"]);
    // The beginning is read again: it may have changed.
    await page(id, 0, 1);
    expect(asked.at(-1)).toBe("s");
  });

  it("are read on by whoever asks again where the player cuts a folder into many pages", async () => {
    const { id } = await entryOf({ text: "S", browseKey: "s" });
    cut(40, 4);
    const notYet = { kind: "refused", reason: { code: "library.not-yet" } };
    expect(await browse(id, 30, 5)).toMatchObject(notYet);
    expect(await browse(id, 30, 5)).toMatchObject(notYet);
    expect(titles(await page(id, 30, 5))).toEqual(["30", "31", "32", "33", "34"]);
    // What somebody else reads from the beginning is no loss, unless the folder has changed.
    await page(id, 0, 1);
    asked.splice(0);
    expect(titles(await page(id, 32, 2))).toEqual(["32", "33"]);
    expect(asked).toEqual([]);
    cut(40, 4, "other");
    await page(id, 0, 1);
    expect(await browse(id, 30, 5)).toMatchObject(notYet);
    // An outdated key is not asked for twice.
    answers["s16"] = xml("error", {});
    await expect(browse(id, 30, 5)).rejects.toThrow("unsupported");
    cut(40, 40);
    expect(titles(await page(id, 30, 1))).toEqual(["30"]);
  });

  it("are read to the end anew after a while: what follows the beginning may have changed", async () => {
    const { id } = await entryOf({ text: "S", browseKey: "s" });
    cut(12, 4);
    await page(id, 0, 12);
    cut(13, 4);
    await page(id, 0, 1);
    expect(titles(await page(id, 8, 9))).toEqual(["8", "9", "10", "11"]);
    now += 600_000;
    await page(id, 0, 1);
    expect(titles(await page(id, 8, 9))).toEqual(["8", "9", "10", "11", "12"]);
  });

  it("keep the ids of a long folder, which is read to a limit", async () => {
    const { id } = await entryOf({ text: "S", browseKey: "s" });
    cut(9000, 2000);
    const first = (await page(id, 0, 1)).entries[0]?.id;
    expect(await browse(id, 4999, 5)).toMatchObject({ kind: "page" });
    expect(await browse(id, 6000, 5)).toMatchObject({
      kind: "refused",
      reason: { text: "only the first 5000 entries of a folder are read" },
    });
    answers["k0"] = xml("browse", {}, xml("item", { text: "A", browseKey: "a" }));
    expect(titles(await page(first))).toEqual(["A"]);
  });

  it("have the parts of a list in a row, and a folder with the rest of each", async () => {
    answers[""] = xml(
      "browse",
      {},
      xml("category", { text: "Albums", nextKey: "more" }, xml("item", { text: "A", browseKey: "a" })),
      xml("category", { text: "Songs" }, xml("item", { text: "S", playURL: "/Add?id=2" })),
    );
    const { entries } = await page();
    expect(entries.map(({ title, folder = false }) => [title, folder])).toEqual([
      ["A", true],
      ["Albums", true],
      ["S", false],
    ]);
    answers["more"] = xml("browse", {}, xml("item", { text: "Z", browseKey: "z" }));
    expect((await page(entries[1]?.id)).entries.map(({ title }) => title)).toEqual(["Z"]);
  });

  it("end with a page without entries, whatever key it has", async () => {
    answers[""] = xml("browse", { nextKey: "" }, xml("item", { text: "S", browseKey: "s" }));
    answers["s"] = xml("browse", { nextKey: "s" });
    const { total, entries } = await page();
    expect(total).toBe(1);
    expect(await page(entries[0]?.id)).toEqual({ total: 0, entries: [] });
    expect(asked).toEqual(["", "s"]);
  });

  const search = (text: string, start = 0, count = 50) =>
    services.page({ operation: "librarySearchServices", of: text, start, count }, read);

  const service = (text: string) => xml("item", { text, browseKey: text });

  /** Services that can be searched, each of which finds an entry of its name. */
  function searchable(...names: readonly string[]): void {
    answers[""] = xml("browse", {}, ...names.map(service));
    for (const name of names) {
      answers[name] = xml("browse", { searchKey: `${name}:search:` });
      answers[`${name}:search:`] = xml("browse", {}, xml("item", { text: name, browseKey: `${name}:found` }));
    }
  }

  it("are searched one after another, each by the key that it gives", async () => {
    answers[""] = xml(
      "browse",
      {},
      ...["A", "B", "Lists", "C"].map(service),
      xml("item", { text: "Optical" }),
    );
    for (const name of ["A", "B", "C"]) answers[name] = xml("browse", { searchKey: `${name}:search:` });
    answers["A:search:"] = xml(
      "browse",
      { serviceName: "Tidewater", nextKey: "A:more" },
      xml("category", { text: "Albums" }, xml("item", { text: "One", text2: "Mira", playURL: "/Add?id=1" })),
      xml("item", { text: "Artists", browseKey: "A:artists" }),
    );
    answers["B:search:"] = xml("error", {});
    answers["C:search:"] = xml("browse", {}, xml("item", { text: "Two", playURL: "/Add?id=2" }));
    const found = await search("x y");
    expect(found.kind === "page" && found.page.entries.map(({ title, artist }) => [title, artist])).toEqual([
      ["One", "Mira"],
      ["Artists", "Tidewater"],
      ["Tidewater", undefined],
      ["Two", undefined],
    ]);
    expect(asked).toEqual(["", "A", "A:search:x y", "B", "B:search:x y", "Lists", "C", "C:search:x y"]);
    // What follows was found already, and the keys are known for a while.
    asked.splice(0);
    expect(await search("x y", 3, 1)).toMatchObject({ page: { total: 4, entries: [{ title: "Two" }] } });
    expect(asked).toEqual([]);
    await search("z");
    expect(asked).toEqual(["", "A:search:z", "B:search:z", "C:search:z"]);
    now += 600_000;
    asked.splice(0);
    await search("z");
    expect(asked).toHaveLength(8);
  });

  it.each([
    [new OtherAnswer({ kind: "refused", reason: "log in" }), "log in"],
    [new OtherAnswer({ kind: "unsupported" }), { code: "answer.not-there" }],
    [new DeviceError("broken", "slow"), { text: "slow" }],
    [new DeviceError("malformed", "no XML"), { text: "no XML" }],
  ])(
    "are searched although one fails, and if nothing is found that is no empty page: %s",
    async (failure, reason) => {
      searchable("A", "B");
      failures["A:search:"] = failure;
      const found = await search("x");
      expect(found).toMatchObject({
        page: { total: 1, entries: [{ title: "B" }] },
        lacksSome: expect.anything(),
      });
      answers["B:search:"] = xml("browse", {});
      expect(await search("x")).toMatchObject({ kind: "refused", reason });
      failures = { B: failure };
      answers["A:search:"] = xml("browse", {});
      expect(await search("y")).toMatchObject({ kind: "page", page: { total: 0 }, lacksSome: undefined });
    },
  );

  it("are searched no further when the player is gone", async () => {
    searchable("A", "B");
    failures["A:search:"] = new DeviceError("unreachable", "gone");
    await expect(search("x")).rejects.toThrow("gone");
    expect(asked).toEqual(["", "A", "A:search:x"]);
  });

  it("are searched for as long as somebody waits, and to the end for whoever asks again", async () => {
    searchable("A", "B", "C", "D", "E", "F");
    tookMs = 2000;
    const found = await search("x");
    expect(found).toMatchObject({ page: { total: 3 }, lacksSome: expect.anything() });
    expect(asked).toEqual(["", "A", "A:search:x", "B", "B:search:x", "C", "C:search:x", "D"]);
    expect(await search("x")).toMatchObject({ page: { total: 5 }, lacksSome: expect.anything() });
    tookMs = 1000;
    expect(await search("x")).toMatchObject({ page: { total: 6 }, lacksSome: undefined });
    tookMs = 16_000;
    expect(await search("x")).toMatchObject({ kind: "refused", reason: { code: "library.not-yet" } });
  });

  it("are searched last if they did not answer before, so that they take no time of the others again", async () => {
    searchable("A", "B");
    failures["A:search:"] = new DeviceError("broken", "too slow");
    await search("x");
    delete failures["A:search:"];
    asked.splice(0);
    await search("y");
    await search("z");
    expect(asked).toEqual(["", "B:search:y", "A:search:y", "", "A:search:z", "B:search:z"]);
  });

  it("are searched up to a limit, which those that cannot be searched do not count for", async () => {
    const names = Array.from({ length: 9 }, (_none, place) => `s${place}`);
    searchable(...names);
    answers[""] = xml("browse", {}, ...[...names.map((name) => `list-${name}`), ...names].map(service));
    expect(await search("x")).toMatchObject({ page: { total: 8 }, lacksSome: undefined });
    expect(asked).not.toContain("s8");
  });

  it("know only what was read", async () => {
    expect(await browse("x", 0, 1)).toMatchObject({ kind: "refused" });
    expect(await requestFor("x", "replace")).toBeUndefined();
    expect(asked).toEqual([]);
  });

  const menu = (...actions: readonly (readonly [type: string, query: string])[]) =>
    xml(
      "browse",
      { type: "contextMenu" },
      ...actions.map(([type, query]) => xml("item", { type, actionURL: `/Add?${query}` })),
    );

  it.each([
    ["play", "/Add?p&playnow=1"],
    ["next", "/Add?n&playnow=-1"],
    ["add", "/Add?l&playnow=-1"],
  ] as const)("do %s by the menu of an album", async (how, request) => {
    const { id } = await entryOf({ text: "A", browseKey: "a", playURL: "/Add?id=1", contextMenuKey: "m" });
    // As the player plays it by itself, which needs no menu.
    expect(await requestFor(id, "replace")).toBe("/Add?id=1");
    expect(asked).toEqual([""]);
    answers["m"] = menu(
      ["favourite-add", "f"],
      ["add-shuffle", "s&playnow=1&shuffle=1"],
      ["add-now", "p&playnow=1"],
      ["addAll-next", "n&playnow=-1"],
      ["addAll-last", "l&playnow=-1"],
    );
    expect(await requestFor(id, how)).toBe(request);
  });

  // Measured on a library of files.
  it("tell what plays all tracks of an artist from what adds them, although both have one name", async () => {
    const { id } = await entryOf({ text: "C", browseKey: "c", contextMenuKey: "m" });
    answers["m"] = menu(
      ["addAll-last", "s&playnow=1&shuffle=1"],
      ["addAll-last", "p&playnow=1&shuffle=0"],
      ["addAll-last", "l&playnow=-1"],
    );
    expect(await requestFor(id, "replace")).toBe("/Add?p&playnow=1&shuffle=0");
    expect(await requestFor(id, "play")).toBe("/Add?p&playnow=1&shuffle=0");
    expect(await requestFor(id, "add")).toBe("/Add?l&playnow=-1");
    expect(await requestFor(id, "next")).toBeUndefined();
  });

  it("cannot be added where the player has no menu for them, and send a player nowhere else", async () => {
    const radio = await entryOf({ text: "R", playURL: "/Play?url=TuneIn%3A1" });
    expect(await requestFor(radio.id, "add")).toBeUndefined();
    expect(await requestFor(radio.id, "play")).toBe("/Play?url=TuneIn%3A1");
    const bad = await entryOf({ text: "X", playURL: "//elsewhere/Add", contextMenuKey: "m" });
    answers["m"] = xml("browse", {}, xml("item", { type: "add-last", actionURL: "http://elsewhere/Add" }));
    expect(await requestFor(bad.id, "replace")).toBeUndefined();
    expect(await requestFor(bad.id, "add")).toBeUndefined();
  });
});
