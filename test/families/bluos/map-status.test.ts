import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { inputsOf } from "../../../src/families/bluos/map-inputs.ts";
import { Queue } from "../../../src/families/bluos/map-queue.ts";
import { inputTagOf, musicOf } from "../../../src/families/bluos/map-status.ts";
import { batteryOf, groupOf, modelOf, ownVolumeIn } from "../../../src/families/bluos/map-sync.ts";
import { parseXml, type XmlElement } from "../../../src/families/http/xml.ts";
import { routing } from "../../../src/families/polled/lists.ts";
import { answer, status, syncStatus, xml } from "./payloads.ts";

const origin = "http://10.0.0.1:11000";
const parsed = (text: string): XmlElement => parseXml(Buffer.from(text));
const music = (change: Parameters<typeof status>[0] = {}, more = "", ageMs = 0): MusicState =>
  musicOf(parsed(status(change, "e1", more)), { origin, volume: { level: 25, isMuted: false }, ageMs });

const radio = {
  streamUrl: "TuneIn:s1?partnerId=me&serial=123",
  service: "TuneIn",
  serviceName: "TuneIn",
  name: undefined,
  title1: "Harbour FM",
  title2: "Slow Tide",
  title3: "The Keepers",
  state: "stream",
};
const input = {
  service: "Capture",
  state: "stream",
  title1: "HDMI ARC",
  inputTypeIndex: "arc-1",
  streamUrl: "Capture:x",
};

const details = (facts: object): object => ({ track: { details: facts } });
const picture = (address: string): object => ({ track: { picture: address } });

describe("the status of a player", () => {
  it("of its queue is a track with position, format and order", () => {
    expect(music({}, "", 3500)).toMatchObject({
      playing: "playing",
      source: "internal",
      positionSeconds: 15,
      durationSeconds: 240,
      mode: "list",
      shuffle: false,
      repeat: "off",
      station: "",
      queueStamp: "1067",
      deniedActions: [],
      track: {
        title: "Slow Tide",
        artist: "The Keepers",
        album: "Harbour",
        picture: `${origin}/Artwork?service=LocalMusic&songid=7&followRedirects=1`,
        details: { service: "Library", codec: "FLAC", bits: 24, sampleRateHz: 44_100, quality: "hd" },
      },
    });
  });

  it("of a radio is station and title, without queue, order and secrets of its address", () => {
    const state = music(radio);
    expect(state).toMatchObject({
      station: "Harbour FM",
      source: "network",
      mode: undefined,
      queueStamp: undefined,
      deniedActions: ["next", "previous"],
      track: { title: "Slow Tide", details: { lines: ["Harbour FM", "Slow Tide", "The Keepers"] } },
    });
    expect(JSON.stringify(state)).not.toContain("serial");
    const { details } = music({ ...radio, artist: undefined, album: undefined }).track;
    expect(Object.values(details)).not.toContain("");
  });

  it.each<[Parameters<typeof status>[0], object]>([
    [input, { playing: "unknown", isPassThrough: true, source: "unknown", positionSeconds: undefined }],
    [{ ...input, state: "pause" }, { playing: "paused" }],
    [{ ...input, inputTypeIndex: "bluetooth-1" }, { source: "bluetooth" }],
    [{ state: "play" }, { playing: "playing" }],
    [{ state: "stream" }, { playing: "playing" }],
    [{ state: "pause" }, { playing: "paused" }],
    [
      { state: "stop" },
      { playing: "idle", positionSeconds: undefined, durationSeconds: undefined, deniedActions: [] },
    ],
    [{ state: "connecting" }, { playing: "unknown" }],
    [{ state: "dreaming" }, { playing: "unknown" }],
    [{ totlen: undefined }, { deniedActions: ["seek"] }],
    [{ canSeek: 0 }, { deniedActions: ["seek"] }],
    [{ totlen: "215.4" }, { durationSeconds: 215 }],
    [
      { totlen: "-1", secs: "-1" },
      { deniedActions: ["seek"], durationSeconds: undefined, positionSeconds: undefined },
    ],
    [{ streamFormat: "MP3 320 kb/s" }, details({ codec: "MP3", bitrate: "320 kb/s" })],
    [
      { streamFormat: "FLAC 44100/16/2" },
      details({ codec: "FLAC", bits: 16, channels: 2, sampleRateHz: 44_100 }),
    ],
    // The query is as the player wrote it.
    [{ image: "/Artwork?fn=a%20b&x=1" }, picture(`${origin}/Artwork?fn=a%20b&x=1&followRedirects=1`)],
    [{ image: "/Artwork" }, picture(`${origin}/Artwork?followRedirects=1`)],
    [{ image: "https://cdn.example/a.jpg?token=secret" }, picture("https://cdn.example/a.jpg")],
    [{ image: "file:///etc/passwd" }, picture("")],
  ])("with %o is %o", (change, state) => {
    expect(music(change)).toMatchObject(state);
  });

  it("tells nothing of a format that is new", () => {
    expect(music({ streamFormat: "something new" }).track.details).not.toHaveProperty("codec");
  });

  it("offers the steps of a stream that have an address", () => {
    const skip = xml("action", { name: "skip", url: "/Action?service=X&skip=1" });
    const actions = xml("actions", {}, skip, xml("action", { name: "back" }));
    expect(music(radio, actions).deniedActions).toEqual(["previous"]);
  });

  it.each([
    ["play", 25],
    ["stream", 25],
    ["pause", 15],
    ["connecting", 15],
  ])("%s is where it was told to be, and goes on only while it plays, up to its end", (state, seconds) => {
    const at = (totlen: number) => music({ state, secs: 15, totlen }, "", 10_000).positionSeconds;
    expect([at(240), at(20)]).toEqual([seconds, Math.min(seconds, 20)]);
  });

  it("after the end of a stream has next to nothing", () => {
    const nothing = parsed(answer('<status etag="x"><state>stop</state></status>'));
    const told = { playing: "idle", volume: undefined, track: { key: "" } };
    expect(musicOf(nothing, { origin, volume: undefined, ageMs: 0 })).toMatchObject(told);
  });
});

