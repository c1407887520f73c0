import { describe, expect, it } from "vitest";
import { mapModel } from "../../../src/families/zidoo/map-model.ts";
import type { OwnResource } from "../../../src/families/zidoo/operations.ts";
import { readAnswer } from "../../../src/families/zidoo/read-answer.ts";
import { json, scripted, signal } from "./opened.ts";
import { type Fields, origin, payloads, readBody } from "./payloads.ts";

/** The value that an answer has, else its kind. */
function told(resource: OwnResource, body: Fields): unknown {
  const answer = readBody(resource, body);
  return answer.kind === "reading" ? answer.reading.value : answer.kind;
}

const folder = "/SystemSettings/displaySettings";
const ice = { index: "3", title: "Ice" };
const iceStyles = {
  options: [
    { index: 3, title: "Ice" },
    { index: 1, title: "Ice (1)" },
    { index: 2, title: "Bars" },
  ],
  current: 3,
  handle: `${folder}/setStyle?index=`,
};
const styles = [ice, { title: "Ice" }, { name: "Bars" }, 7];
const url = `${folder}/setStyle?index=`;
const once = [{ title: "Once" }, { title: "All" }];
const onceModes = [
  { index: 1, title: "Once" },
  { index: 2, title: "All" },
];
const listed = { options: [{ index: 0, title: "A" }], current: undefined, handle: "" };

const values: Readonly<Partial<Record<OwnResource, readonly (readonly [body: Fields, value: unknown])[]>>> = {
  screenBrightness: [
    [
      { currentValue: 5, minValue: 5, maxValue: 115 },
      { level: 5, min: 5, max: 115, handle: "" },
    ],
    [
      { currentIndex: "255", maxValue: "255" },
      { level: 255, min: 0, max: 255, handle: "" },
    ],
    [
      { currentValue: 300, maxValue: 255 },
      { level: undefined, min: 0, max: 255, handle: "" },
    ],
    [{}, "refused"],
    [{ currentValue: 80 }, "refused"],
    [{ maxValue: 115 }, "refused"],
    [{ currentValue: 3, minValue: 5, maxValue: 5 }, "refused"],
  ],
  knobBrightness: [[{ currentValue: 7 }, { level: 7, min: 0, max: 255, handle: "" }]],
  knobColors: [
    [{ currentIndex: "3", url, data: styles }, iceStyles],
    [{ currentIndex: "3", url, items: styles }, iceStyles],
  ],
  meterStyles: [
    [
      { data: [{ title: "A", icon: "/icon?name=a.png" }] },
      { ...listed, options: [{ index: 0, title: "A", picture: `${origin}/icon?name=a.png` }] },
    ],
    [{ data: [{ title: "A", icon: "file:///etc/passwd" }] }, listed],
    [{}, "refused"],
    [{ data: [] }, "refused"],
    [{ data: "none" }, "refused"],
    [{ items: [] }, "refused"],
  ],
  apps: [
    [
      {
        apps: [
          { label: "TV", packageName: "a", isCanOpen: 1 },
          { packageName: "b" },
          { label: "No", packageName: "c", isCanOpen: "false" },
          { label: "Nothing", packageName: "" },
          { label: "Nameless" },
          7,
        ],
      },
      [
        { package: "a", label: "TV" },
        { package: "b", label: "b" },
      ],
    ],
    [{}, "refused"],
  ],
  subtitles: [
    [
      { subtitles: [{ index: "1", title: "English" }, { index: 2 }, { title: "Nowhere" }, 7] },
      [
        { index: 1, title: "English" },
        { index: 2, title: "2" },
      ],
    ],
  ],
  zooms: [
    [
      { zoom: [{ index: "4", title: "Fit" }, { title: "Fit" }, {}] },
      [
        { index: 4, title: "Fit" },
        { index: 1, title: "Fit (1)" },
        { index: 2, title: "2 (2)" },
      ],
    ],
    [{}, "absent"],
    [{ status: 405 }, "unsupported"],
  ],
  // They are counted from 1, whatever their list is called.
  playModes: [
    ...["playMode", "data", "anything"].map((name) => [{ [name]: once }, onceModes] as const),
    [{}, "absent"],
    [{ status: 405 }, "unsupported"],
  ],
  videoVolume: ["currentVolume", "currenttVolume"].map((name) => [
    { [name]: "6", maxVolume: 15 },
    { level: 6, min: 0, max: 15, restriction: undefined },
  ]),
  dspProfiles: [
    [
      {
        status: "200",
        eqSourceList: [
          { sourceType: "XMOS", configName: "Desk", enable: true },
          { sourceType: "BT", configName: "Loud", enable: 0 },
          { sourceType: "EARC" },
          { configName: "No input" },
          "odd",
        ],
      },
      [
        { input: "XMOS", name: "Desk", isOn: true },
        { input: "BT", name: "Loud", isOn: false },
      ],
    ],
    [{ eqSourceList: [] }, []],
    [{ eqSourceList: "none" }, "refused"],
  ],
  model: [
    [
      { ...payloads.model, wif_mac: "aa:bb:cc:00:00:02" },
      {
        maker: "Zidoo",
        details: { pathPrefix: "Zidoo" },
        model: "A8",
        firmware: "v1.1",
        mac: "aa:bb:cc:00:00:01",
        wifiMac: "aa:bb:cc:00:00:02",
      },
    ],
    ...[{ model: "A8" }, { firmware: 7 }, { net_mac: "aa" }].map(
      (fields) => [fields, expect.objectContaining({ maker: "Zidoo" })] as const,
    ),
  ],
};

