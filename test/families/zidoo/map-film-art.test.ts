import { describe, expect, it } from "vitest";
import { json, scripted, signal } from "./opened.ts";
import { payloads } from "./payloads.ts";
import { readAnswer } from "../../../src/families/zidoo/read-answer.ts";

const context = { origin: "http://10.0.0.9:9529", pathPrefix: "Zidoo", film: "/films/one.mkv" };
const read = (body: object, more?: object) =>
  readAnswer("filmArt", Buffer.from(JSON.stringify(body)), { ...context, ...more });
const address = (operation: string, query: string): string =>
  `http://10.0.0.9:9529/ZidooPoster/v2/${operation}?${query}`;

describe("the film library", () => {
  it("knows a film, whatever status the answer has", () => {
    const aggregation = {
      tagLine: "It shines",
      overview: "A keeper writes.",
      releaseDate: "2031-02-03",
      tmdbId: 8,
    };
    const body = { type: 1, movie: { id: 7, name: "The Lighthouse Ledger", aggregation } };
    const value = {
      path: "/films/one.mkv",
      title: "The Lighthouse Ledger",
      picture: address("getPoster", "id=7&w=400&h=600"),
      backdrop: address("getBackdrop", "id=7&w=1280&h=720"),
      details: {
        title: "The Lighthouse Ledger",
        year: 2031,
        tagLine: "It shines",
        overview: "A keeper writes.",
        tmdbId: "8",
      },
    };
    for (const status of [undefined, 200, 0, 804]) {
      expect(read({ status, ...body })).toEqual({ kind: "reading", reading: { resource: "filmArt", value } });
    }
  });

  it("has the pictures of an episode under its own id, and tells its season", () => {
    const body = {
      type: 5,
      movie: { id: 7, name: "Harbour", aggregation: { releaseDate: "2030-10-01" } },
      season: { number: 2, name: "Season 2" },
      episode: { id: "a/9", aggregation: { episodeNumber: "4", name: "Fog" } },
    };
    expect(read(body)).toMatchObject({
      reading: {
        value: {
          picture: address("getPoster", "id=a%2F9&w=400&h=600"),
          details: { title: "Harbour", year: 2030, season: 2, episode: 4, episodeTitle: "Fog" },
        },
      },
    });
  });

  it("has the id of older answers beside the file", () => {
    expect(read({ status: 200, video: { parentId: 31 } })).toMatchObject({
      reading: {
        value: { picture: address("getPoster", "id=31&w=400&h=600"), title: "", details: { title: "" } },
      },
    });
  });

  it.each([
    { type: 0 },
    { status: 200 },
    { status: 806 },
    { type: 1, movie: { id: 0 }, video: { parentId: 0 } },
    { status: 200, movie: 3 },
  ])("does not know a film by %j", (body) => {
    expect(read(body)).toEqual({ kind: "absent" });
  });

  it("does not answer about a film that is over", () => {
    expect(read({ type: 1, movie: { id: 7 } }, { film: undefined })).toEqual({ kind: "absent" });
  });

  it("is none where the model does not know the operation", () => {
    for (const status of [405, 801]) expect(read({ status })).toEqual({ kind: "unsupported" });
  });
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
  const asked = (): number => player.asked.filter(({ path }) => path.includes("getAggregationOfFile")).length;
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