describe("the inputs", () => {
  const root = parsed(
    answer(
      xml(
        "radiotime",
        {},
        xml("item", { id: "input0", typeIndex: "spdif-1", text: "Optical", URL: "Capture%3Ahw%3A1" }),
        xml("item", { typeIndex: "bluetooth-1", text: "", URL: "Capture%3Abt", inputType: "bluetooth" }),
        xml("item", { id: "Spotify", text: "Spotify", URL: "Spotify%3Aplay" }),
        xml("item", { text: "lost" }),
        xml("category", {}, xml("remoteitem", { text: "HDMI", URL: "Hub%3A%2F%2F1" })),
      ),
    ),
  );

  it("have a tag by type, id or address, and a name", () => {
    const inputs = inputsOf(root, origin);
    expect(inputs.map(({ tag, name, request }) => [tag, name, request])).toEqual([
      ["spdif-1", "Optical", "/Play?inputTypeIndex=spdif-1"],
      ["bluetooth-1", "Bluetooth", "/Play?inputTypeIndex=bluetooth-1"],
      ["Spotify", "Spotify", "/Play?url=Spotify%3Aplay"],
      ["Hub://1", "HDMI", "/Play?url=Hub%3A%2F%2F1"],
    ]);
    expect(routing({ inputs, input: "spdif-1" })).toMatchObject({
      input: { current: { tag: "spdif-1" } },
      output: undefined,
    });
  });

  it("are recognized by their address while they open, and none is selected while music plays", () => {
    const list = [{ tag: "arc-1", url: "Capture:x" }];
    const opening = parsed(status({ ...input, state: "connecting", inputTypeIndex: undefined }));
    expect(inputTagOf(opening, list)).toBe("arc-1");
    expect(inputTagOf(parsed(status()), list)).toBeUndefined();
  });
});

describe("the queue", () => {
  const song = (id: number) =>
    xml(
      "song",
      { id, service: "LocalMusic" },
      `<title>Song ${id}</title><art>Band</art><time>60</time><fn>//nas/me/${id}.flac</fn>`,
    );
  const page = parsed(
    answer(xml("playlist", { id: 1067, length: 3, name: "Evening" }, song(0), song(1), song(2))),
  );
  const view = { publish: "all", window: 2, fields: "essential", maxPayloadBytes: 100_000 } as const;

  it("is a window around the current entry and pages, without paths of a disk", () => {
    const queue = new Queue(page);
    queue.add(page, 0);
    const mapped = queue.map(parsed(status()), view);
    expect(mapped).toMatchObject({
      total: 3,
      current: 1,
      title: "Song 1",
      envelope: { id: "1067", name: "Evening" },
    });
    expect(mapped.entries.map(({ position, active, duration }) => [position, active, duration])).toEqual([
      [1, true, 60],
      [2, false, 60],
    ]);
    expect(mapped.pages.map((text) => (JSON.parse(text) as unknown[]).length)).toEqual([3]);
    expect(queue.map(parsed(status()), { ...view, maxPayloadBytes: 120 }).pages).toHaveLength(3);
    expect(JSON.stringify(mapped)).not.toContain("nas");
    expect(queue.map(parsed(status(radio)), view).current).toBeUndefined();
    // Beside a stream, the entry that the player tells does not play.
    expect(queue.windowOf(parsed(status({ ...radio, song: 2 })), view)).toEqual({ start: 0, end: 2 });
  });
});

