import { describe, expect, it } from "vitest";
import type { FamilyDevice } from "../../../src/families/family.ts";
import { zidoo } from "../../../src/families/zidoo/family.ts";
import { ownResources, readPath } from "../../../src/families/zidoo/operations.ts";
import { recordedRequests } from "../../../src/families/zidoo/recorded-requests.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { plainFamily } from "../../families/plain-family.ts";
import { startScripted } from "../../families/zidoo/scripted-player.ts";
import { bodyOf, deviceAt, recorded } from "./recorded.ts";

/** A player of a family whose answers are not recorded. */
function withoutRecording(device: FamilyDevice): FamilyDevice {
  return Object.defineProperty(device, "recordable", { value: undefined });
}

const model = '{"status":200,"model":"M","net_mac":"d4:0f:00:00:00:01"}';

describe("a recording", () => {
  it("contains every answer with its metadata, and several of changing ones", async () => {
    await using player = await startSimulator({ prefix: "Zidoo" });
    const recording = await recorded(player.url);
    expect(recording).toMatchObject({
      version: 1,
      recordedBy: "player2mqtt 1.2.3",
      family: "zidoo",
      prefix: "Zidoo",
      titlesHidden: false,
      notes: [],
    });
    expect(recording.recordedAt).toMatch(/^\d{4}-\d\d-\d\d$/);
    const operations = recordedRequests("Zidoo", false);
    expect(recording.operations.map(({ path, samples }) => [path, samples.length])).toEqual(
      operations.map(({ path, times }) => [path, times]),
    );
    expect(recording.operations[0]?.samples[0]).toMatchObject({
      status: 200,
      headers: { "content-type": "application/json" },
      framing: "length",
      encoding: "utf8",
    });
    expect(bodyOf(recording, "getPlaylist")).toContain("The Lighthouse Ledger");
  });

  it("asks for every resource but the library, which needs the path of a film, and private settings", () => {
    const paths = new Set(recordedRequests("Zidoo", false).map(({ path }) => path));
    for (const name of ownResources) {
      const isRecorded = paths.has(readPath("Zidoo", name));
      expect([name, isRecorded]).toEqual([name, !["filmArt", "settings", "cdAutoplay"].includes(name)]);
    }
  });

  it("has two entries of each list of the library on request, without its paths", async () => {
    await using player = await startSimulator({ preset: "audio", prefix: "Zidoo" });
    const recording = await recorded(player.url, { readsLibrary: true, hidesTitles: true });
    const body = bodyOf(recording, "getSingleMusics?start=0&count=2");
    expect((JSON.parse(body) as { array: unknown[] }).array).toHaveLength(2);
    expect(body).not.toMatch(/Ferry|Harbour/);
    // All films, and each shelf.
    expect(player.traffic.count("getAggregations")).toBe(5);
    expect(player.traffic.count("getAlbumMusics")).toBe(0);
    expect(player.traffic.count("getDevices")).toBe(0);
    expect(player.traffic.maxConcurrent).toBe(1);
  });

  it("sends only reading requests, one at a time", async () => {
    await using player = await startSimulator();
    await recorded(player.url);
    const targets = player.traffic.requests.map(({ path, query }) => `${path.split("/").at(-1)}?${query}`);
    expect(targets.filter((target) => !/^(get\w+\?(isDSP=1)?|changeVolume\?type=3)$/.test(target))).toEqual(
      [],
    );
    expect(player.traffic.maxConcurrent).toBe(1);
  });

  it("shows neither the player's address nor its credentials", async () => {
    const text = JSON.stringify({
      status: 200,
      model: "M",
      note: "at 127.0.0.1 with open-sesame and hush-hush",
    });
    await using player = await startScripted(() => text);
    const url = player.url.replace("//", "//anna:hush%2Dhush@");
    const shown = JSON.stringify(await recorded(url, { device: { ...deviceAt(url), psk: "open-sesame" } }));
    for (const secret of ["127.0.0.1", "open-sesame", "hush"]) expect(shown).not.toContain(secret);
    expect(player.asked.at(-1)?.headers).toMatchObject({ "x-auth-psk": "open-sesame" });
  });

  it("cuts a long queue around the current entry with a note, or keeps it whole", async () => {
    await using player = await startSimulator({ queueSize: 1500 });
    player.player.music.playEntry(1000);
    const recording = await recorded(player.url);
    const { array, total } = JSON.parse(bodyOf(recording, "getPlayQueue")) as {
      array: { active: boolean }[];
      total: number;
    };
    expect(total).toBe(1500);
    expect(array.length).toBeGreaterThan(100);
    expect(array.findIndex(({ active }) => active)).toBe(25);
    expect(recording.notes).toEqual([
      expect.stringMatching(/getPlayQueue: \d+ of 1500 entries are kept; --whole/),
    ]);
    expect(JSON.stringify(recording).length).toBeLessThan(1_000_000);
    const whole = await recorded(player.url, { maxBodyBytes: Number.POSITIVE_INFINITY });
    expect((JSON.parse(bodyOf(whole, "getPlayQueue")) as { array: unknown[] }).array).toHaveLength(1500);
  });

  it("keeps odd answers: faults, headers, framing, non-text bytes; leaves out unreadable ones", async () => {
    await using player = await startScripted(({ path }) => {
      if (path.endsWith("/getModel")) return model;
      if (path.endsWith("/getInputAndOutputList")) return (response) => response.socket?.destroy();
      if (path.endsWith("/getPlayStatus"))
        return Buffer.from([0x7b, 0xe4, 0x31, 0x30, 0x2e, 0x31, 0x2e, 0x32, 0x2e, 0x33, 0x7d]);
      if (path.endsWith("/getPlaylist")) return Buffer.from('{"status":200}', "utf16le");
      if (path.endsWith("/getState"))
        return { status: 302, headers: { location: "http://10.2.3.4/x", "set-cookie": "a=b" } };
      if (path.endsWith("/getPlayQueue")) return "x".repeat(20_000);
      return { headers: { "content-encoding": "gzip" }, body: "packed" };
    });
    const { operations, notes } = await recorded(player.url, { maxBodyBytes: 10_000 });
    const first = (name: string) => operations.find(({ path }) => path.endsWith(name))?.samples[0];
    expect(first("getInputAndOutputList")).toMatchObject({
      fault: expect.stringContaining("unreachable") as unknown,
    });
    const bytes = first("getPlayStatus");
    expect(bytes).toMatchObject({ encoding: "base64", framing: "length" });
    expect(JSON.stringify(bytes)).toContain(Buffer.from("{\u00e4192.0.2.1}", "latin1").toString("base64"));
    expect(first("getPlaylist")).toMatchObject({ body: "" });
    expect(first("getState")).toMatchObject({
      status: 302,
      headers: { location: expect.stringContaining("192.0.2.") as unknown },
    });
    expect(JSON.stringify(first("getState"))).not.toContain("a=b");
    expect(first("getPlayQueue")).toMatchObject({ body: "x".repeat(10_000) });
    expect(notes.some((note) => note.includes("is not plain text"))).toBe(true);
  });

  it("is made by the family that recognizes the player, if that one records", async () => {
    await using player = await startSimulator();
    const deaf = plainFamily({ name: "deaf", identify: async () => undefined });
    expect(await recorded(player.url, { families: [deaf, zidoo] })).toMatchObject({ family: "zidoo" });
    const mute = plainFamily({ open: (options) => withoutRecording(zidoo.open(options)) });
    await expect(recorded(player.url, { families: [mute] })).rejects.toThrow(
      "players of the family plain cannot be recorded",
    );
  });

  it("is made of nothing that is no player", async () => {
    await using mute = await startScripted(["<html>"]);
    await expect(recorded(mute.url)).rejects.toMatchObject({ fault: "malformed" });
  });
});
