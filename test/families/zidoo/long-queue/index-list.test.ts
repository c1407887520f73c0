import { describe, expect, it } from "vitest";
import {
  indexList,
  type ListIndex,
  type ListReading,
} from "../../../../src/families/zidoo/long-queue/index-list.ts";
import { parseJson } from "../../../../src/families/http/parse-json.ts";
import { atOnce } from "../../../support/at-once.ts";

/** Entries that are told apart by a name. */
function listOf(names: readonly string[], separator = ","): string {
  return `{"total":${names.length},"list":[${names.map((name) => `{"name":"${name}"}`).join(separator)}]}`;
}

const names = Array.from({ length: 300 }, (_, place) => `n${place}`);

/** Indexes texts one after another; tells which entries of the last one had to be read. */
function readOf(texts: readonly string[]): { index: ListIndex | undefined; read: string[] } {
  let [index, read]: [ListIndex | undefined, string[]] = [undefined, []];
  for (const text of texts) {
    read = [];
    const reading = {
      key: "list",
      parse: (json: Buffer): unknown => JSON.parse(json.toString()),
      isMarked: (entry: unknown): boolean => {
        const { name } = entry as { name: string };
        read.push(name);
        return name.startsWith("m");
      },
    };
    index = atOnce(indexList(Buffer.from(text), reading, index));
  }
  return { index, read };
}

/** Parses as the device does, and marks nothing. */
const plain: ListReading = { key: "list", parse: (json) => parseJson(json, false), isMarked: () => false };

function entriesOf(index: ListIndex | undefined): string[] {
  return Array.from(
    { length: index?.entries.length ?? 0 },
    (_, at) => index?.entries.bytes(at).toString() ?? "",
  );
}

describe("the index of a list", () => {
  it.each<[string, string[], string[]]>([
    ["an entry changed", names.with(100, "x100"), ["x100"]],
    ["two changed, and what is between them", names.with(7, "x7").with(9, "x9"), ["x7", "n8", "x9"]],
    ["the first changed", names.with(0, "x0"), ["x0"]],
    ["an entry became longer", names.with(297, "longer"), ["longer", "n298", "n299"]],
    ["the order is the other way round", names.toReversed(), names.toReversed()],
    ["entries were taken out", names.slice(200), names.slice(200)],
    ["nothing is left", [], []],
  ])("reads only what is between the common ends of the texts when %s", (_what, after, wanted) => {
    const { index, read } = readOf([listOf(names), listOf(after)]);
    expect(read).toEqual(wanted);
    expect(entriesOf(index)).toEqual(after.map((name) => `{"name":"${name}"}`));
  });

  it("knows which entries are the same at the same place", () => {
    const keptOf = (...texts: readonly string[][]): number[] => {
      const entries = readOf(texts.map((each) => listOf(each))).index?.entries;
      return Array.from(names.keys()).filter((at) => entries?.isKept(at));
    };
    expect(keptOf(["a", "b", "c", "d"], ["a", "b", "x", "d"])).toEqual([0, 1, 3]);
    // As long as before, and with one entry less before the common end.
    expect(keptOf(["a", "b", "c", "d"], ["a", "x".repeat(14), "d"])).toEqual([]);
  });

  it("makes room as it goes, also for more entries than there were", () => {
    const many = Array.from({ length: 3000 }, (_, at) => String(at));
    expect(entriesOf(readOf([listOf(["0"]), listOf(many)]).index)).toHaveLength(3000);
  });

  it("pauses while it reads much, and not for little", () => {
    const long = listOf(names.map((name) => name.padEnd(5000, ".")));
    const pausesFor = (body: string, before?: ListIndex): number =>
      [...indexList(Buffer.from(body), plain, before)].length;
    expect(pausesFor(long)).toBeGreaterThan(9);
    const { index } = readOf([long]);
    expect(pausesFor(long.replace("n0", "m0"), index)).toBe(0);
  });

  it("leaves a list to the parser where it would take an inner one for it behind long white space", () => {
    const text = `{"more"${" ".repeat(70_000)}:{"total":1,"list":[5]},"list":[1,2]}`;
    expect(atOnce(indexList(Buffer.from(text), plain, undefined))).toBeUndefined();
  });

  it("lets a bug through", () => {
    const buggy: ListReading = {
      ...plain,
      isMarked: () => {
        throw new TypeError("a bug");
      },
    };
    expect(() => atOnce(indexList(Buffer.from('{"list":[1]}'), buggy, undefined))).toThrow("a bug");
  });
});