describe("a group", () => {
  it("is seen from its primary, with the volume of all", () => {
    const sync = parsed(syncStatus({ group: "Kitchen + 1" }, xml("slave", { id: "10.0.0.2", port: 11_010 })));
    expect(groupOf(sync, parsed(status({ groupVolume: 40 })), "x")).toEqual({
      role: "primary",
      name: "Kitchen + 1",
      self: "10.0.0.1:11000",
      primary: "10.0.0.1:11000",
      members: ["10.0.0.1:11000", "10.0.0.2:11010"],
      volume: 40,
      isMuted: false,
    });
  });

  it("may be nested, may name the player itself, and knows an own address of 127.0.0.1", () => {
    const master = (host: string): string => `<master port="11000">${host}</master>`;
    const slave = xml("slave", { id: "10.0.0.2", port: 11_000 });
    expect(groupOf(parsed(syncStatus({}, master("10.0.0.9"), slave)), undefined, "x").role).toBe("both");
    expect(groupOf(parsed(syncStatus({}, master("10.0.0.1"))), undefined, "x").role).toBe("none");
    const local = parsed(syncStatus({ id: "127.0.0.1:11000" }));
    expect(groupOf(local, undefined, "10.0.0.5:11000").self).toBe("10.0.0.5:11000");
  });
});

/** Bodies of real players. */
const folder = process.env["BLUOS_CAPTURES"] ?? "";
if (folder === "")
  console.info("tests with captures are skipped: BLUOS_CAPTURES names no folder with bodies of real players");

describe("the volume of a player", () => {
  it("is the level to return to while it is muted, and nothing that can be set of a fixed output", () => {
    const sync = (attributes: Readonly<Record<string, number>>) =>
      ownVolumeIn(parsed(answer(xml("SyncStatus", attributes))).attributes);
    expect(sync({ volume: 0, muteVolume: 41 })).toEqual({ level: 41, isMuted: true });
    expect(sync({ volume: 0, mute: 0 })).toEqual({ level: 0, isMuted: false });
    // Some players never show it here.
    expect(sync({ volume: 41 })).toEqual({ level: 41, isMuted: undefined });
    const fixed = { level: undefined, isMuted: undefined };
    expect(sync({ volume: -1 })).toEqual(fixed);
    const { volume } = musicOf(parsed(status()), { origin, volume: fixed, ageMs: 0 });
    expect(volume).toMatchObject({ level: undefined, restriction: "locked" });
  });
});

describe.skipIf(folder === "")("captures of real players", () => {
  const read = (name: string): XmlElement => parseXml(readFileSync(join(folder, `${name}.xml`)));
  const files = folder === "" ? [] : readdirSync(folder).filter((name) => name.endsWith(".syncstatus.xml"));

  it.each(files)("%s is a player with MAC, name and volume", (file) => {
    const sync = read(file.replace(/\.xml$/, ""));
    const model = modelOf(sync, "http://192.168.4.10:11000");
    expect(model.mac).toMatch(/^90:56:82:0A:00:0\d$/);
    expect([model.maker, model.model, model.firmware, model.name].every(Boolean)).toBe(true);
    expect(ownVolumeIn(sync.attributes)?.level).toBeGreaterThanOrEqual(0);
  });

  it("tell muted from silent by muteVolume alone, in both documents", () => {
    for (const [name, level, isMuted] of [
      ["", 60, false],
      ["-muted", 60, true],
      ["-level-zero", 0, false],
    ] as const) {
      const sync = read(`nad-ci-s2-zone-two${name}.syncstatus`);
      const volume = read(`nad-ci-s2-zone-two${name}.volume`);
      expect(ownVolumeIn(sync.attributes)).toEqual({ level, isMuted: isMuted || undefined });
      expect(ownVolumeIn(volume.attributes, volume.text)).toEqual({ level, isMuted });
    }
  });

  it("show a group from both sides, and pairing options that are none", () => {
    const leader = groupOf(read("nad-ci-s2-group-leader.syncstatus"), undefined, "");
    const follower = groupOf(read("nad-ci-s2-group-follower.syncstatus"), undefined, "");
    expect(leader).toMatchObject({ role: "primary", members: ["192.168.4.14:11000", "192.168.4.14:11010"] });
    expect(follower).toMatchObject({ role: "secondary", primary: "192.168.4.14:11000" });
    expect(groupOf(read("bluesound-p125-zone-options.syncstatus"), undefined, "").role).toBe("none");
  });

  it("show a battery where there is one", () => {
    expect(batteryOf(read("bluesound-p125-battery.syncstatus"))).toEqual({ level: 91, isCharging: false });
    expect(batteryOf(read("nad-c658.syncstatus"))).toBeUndefined();
  });
});