it.each(
  Object.entries(values).flatMap(([resource, rows]) =>
    rows.map(([body, value]) => [resource as OwnResource, body, value] as const),
  ),
)("an answer about %s with %j is %j", (resource, body, value) => {
  expect(told(resource, { status: 200, ...body })).toEqual(value);
});

it("a model has no maker where the paths of the player have the neutral word", () => {
  const neutral = { origin: "http://player", pathPrefix: "Device" };
  expect(mapModel({ model: "A8" }, neutral)).toMatchObject({ maker: undefined, model: "A8" });
});

describe("the film library", () => {
  const pictures = (id: string): object => ({
    picture: `${origin}/ZidooPoster/v2/getPoster?id=${id}&w=400&h=600`,
    backdrop: `${origin}/ZidooPoster/v2/getBackdrop?id=${id}&w=1280&h=720`,
  });
  const path = "/films/one.mkv";
  const facts = { tagLine: "It shines", overview: "A keeper writes." };
  const aggregation = { ...facts, releaseDate: "2031-02-03", tmdbId: 8 };
  const title = "The Lighthouse Ledger";
  const film = { type: 1, movie: { id: 7, name: title, aggregation } };

  it.each<[Fields, unknown]>([
    // Whatever status the answer has.
    ...[undefined, 200, 0, 804].map((status): [Fields, unknown] => [
      { status, ...film },
      { path, title, ...pictures("7"), details: { title, year: 2031, ...facts, tmdbId: "8" } },
    ]),
    [
      {
        type: 5,
        movie: { id: 7, name: "Harbour", aggregation: { releaseDate: "2030-10-01" } },
        season: { number: 2, name: "Season 2" },
        episode: { id: "a/9", aggregation: { episodeNumber: "4", name: "Fog" } },
      },
      {
        path,
        title: "Harbour",
        ...pictures("a%2F9"),
        details: { title: "Harbour", year: 2030, season: 2, episode: 4, episodeTitle: "Fog" },
      },
    ],
    [
      { status: 200, video: { parentId: 31 } },
      { path, title: "", ...pictures("31"), details: { title: "" } },
    ],
    [{ type: 0 }, "absent"],
    [{ status: 200 }, "absent"],
    [{ status: 806 }, "absent"],
    [{ type: 1, movie: { id: 0 }, video: { parentId: 0 } }, "absent"],
    [{ status: 200, movie: 3 }, "absent"],
    [{ status: 405 }, "unsupported"],
    [{ status: 801 }, "unsupported"],
  ])("has by %j %j", (body, value) => {
    expect(told("filmArt", body)).toEqual(value);
  });

  it("does not answer about a film that is over", () => {
    const over = { origin, pathPrefix: "Zidoo", film: undefined };
    expect(readAnswer("filmArt", Buffer.from(json(film)), over)).toEqual({ kind: "absent" });
  });

  it("is asked once about each of the last fifty films", async () => {
    let film = 0;
    const video = (): string =>
      json(film < 0 ? { status: -film } : { status: 200, video: { status: 1, path: `/films/${film}.mkv` } });
    const { player, client } = await scripted(({ path }) =>
      path.includes("getPlayStatus") ? video() : json(payloads.filmArt),
    );
    const show = async (place: number): Promise<string> => {
      film = place;
      await client.read("video", signal);
      return (await client.read("filmArt", signal)).kind;
    };
    const asked = (): number =>
      player.asked.filter(({ path }) => path.includes("getAggregationOfFile")).length;
    for (let place = 0; place <= 50; place++) await show(place);
    await show(50);
    await show(1);
    expect(asked()).toBe(51);
    expect(await show(0)).toBe("reading");
    expect(player.asked.at(-1)?.path).toBe("/ZidooPoster/v2/getAggregationOfFile?path=%2Ffilms%2F0.mkv");
    // A player that is busy may still play it.
    expect([await show(-804), await show(-806)]).toEqual(["reading", "absent"]);
    expect(asked()).toBe(52);
  });
});
