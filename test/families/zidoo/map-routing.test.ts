import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noRouting, type Routing } from "../../../src/core/resources/audio.ts";
import { type Fields, input, origin, output, outputInfo, routing, valueIn } from "./payloads.ts";

const read = (change: Fields) => valueIn("audio", { ...routing, ...change });

const whole = (path: unknown): string => `${origin}${String(path)}`;
const inputsOf = (...inputData: unknown[]): Routing => read({ inputData }).input;

describe("an input or output", () => {
  it("shows an icon as an address would be written, or none that is elsewhere, whatever its path", () => {
    const others = ["http://evil.example/", "https://10.0.0.9:9529/", "http://[", "javascript:", "data:"];
    const parts = [...Array.from("/.-aÄ%?&=# :@\\"), "..", "%2e", "//", "a.png", ...others];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 8 }), (some) => {
        const icon = some.join("");
        const url = URL.canParse(icon, origin) ? new URL(icon, origin) : undefined;
        const shown = url?.origin === origin ? url.href : null;
        expect(inputsOf({ tag: "A", icon }).entries[0]?.details["icon"]).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });

  it("carries every field, its icons as whole addresses", () => {
    const { input: inputs, output: outputs } = read({});
    expect(inputs.entries).toEqual([
      {
        tag: "EARC",
        name: "Fernseher",
        displayName: "Fernseher",
        enabled: true,
        details: { ...input, icon: whole(input["icon"]), selecticon: whole(input["selecticon"]) },
      },
    ]);
    expect(outputs?.current?.details).toEqual({
      ...output,
      icon: whole(output["icon"]),
      selecticon: whole(output["selecticon"]),
    });
  });

  it("keeps undocumented fields", () => {
    const news = { deep: [1, null, "x"] };
    const details = { tag: "A", news };
    const entry = { tag: "A", name: "", displayName: "A", enabled: true, details };
    const off = { ...entry, tag: "B", displayName: "B", enabled: false };
    expect(inputsOf({ tag: "A", news }, { tag: "B", news, enable: "0" }).entries).toEqual([
      entry,
      { ...off, details: { tag: "B", news, enable: false } },
    ]);
  });

  it("is read from whatever its fields hold", () => {
    const [entry] = inputsOf({
      tag: 7,
      name: 5.5,
      isEdit: "1",
      index: "3",
      icon: null,
      historyName: [],
    }).entries;
    expect(entry).toMatchObject({ tag: "7", name: "5.5", displayName: "5.5" });
    expect(entry?.details).toEqual({ tag: "7", name: "5.5", isEdit: true, index: 3 });
  });
});

describe("a list", () => {
  it("also counts entries that cannot be selected", () => {
    const outputData = [{ name: "no tag" }, "nonsense", null, { tag: "B" }];
    const { entries, current } = read({ outputData, outputIndex: 3 }).output ?? noRouting;
    expect([entries.map(({ tag }) => tag), current?.tag]).toEqual([["B"], "B"]);
    for (const outputIndex of [0, 4, -1, 1.5])
      expect(read({ outputData, outputIndex }).output?.current).toBeUndefined();
  });

  it("that is missing or none is empty, while the other is read", () => {
    for (const inputData of [undefined, null, "none", {}, []]) {
      const { input, output } = read({ inputData });
      expect([input.entries, input.current, output?.current?.tag]).toEqual([[], undefined, "XLRRCA"]);
    }
  });
});

describe("the info about the output", () => {
  it("is carried whole, its format also in lines", () => {
    expect(read({}).outputInfo).toEqual({ ...outputInfo, formatLines: ["PCM 32bit", "DSD 256"] });
  });

  it.each([undefined, null, "none", []])("may be %j", (info) => {
    expect(read({ outputInfo: info }).outputInfo).toEqual({});
  });

  it("is read from whatever its fields hold", () => {
    const info = read({
      outputInfo: {
        isConnect: 1,
        option: "3",
        infolist: [{ title: 1, more: true }, 5],
        sampleRate: 44_100,
        x: [],
      },
    }).outputInfo;
    expect(info).toEqual({
      isConnect: true,
      option: 3,
      infolist: [{ title: "1", more: true }, {}],
      sampleRate: "44100",
      x: [],
      formatLines: [],
    });
  });
});
