import { expect, it } from "vitest";
import { ListSearch } from "../../../src/extensions/page/list-search.ts";

const entries = Array.from({ length: 1200 }, (_, place) => ({
  title: `Track ${place}`,
  artist: place === 700 ? "Björn Åland Ensemble" : "Nadia Quill",
  album: place % 2 === 0 ? "Slow Harbour" : "Seven Lamps",
}));

function listOf(of: unknown = entries) {
  const reads: number[] = [];
  const read = (from: number, count: number) => {
    reads.push(from);
    return entries.slice(from, from + count);
  };
  return { reads, list: { of, size: entries.length, read } };
}

it("finds entries that have all words in title, artist or album, regardless of case and accents", async () => {
  const search = new ListSearch();
  const { list } = listOf();
  expect(await search.find(list, "bjorn ALAND")).toEqual([700]);
  const odd = entries.flatMap((_, place) => (place % 2 === 1 && String(place).includes("11") ? [place] : []));
  expect(await search.find(list, "track 11 quill lamps")).toEqual(odd);
  expect(await search.find(list, "nothing like it")).toEqual([]);
});

it("reads a list in parts, and once for all letters of a word", async () => {
  const search = new ListSearch();
  const { list, reads } = listOf();
  await search.find(list, "a");
  await search.find(list, "ab");
  expect(reads).toEqual([0, 500, 1000]);
  await search.find(listOf("another list").list, "ab");
  await search.find(list, "ab");
  expect(reads).toHaveLength(6);
});

it("finds entries behind a part that is not read, and that part once it is", async () => {
  const search = new ListSearch();
  const parts = [[{ title: "Reef" }, {}, { title: "Reef" }], entries.slice(0, 3)];
  const list = { of: parts, size: 3, read: () => parts[0] ?? [] };
  expect(await search.find(list, "reef")).toEqual([0, 2]);
  parts.shift();
  expect(await search.find(list, "track 1")).toEqual([1]);
});
