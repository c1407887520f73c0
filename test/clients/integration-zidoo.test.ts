import { describe, expect } from "vitest";
import type { Json } from "../simulator/ask.ts";
import { type Client, withClient } from "./client.ts";

// What the integration albaintor/integration-zidoo sends to a film player.

const it = withClient({ preset: "video", prefix: "Zidoo", playsTogether: false });

const files = (name: string): string => `/ZidooFileControl/v2/${name}`;
const film = (client: Client): Promise<Json> => client.read("/ZidooVideoPlay/getPlayStatus");
const music = (client: Client): Promise<Json> => client.readGood("/ZidooMusicControl/getPlayStatus");

interface Wrapped {
  readonly code: number;
  readonly data: { count: number; list: { name: string; url: string; type: number }[] };
}

describe("albaintor/integration-zidoo", () => {
  it("connects, and looks at the network shares that the player knows", async ({ client }) => {
    await client.readGood("/ZidooControlCenter/connect", { name: "remote", uuid: "4-5-6", tag: 0 });
    expect(await client.readGood("/ZidooControlCenter/getModel")).toMatchObject({ ableRemoteBoot: true });
    expect((await client.read(files("searchUpnp")))["code"]).toBe(0);
    expect(await client.read(files("getUpnpDevices"))).toMatchObject({ code: 0, data: { count: 0 } });
    const open = async (url: string): Promise<Wrapped["data"]["list"]> => {
      const parameters = { requestCount: 100, startIndex: 0, sort: 0, url };
      const { code, data } = (await client.read(files("getFiles"), parameters)) as unknown as Wrapped;
      expect([code, data.list.length]).toEqual([0, data.count]);
      return data.list;
    };
    const shares = (await client.read(files("getSavedSmbDevices"))) as unknown as Wrapped;
    expect(shares.data.count).toBeGreaterThan(0);
    let inside = await open(shares.data.list[0]?.url ?? "");
    while (inside[0]?.type === 0) inside = await open(inside[0].url);
    await client.readGood("/ZidooVideoPlay/changeStatus", { status: -1 });
    expect((await client.read(files("openFile"), { url: inside[0]?.url ?? "" }))["code"]).toBe(0);
    expect(String((await film(client))["video"]?.["path"])).toContain(inside[0]?.name);
  });

  it("reads music by the first version, and drives it by both", async ({ client }) => {
    await client.readGood("/MusicControl/v2/playOrPause");
    expect(await music(client)).toMatchObject({ isPlay: true, music: { title: "Amber Ferry" } });
    expect((await film(client))["status"]).toBe(806);
    for (const [name, wanted] of [
      ["playNext", { music: { title: "Hollow Orchard" } }],
      ["playPrevious", { music: { title: "Amber Ferry" } }],
      ["pause", { isPlay: false }],
      ["start", { isPlay: true }],
      ["stop", { isPlay: false }],
    ] as const) {
      await client.readGood(`/ZidooMusicControl/${name}`);
      expect(await music(client)).toMatchObject(wanted);
    }
    await client.readGood("/ZidooMusicControl/start");
    await client.readGood("/ZidooMusicControl/seekTo", { time: 30_000 });
    expect(Number((await music(client))["state"]?.["position"])).toBeGreaterThanOrEqual(30_000);
    await client.readGood("/MusicControl/v2/playNext");
    expect(await music(client)).toMatchObject({ music: { title: "Hollow Orchard" } });
    await client.readGood("/MusicControl/v2/playLast");
    const songs = await client.read("/MusicControl/v2/getSingleMusics", { start: 0, count: 250 });
    expect(songs["array"]).toHaveLength(Number(songs["total"]));
  });
});
