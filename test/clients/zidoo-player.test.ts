import { describe, expect } from "vitest";
import type { Json } from "../simulator/ask.ts";
import { type Client, withClient } from "./client.ts";

// What the integration wizmo2/zidoo-player sends to a film player.

const it = withClient({ preset: "cinema", prefix: "Zidoo", playsTogether: false });

const press = (client: Client, ...names: readonly string[]): Promise<void> =>
  names.reduce<Promise<void>>(async (before, name) => {
    await before;
    await client.readGood("/ZidooControlCenter/RemoteControl/sendkey", { key: `Key.${name}` });
  }, Promise.resolve());

const film = (client: Client): Promise<Json> => client.read("/ZidooVideoPlay/getPlayStatus");
const music = (client: Client): Promise<Json> => client.readGood("/ZidooMusicControl/getPlayStatus");
const entries = (answer: Json, field: string): { id: number; title: string; name: string; index: number }[] =>
  answer[field] as unknown as { id: number; title: string; name: string; index: number }[];

describe("wizmo2/zidoo-player", () => {
  it("connects, and reads all", async ({ client, sim }) => {
    await client.readGood("/ZidooControlCenter/connect", { name: "home", uuid: "1-2-3", tag: 0 });
    expect((await client.readGood("/ZidooControlCenter/getModel"))["net_mac"]).toBe(sim.player.identity.mac);
    expect(await film(client)).toMatchObject({ status: 200, video: { status: 1 }, zoom: { index: 1 } });
    expect(await client.readGood("/ZidooControlCenter/getPlayStatus")).toMatchObject({
      file: { status: 1, title: "The Lighthouse Ledger", duration: 240_000 },
    });
    expect(await music(client)).toMatchObject({ isPlay: false, state: { playing: false } });
    for (const list of ["getSubtitleList", "getAudioList"])
      expect(entries(await client.readGood(`/ZidooVideoPlay/${list}`), "subtitles")).toHaveLength(2);
    expect(entries(await client.readGood("/VideoPlay/getPlaylist"), "playlist")).toHaveLength(3);
    expect(entries(await client.readGood("/VideoPlay/getZoomList"), "zoom")).not.toEqual([]);
    expect(entries(await client.readGood("/ZidooVideoPlay/getPlayModeList"), "playMode")).not.toEqual([]);
    expect(await client.read("/MusicControl/v2/getPlayQueue", { start: 0, count: 250 })).toMatchObject({
      total: 12,
    });
  });

  it("drives a film by keys", async ({ client }) => {
    const status = async (): Promise<unknown> => (await film(client))["video"]?.["status"];
    await press(client, "MediaPause");
    expect(await status()).toBe(0);
    await press(client, "MediaPlay");
    expect(await status()).toBe(1);
    await press(client, "Subtitle", "Audio");
    expect(await film(client)).toMatchObject({ subtitle: { index: 2 }, audio: { index: 1 } });
    await press(client, "Subtitle", "Audio");
    expect(await film(client)).toMatchObject({ subtitle: { index: 0 }, audio: { index: 0 } });
    await press(client, "MediaNext");
    expect((await film(client))["video"]?.["title"]).toBe("Moss, Slowly — a documentary");
    await press(client, "MediaPrev");
    expect((await film(client))["video"]?.["title"]).toBe("The Lighthouse Ledger");
    await press(client, "Up", "Down", "Left", "Right", "Select", "Back", "Home", "Repeat", "Number_7");
    await press(client, "MediaStop");
    expect((await film(client))["status"]).toBe(806);
  });

  it("steps and mutes the volume by keys", async ({ client }) => {
    const level = async () =>
      Number(
        (await client.readGood("/ZidooControlCenter/RemoteControl/changeVolume", { type: 3 }))[
          "currentVolume"
        ],
      );
    const before = await level();
    await press(client, "VolumeUp", "VolumeUp");
    expect(await level()).toBeGreaterThan(before);
    await press(client, "VolumeDown", "VolumeDown");
    expect(await level()).toBe(before);
    await press(client, "Mute");
    expect(await level()).toBe(0);
    await press(client, "Mute");
    expect(await level()).toBe(before);
  });

  it("finds films in the library, and plays them", async ({ client }) => {
    const page = { page: 1, pagesize: 250, type: -1 };
    const films = entries(await client.readGood("/ZidooPoster/getVideoList", page), "data");
    expect(films).toHaveLength(3);
    const path = String((await film(client))["video"]?.["path"]);
    const known = await client.read("/ZidooPoster/v2/getAggregationOfFile", { path });
    const id = String(known["movie"]?.["id"]);
    for (const address of [
      "/ZidooPoster/getFile/getPoster",
      "/ZidooPoster/getFile/getBackdrop",
      "/ZidooPoster/v2/getPoster",
      "/ZidooPoster/v2/getBackdrop",
    ])
      await client.picture(address, { id, w: 400, h: 600 });
    expect((await client.read("/Poster/v2/getDetail", { id }))["name"]).toBe("The Lighthouse Ledger");
    const { all } = (await client.readGood("/Poster/v2/searchAggregation", {
      q: "comets",
      type: 0,
      start: 0,
      count: 30,
    })) as unknown as { all: { aggregation: { id: string; name: string } }[] };
    expect(all.map(({ aggregation }) => aggregation.name)).toEqual(["Paper Comets in 3D"]);
    const query = { q: "moss", type: 0, page: 1, pagesize: 30 };
    expect(entries(await client.readGood("/ZidooPoster/search", query), "data")).toHaveLength(1);
    await client.readGood("/ZidooPoster/getCollection", { id: 900 });
    await client.readGood("/ZidooPoster/PlayVideo", { id: all[0]?.aggregation.id ?? "", type: -1 });
    expect((await film(client))["video"]?.["title"]).toBe("Paper Comets in 3D");
  });

  it("switches the player off by a key", async ({ client }) => {
    await press(client, "PowerOn.Poweroff");
    await expect.poll(() => client.answers()).toBe(false);
  });
});
