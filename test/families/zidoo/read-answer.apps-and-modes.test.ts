import { describe, expect, it } from "vitest";
import { readBody } from "./payloads.ts";

describe("apps", () => {
  it("are those that can be opened, as far as the player says", () => {
    const apps = [
      { label: "TV", packageName: "a", isCanOpen: 1 },
      { packageName: "b" },
      { label: "No", packageName: "c", isCanOpen: "false" },
      { label: "Nothing", packageName: "" },
      { label: "Nameless" },
      7,
    ];
    expect(readBody("apps", { status: 200, apps })).toMatchObject({
      reading: {
        value: [
          { package: "a", label: "TV" },
          { package: "b", label: "b" },
        ],
      },
    });
    expect(readBody("apps", { status: 200 })).toMatchObject({ kind: "refused" });
  });
});

describe("the subtitles of a film", () => {
  it("are those with an index, which is the title where there is none", () => {
    const subtitles = [{ index: "1", title: "English" }, { index: 2 }, { title: "Nowhere" }, 7];
    expect(readBody("subtitles", { status: 200, subtitles })).toMatchObject({
      reading: { value: [{ index: 1, title: "English" }, { title: "2" }] },
    });
  });
});

describe("the ways to show a film", () => {
  it("have an index of their own, or that of their place", () => {
    const zoom = [{ index: "4", title: "Fit" }, { title: "Fit" }, {}];
    expect(readBody("zooms", { status: 200, zoom })).toMatchObject({
      reading: {
        value: [
          { index: 4, title: "Fit" },
          { index: 1, title: "Fit (1)" },
          { index: 2, title: "2 (2)" },
        ],
      },
    });
  });

  it.each(["playMode", "data", "anything"])("are found under the name %s, counted from 1", (name) => {
    expect(
      readBody("playModes", { status: 200, [name]: [{ title: "Once" }, { title: "All" }] }),
    ).toMatchObject({
      reading: {
        value: [
          { index: 1, title: "Once" },
          { index: 2, title: "All" },
        ],
      },
    });
  });

  it("are absent where the answer lists none", () => {
    for (const name of ["zooms", "playModes"] as const) {
      expect(readBody(name, { status: 200 })).toEqual({ kind: "absent" });
      expect(readBody(name, { status: 405 })).toEqual({ kind: "unsupported" });
    }
  });
});
