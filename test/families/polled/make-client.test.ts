import { describe, expect, it } from "vitest";
import type { FamilyCall } from "../../../src/core/controls/call.ts";
import type { ResourceName } from "../../../src/core/resources/player.ts";
import type { FamilyDevice } from "../../../src/families/family.ts";
import { kit } from "../../../src/families/polled/kit.ts";
import type { Answers } from "../../../src/families/polled/make.ts";
import type { MusicFacts, TrackFacts } from "../../../src/families/polled/music.ts";
import { optionsOfStranger } from "../../../src/families/recognize.ts";
import { freePort } from "../../support/free-port.ts";
import { opened } from "../../support/opened.ts";
import { startScripted } from "../zidoo/scripted-player.ts";

const track = { title: "Embers", artist: "", album: "", key: "1", picture: "", details: {} };
const model = { maker: "Kiln", model: "One", mac: "02:00:00:00:00:01", firmware: "1" };
const sound = {
  value: kit.music(() => ({
    playing: "playing",
    source: "net",
    kind: "network",
    tracks: [{ title: "Embers" }],
  })),
  from: ["now"],
};

const allOfTrack: Required<TrackFacts> = {
  title: "Embers",
  artist: "Ada Ash",
  album: "Coal",
  picture: "/cover",
  sampleRateHz: 44_100,
  bits: 16,
  channels: 2,
  codec: "flac",
  bitrate: "900",
  service: "Kiln",
};

const { queue: queueView } = optionsOfStranger("http://kiln");
const anywhere = { origin: "http://kiln", host: "kiln", port: 8391, queueView, now: () => 0 };

const lateMusic = kit.music(() => Promise.reject(new Error("no")) as never);

/** A player whose make has these parts instead, which no compiler has seen. */
async function playerWith(
  { resources = {}, ...parts }: Record<string, object>,
  url = "",
): Promise<FamilyDevice> {
  const player = opened(
    await startScripted(({ path }) => (path === "/fail" ? '{"error":"no disc"}' : '{"at":1}')),
  );
  const make = {
    name: "kiln",
    places: [{ scheme: "http", port: 8391 }],
    discovery: [],
    sources: { now: { get: "/now" } },
    resources: { model: { from: ["now"], value: () => model }, music: sound, ...resources },
    calls: {},
    ...parts,
  };
  const family = kit.defineMake(make as unknown as Parameters<typeof kit.defineMake>[0]);
  return opened(family.open(optionsOfStranger(url || player.url)));
}

const next: FamilyCall = { operation: "nextTrack" };
const { signal } = new AbortController();
const fault = {
  name: "DeviceError",
  fault: "malformed",
  message: expect.stringMatching(/^its make, kiln, has a mistake: /),
};

it("tells no name and no MAC where a player leaves them empty", async () => {
  const value = () => ({ ...model, name: "", mac: "" });
  const player = await playerWith({ resources: { model: { from: ["now"], value } } });
  const { reading } = (await player.read("model", signal)) as { reading?: { value: object } };
  const details = { address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) };
  expect(reading?.value).toEqual({ details, ...model, name: undefined, mac: undefined });
});

it("is looked for at its other places once nothing answers where it was", async () => {
  const [one, other] = [await freePort(), await freePort()];
  const first = await startScripted(['{"at":1}'], one);
  const places = [one, other].map((port) => ({ scheme: "http", port }));
  const player = await playerWith({ places }, `http://127.0.0.1:${one}`);
  expect(await player.read("model", signal)).toMatchObject({ kind: "reading" });
  await first[Symbol.asyncDispose]();
  opened(await startScripted(['{"at":1}'], other));
  await expect(player.read("model", signal)).rejects.toMatchObject({ fault: "unreachable" });
  expect(await player.read("model", signal)).toMatchObject({ kind: "reading" });
});

it("takes a pattern that goes on after its last match for the same each time", async () => {
  const words = [
    [/at/g, "done"],
    [/at/, "refused"],
  ];
  const player = await playerWith({ words, calls: { nextTrack: () => "/next" } });
  for (const _time of [1, 2]) expect(await player.perform(next, signal)).toEqual({ kind: "done" });
});

