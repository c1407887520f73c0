import { beforeEach, describe, expect, it } from "vitest";
import { type Simulator, startSimulator } from "../../../simulator/bluos/start-simulator.ts";
import type { LibraryEntry } from "../../../src/core/library.ts";
import { until } from "../../support/bridge/until.ts";
import { opened } from "../../support/opened.ts";
import { bridgeWith, clock } from "./bridge-with.ts";

interface Page {
  readonly total?: number;
  readonly entries?: readonly LibraryEntry[];
  readonly reason?: string;
}

describe("the services of a player behind a bridge", () => {
  let kitchen: Simulator;
  let bridge: Awaited<ReturnType<typeof bridgeWith>>;

  beforeEach(async () => {
    kitchen = opened(await startSimulator({ ...clock, bufferMs: 300 }));
    bridge = await bridgeWith({ kitchen }, { "library.enabled": "true", "library.slowMs": "60000" });
    await until(() => (bridge.held("kitchen", "music/queue/total") ?? "") !== "", 15_000);
  });

  async function open(folder?: string): Promise<Page> {
    const { subscriber } = bridge;
    const transaction = `t${Math.random()}`;
    const pages = (): Page[] =>
      subscriber.messages
        .filter(({ topic }) => topic === "player2mqtt/kitchen/library/page")
        .map(({ payload }) => JSON.parse(payload) as Page & { readonly transaction?: string })
        .filter((page) => page.transaction === transaction);
    await subscriber.send(
      "player2mqtt/kitchen/library/get",
      JSON.stringify({ list: "services", folder, transaction }),
    );
    await until(() => pages().length > 0, 15_000);
    return pages()[0] ?? {};
  }

  const play = (request: string) => bridge.ask("kitchen", "library/play", request);

  async function album(place: number): Promise<LibraryEntry> {
    const service = (await open()).entries?.find(({ title }) => title === "TIDAL");
    const entry = (await open(service?.id)).entries?.[place];
    if (entry === undefined) throw new Error("no album");
    return entry;
  }

  it("are opened down to the tracks, with inputs and playlists", async () => {
    expect(JSON.parse(bridge.held("kitchen", "info") ?? "{}")).toMatchObject({
      library: ["services"],
      controls: { "library/play": "supported" },
    });
    const root = await open();
    expect(root.total).toBe(root.entries?.length);
    expect(root.entries?.map(({ title }) => title).slice(-2)).toEqual(["TIDAL", "Playlists"]);
    const albums = await open(root.entries?.at(-2)?.id);
    expect(albums.entries).toHaveLength(6);
    expect(albums.entries?.[0]).toMatchObject({
      title: "Low Tide",
      artist: "Tessa Mor",
      folder: true,
      playable: true,
    });
    const tracks = await open(albums.entries?.[1]?.id);
    expect(tracks.entries).toHaveLength(7);
    expect(await open("nothing")).toMatchObject({ reason: "this player has no such folder" });
  });

  it("are opened by ids that the player as it is open now has given", async () => {
    const before = await open();
    // An answer that is none makes the bridge open the player anew.
    kitchen.behaviors.add("otherRoot@SyncStatus*1");
    await bridge.ask("kitchen", "refresh", "");
    const root = await open();
    expect(root).toEqual({ ...before, transaction: expect.any(String) });
    expect((await open(root.entries?.at(-2)?.id)).entries).toHaveLength(6);
  });

  it("are added to the end of the queue while it goes on, and next", async () => {
    const { player } = kitchen;
    const before = player.queue.map(({ songid }) => songid);
    const { id } = await album(2);
    expect(await play(`add service ${id}`)).toMatchObject({ outcome: "applied" });
    const added = player.queue.slice(before.length).map(({ songid }) => songid);
    expect(added).toHaveLength(7);
    expect(bridge.held("kitchen", "music/queue/total")).toBe(String(before.length + 7));
    expect(await play(`next service ${id}`)).toMatchObject({ outcome: "applied" });
    expect(player.queue.slice(player.song + 1, player.song + 8).map(({ songid }) => songid)).toEqual(added);
    expect(player.queue).toHaveLength(before.length + 14);
  });

  it("are all added when one command follows the other at once", async () => {
    const { player } = kitchen;
    const before = player.queue.length;
    const { subscriber } = bridge;
    const { id } = await album(2);
    for (const how of ["add", "next", "add"])
      await subscriber.send("player2mqtt/kitchen/library/play/set", `${how} service ${id}`);
    await until(() => subscriber.results.length === 3, 30_000);
    expect(subscriber.results.map(({ outcome }) => outcome)).toEqual(["applied", "applied", "applied"]);
    expect(player.queue).toHaveLength(before + 21);
  });

  it("are played at once, and the queue is kept", async () => {
    const { player } = kitchen;
    const before = player.queue.length;
    const { id } = await album(3);
    expect(await play(`play service ${id}`)).toMatchObject({ outcome: "applied" });
    expect(player.queue).toHaveLength(before + 7);
    expect(bridge.held("kitchen", "music/album")).toBe(player.track?.album);
    expect(await play(`service ${id}`)).toMatchObject({ outcome: "applied" });
  });

  it("are refused with a reason where they are unknown, or the player does not know how", async () => {
    const unknown = await play("add service 1234");
    expect(unknown).toMatchObject({ outcome: "failed", reason: "the player offers no such thing now" });
    // Nothing was sent, so nothing is waited for.
    expect(unknown.durationMs).toBeLessThan(15_000);
    const input = (await open()).entries?.[0]?.id ?? "";
    expect(await play(`add service ${input}`)).toMatchObject({ outcome: "failed" });
    expect(await play("add album 1")).toMatchObject({
      outcome: "rejected",
      reason: "no operation is known that adds to a queue: library/play replaces it",
    });
  });
});
