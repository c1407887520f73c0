import { describe, expect, it } from "vitest";
import { operations, operationsByPath } from "../../../simulator/zidoo/operations.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { ask } from "../ask.ts";

const folders = {
  ControlCenter: "ControlCenter/getModel",
  MusicControl: "MusicControl/v2/getPlayQueue",
  "first MusicControl": "MusicControl/getPlayStatus",
  VideoPlay: "VideoPlay/getPlaylist",
  Poster: "Poster/v2/getAggregations?type=0&start=0&count=5",
  FileControl: "FileControl/getDevices",
};

describe("the maker's folders", () => {
  it.each(Object.entries(folders))("%s answers the same with and without the prefix", async (_name, path) => {
    await using sim = await startSimulator({ prefix: "Zidoo", now: () => 1000 });
    const { text, json } = await ask(sim, `/${path}`);
    expect(json["status"] ?? 200).toBe(200);
    expect((await ask(sim, `/Zidoo${path}`)).text).toBe(text);
  });

  it("answer with the prefix only on old firmware", async () => {
    await using sim = await startSimulator({ prefix: "Zidoo", preset: "older" });
    for (const path of ["ControlCenter/getModel", "MusicControl/getPlayStatus", "VideoPlay/getPlaylist"]) {
      expect((await ask(sim, `/Zidoo${path}`)).json["status"]).toBe(200);
      expect((await ask(sim, `/${path}`)).json["status"]).toBe(804);
    }
  });
});

it("the settings never have a prefix", async () => {
  await using sim = await startSimulator({ preset: "audio" });
  expect((await ask(sim, "/SystemSettings/getSystemSettings")).json["status"]).toBe(200);
  expect((await ask(sim, "/DeviceSystemSettings/getSystemSettings")).json["status"]).toBe(804);
});

it("no two operations have the same path", () => {
  const paths = Object.values(operations).flatMap((operation) => operation.paths);
  expect(operationsByPath("Maker", true).size).toBe(
    new Set(paths.flatMap((path) => [path.replace("{p}", "Maker"), path.replace("{p}", "")])).size,
  );
  expect(new Set(paths).size).toBe(paths.length);
});