it.each([
  ["what its pattern groups", /"error":"(.*)"/, "no disc"],
  ["all of it, if that is nothing", /"error":"(x*)/, String.raw`"{\"error\":\"no disc\"}"`],
])("tells of a refusal %s", async (_, pattern, text) => {
  const player = await playerWith({ words: [[pattern, "refused"]], calls: { nextTrack: () => "/fail" } });
  expect(await player.perform(next, signal)).toMatchObject({ kind: "refused", reason: { text } });
});

it("tells that it is off only by words that are known", () => {
  const [on] = kit.power(["on", "standby", "off"], "standby");
  expect(on).toEqual({ tag: "on", name: "on", isCurrent: false });
  expect(kit.power(["on", "off"], "sleepy")).toEqual([
    { tag: "on", name: "on" },
    { tag: "poweroff", name: "off" },
  ]);
  expect(kit.power(["on", "reboot"], "reboot")[0]).toEqual({ tag: "on", name: "on" });
  expect(() => kit.power(["off", "standby"], "standby")).toThrow('power: what the player is needs "on"');
  expect(() => kit.power(["up" as "on"])).toThrow('power: "up" is not one of on, off, standby, reboot');
});

describe("a mistake in a make that shows with an answer fails the request alone:", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;

  it.each<[string, ResourceName, () => unknown]>([
    ["a number too large for JSON", "music", () => 1n],
    ["a cycle", "music", () => cycle],
    ["a promise", "model", () => Promise.resolve(model)],
    ["a promise that fails", "music", () => Promise.reject(new Error("no"))],
    ["music from a promise that fails", "music", () => lateMusic({}, anywhere)],
    ["nothing", "model", () => null],
    ["a model with a word of its own", "model", () => ({ ...model, vendor: "Kiln" })],
    ["a model with a number", "model", () => ({ ...model, mac: 12 })],
    ["music without a track", "music", () => ({ playing: "playing" })],
    [
      "music whose artist is a number",
      "music",
      () => ({ ...sound.value({}, anywhere), track: { ...track, artist: 5 } }),
    ],
    ["a text for inputs", "audio", () => "aux"],
    ["a group without members", "group", () => ({ role: "primary", self: "a:1" })],
    ["an object for a list of presets", "musicPresets", () => ({ id: "1" })],
  ])("%s", async (_what, resource, value) => {
    const player = await playerWith({ resources: { [resource]: { from: ["now"], value } } });
    await expect(player.read(resource, signal)).rejects.toMatchObject(fault);
    const other = resource === "music" ? "model" : "music";
    expect(await player.read(other, signal)).toMatchObject({ kind: "reading" });
  });

  it.each<[string, () => unknown]>([
    ["a number", () => 5],
    ["nothing", () => null],
    ["a promise that fails", () => Promise.reject(new Error("no"))],
    ["no list of paths", () => ({ anyOf: 5 })],
  ])("a request that is %s", async (_what, step) => {
    const nextTrack = (_call: unknown, { now }: Answers<"now">) => (now.isTold ? step() : undefined);
    const player = await playerWith({ calls: { nextTrack } });
    expect(await player.perform(next, signal)).toMatchObject({ kind: "refused", isUnsent: true });
    await player.read("model", signal);
    await expect(player.perform(next, signal)).rejects.toMatchObject(fault);
  });

  it.each<[string, object]>([
    ["there is no muted, but playing, source,", { muted: false }],
    ["tracks: there is no name, but title, artist,", { tracks: [{ name: "Embers" }] }],
    ["tracks is no list", { tracks: undefined }],
    ['playing is "play", not one of playing paused idle', { playing: "play" }],
    ['kind is "undefined", not one of internal', { kind: undefined }],
    ["volume is a number, not what", { volume: 5 }],
    ['repeat is "song", not one of undefined off', { repeat: "song" }],
  ])("music: %s", (said, change) => {
    const right: Required<MusicFacts> = {
      playing: "paused",
      source: "net",
      kind: "network",
      tracks: [allOfTrack],
      place: "1",
      positionSeconds: 1,
      durationSeconds: 2,
      station: "",
      shuffle: true,
      repeat: "one",
      volume: kit.volume(3, { min: 1, max: 4, isLocked: true }),
      isMuted: false,
      denied: ["seek"],
      inputTag: "net",
      outputTag: "line",
    };
    const { title, artist, album, sampleRateHz, ...facts } = allOfTrack;
    const told = { title, artist, album, picture: "http://kiln/cover" };
    expect(kit.music(() => right)({}, anywhere)).toEqual({
      playing: "paused",
      isPassThrough: false,
      deniedActions: ["seek"],
      canStop: true,
      source: "network",
      track: {
        ...told,
        key: JSON.stringify(["net", "1", title, artist, album, ""]),
        details: { ...facts, ...told, sampleRateHz, sampleRate: "44.1 kHz" },
      },
      positionSeconds: 1,
      durationSeconds: 2,
      station: "",
      shuffle: true,
      repeat: "one",
      mode: "other",
      volume: { level: 3, min: 1, max: 4, restriction: "locked" },
      isMuted: false,
      inputTag: "net",
      outputTag: "line",
    });
    expect(() => kit.music(() => ({ ...right, ...change }))({}, anywhere)).toThrow(`music: ${said}`);
  });

  it.each<[string, object]>([
    ["there is no size, but id, name,", { size: 1 }],
    ["entries: there is no name, but title, artist,", { entries: [{ name: "Embers" }] }],
  ])("queue: %s", (said, change) => {
    const entries = [{ title: "Embers", artist: "", album: "", durationSeconds: 1 }];
    const right = { id: "1", name: "Coal", entries, first: 0, total: 1, current: -1 };
    expect(kit.queue(() => right)({}, anywhere)?.current).toBeUndefined();
    expect(() => kit.queue(() => ({ ...right, ...change }))({}, anywhere)).toThrow(`queue: ${said}`);
  });

  it("a volume with another range", () => {
    expect(() => kit.volume(3, { maximum: 40 } as object)).toThrow(
      "volume: there is no maximum, but min, max",
    );
  });

  it("a leader that is no text", async () => {
    const player = await playerWith({ leader: () => 5, calls: { nextTrack: () => "/next" } });
    await expect(player.perform(next, signal)).rejects.toMatchObject(fault);
  });
});
