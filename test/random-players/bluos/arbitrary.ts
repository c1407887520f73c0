import * as fc from "fast-check";
import { bigPlace, title, weighed, weighedRecord, word, namedBy } from "../words.ts";
import type {
  Bluos,
  BluosCase,
  Change,
  Dialect,
  Input,
  Manner,
  Preset,
  Request,
  State,
  Step,
  Stream,
  Track,
  Zone,
} from "./model.ts";
import { tagOf } from "./model.ts";

/*
 * Players that work with BluOS, as the specification allows them, and what may happen to them.
 */

const types = ["spdif", "analog", "bluetooth", "arc", "phono", "microphone"] as const;
const url = fc
  .tuple(fc.constantFrom("Capture:plughw:0,2/48000/24/2?id=", "Hub://a b&c=d/"), fc.nat(99))
  .map(([begin, number]) => `${begin}${number}`);
const name = fc.oneof(weighed(4, word), weighed(2, fc.constantFrom("TV", "USB")));
const input: fc.Arbitrary<Input> = fc.oneof(
  weighedRecord(5, {
    typeIndex: fc
      .tuple(fc.constantFrom(...types), fc.integer({ min: 1, max: 3 }))
      .map(([type, number]) => `${type}-${number}`),
    id: fc.option(
      fc.nat(9).map((number) => `input${number}`),
      { nil: undefined },
    ),
    url,
    text: fc.option(name, { nil: undefined, freq: 4 }),
    inputType: fc.constantFrom(...types),
    isDisabled: fc.oneof(weighed(5, fc.constant(false)), weighed(1, fc.constant(true))),
    isRemote: fc.constant(false),
  }),
  weighedRecord(2, {
    typeIndex: fc.constant(undefined),
    id: fc.nat(9).map((number) => `input${number}`),
    url,
    text: fc.option(name, { nil: undefined, freq: 4 }),
    inputType: fc.constantFrom(...types),
    isDisabled: fc.constant(false),
    isRemote: fc.constant(false),
  }),
  weighedRecord(1, {
    typeIndex: fc.constant(undefined),
    id: fc.constant("Spotify"),
    url: fc.constant("Spotify:play"),
    text: fc.constant("Spotify"),
    inputType: fc.constant(""),
    isDisabled: fc.constant(false),
    isRemote: fc.constant(false),
  }),
  weighedRecord(1, {
    typeIndex: fc.constant(undefined),
    id: fc.constant(undefined),
    url,
    text: name,
    inputType: fc.constantFrom(...types),
    isDisabled: fc.constant(false),
    isRemote: fc.constant(true),
  }),
);
/** Tag, id and address are the keys within the list. */
const inputs = fc
  .uniqueArray(input, { maxLength: 6, selector: tagOf })
  .map((list) =>
    list.filter(
      (one, at) =>
        !list
          .slice(0, at)
          .some(({ id, url: address }) => address === one.url || (id !== undefined && id === one.id)),
    ),
  );

const track: fc.Arbitrary<Track> = fc.record({
  title: word,
  artist: title,
  album: title,
  seconds: fc.constantFrom(0, 3, 200, 3600),
  service: fc.constantFrom("LocalMusic", "LocalMusic", "Tidal", "Qobuz"),
});
const queue = fc.oneof(
  weighed(6, fc.array(track, { maxLength: 8 })),
  weighed(1, fc.integer({ min: 90, max: 320 }).map(longQueue)),
);

/** More than a page of a queue. */
function longQueue(count: number): readonly Track[] {
  return Array.from({ length: count }, (_none, at) => ({
    title: `Piece ${at}`,
    artist: at % 3 === 0 ? "" : "光",
    album: `Album ${at % 7}`,
    seconds: 100 + at,
    service: "LocalMusic",
  }));
}

const stream: fc.Arbitrary<Stream> = fc.record({
  service: fc.constantFrom("TuneIn", "RadioParadise", "http", "Spotify", "Raat"),
  url: fc.constantFrom("TuneIn:s1/live?serial=s3cret", "https://radio.example/live?key=s3cret"),
  station: word,
  title: word,
  artist: title,
  album: title,
  seconds: fc.constantFrom(0, 0, 300),
  canSeek: fc.boolean(),
  actions: fc.subarray(["skip", "back"]),
  image: fc.constantFrom("https://pictures.example/a.png?key=s3cret", "https://pictures.example/b.png"),
});

const presets: fc.Arbitrary<readonly Preset[]> = fc.uniqueArray(
  fc.record({
    id: fc.nat(40).map(String),
    name: fc.oneof(word, fc.constantFrom("Jazz", "jazz", "7")),
    isList: fc.boolean(),
  }),
  { maxLength: 5, selector: ({ id }) => id },
);

const state = fc.constantFrom<State>("play", "play", "pause", "stop", "connecting", "buffering");
const seconds = fc.constantFrom(0, 1, 3, 12.5, 100);
const source: fc.Arbitrary<Zone["source"]> = fc.oneof(
  weighed(4, fc.constant({ from: "queue" as const })),
  weighed(
    2,
    stream.map((one) => ({ from: "stream" as const, stream: one })),
  ),
  weighed(
    2,
    fc.nat(9).map((place) => ({ from: "input" as const, place })),
  ),
  weighed(1, fc.constant({ from: "nothing" as const })),
);
const level = fc.oneof(weighed(8, fc.nat(100)), weighed(1, fc.constant(undefined)));
const repeat = fc.constantFrom<0 | 1 | 2>(0, 1, 2);

const zone: fc.Arbitrary<Zone> = fc
  .record({
    name: word,
    level,
    isMuted: fc.boolean(),
    battery: fc.option(fc.record({ level: fc.nat(100), isCharging: fc.boolean() }), { nil: undefined }),
    inputs,
    presets,
    queue,
    song: bigPlace,
    source,
    state,
    seconds,
    isShuffled: fc.boolean(),
    repeat,
    sleepMinutes: fc.constantFrom(0, 0, 15, 90),
  })
  .map((one) => ({
    ...one,
    isMuted: one.isMuted && one.level !== undefined,
    song: one.queue.length === 0 ? 0 : one.song % one.queue.length,
    source: one.source.from === "input" && one.inputs.length === 0 ? { from: "queue" as const } : one.source,
  }));

const dialect: fc.Arbitrary<Dialect> = fc.record({
  version: fc.constantFrom<Dialect["version"]>("told", "told", "asked", "unknown"),
  macHasPort: fc.boolean(),
  etag: fc.constantFrom<Dialect["etag"]>("hex", "digits"),
  escape: fc.constantFrom<Dialect["escape"]>("names", "numbers", "all numbers"),
  hasDeclaration: fc.boolean(),
  isReversed: fc.boolean(),
  isSpaced: fc.boolean(),
  type: fc.constantFrom("application/xml", "text/xml; charset=utf-8", undefined),
  pieces: fc.constantFrom(1, 1, 2, 3, 7),
  playingStream: fc.constantFrom<Dialect["playingStream"]>("stream", "stream", "play"),
  selected: fc.constantFrom<Dialect["selected"]>("names", "names", "address"),
  presets: fc.constantFrom<Dialect["presets"]>("marked", "marked", "unmarked", "none"),
  songsHaveIds: fc.boolean(),
  secondarySyncStat: fc.constantFrom<Dialect["secondarySyncStat"]>("own", "of the primary"),
  missing: fc.subarray([
    "name",
    "artist",
    "album",
    "twoline_title1",
    "twoline_title2",
    "image",
    "serviceName",
    "quality",
    "streamFormat",
    "syncStat",
    "canSeek",
    "canMovePlayback",
    "mode",
    "cursor",
    "shuffle",
    "repeat",
    "db",
    "mute",
    "volume",
  ]),
});

const role = fc.constantFrom<Bluos["role"]>("none", "none", "primary", "secondary");
export const bluos: fc.Arbitrary<Bluos> = fc.record({
  dialect,
  zone,
  mate: zone,
  role: fc.constantFrom<Bluos["role"]>("none", "none", "none", "primary", "secondary"),
});

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ what: fc.constant("level" as const), level }),
  fc.record({ what: fc.constant("mute" as const) }),
  fc.record({ what: fc.constant("battery" as const), level: fc.nat(100), isCharging: fc.boolean() }),
  fc.record({ what: fc.constant("inputs" as const), inputs }),
  fc.record({ what: fc.constant("presets" as const), presets }),
  fc.record({ what: fc.constant("queue" as const), queue, song: bigPlace }),
  fc.record({ what: fc.constant("source" as const), source, state, seconds }),
  fc.record({ what: fc.constant("state" as const), state, seconds }),
  fc.record({ what: fc.constant("song" as const), place: bigPlace, seconds }),
  fc.record({ what: fc.constant("order" as const), isShuffled: fc.boolean(), repeat }),
  fc.record({ what: fc.constant("sleep" as const), minutes: fc.constantFrom(0, 15, 45) }),
  fc.record({ what: fc.constant("name" as const), name: word }),
  fc.record({ what: fc.constant("role" as const), role }),
);

const amount = { value: fc.integer({ min: -110, max: 110 }), isStep: fc.boolean() };
const onOff = fc.constantFrom<"on" | "off">("on", "off");
const request: fc.Arbitrary<Request> = fc.oneof(
  weighedRecord(3, { what: fc.constant("select" as const), place: fc.nat(9), by: namedBy }),
  weighedRecord(2, { what: fc.constantFrom<"percent" | "level">("percent", "level"), ...amount }),
  weighedRecord(1, { what: fc.constant("mute" as const), word: onOff }),
  weighedRecord(1, {
    what: fc.constant("mode" as const),
    word: fc.constantFrom<"list" | "single" | "shuffle">("list", "single", "shuffle"),
  }),
  weighedRecord(1, { what: fc.constant("shuffle" as const), word: onOff }),
  weighedRecord(1, {
    what: fc.constant("repeat" as const),
    word: fc.constantFrom<"all" | "one" | "off">("all", "one", "off"),
  }),
  weighedRecord(4, {
    what: fc.constant("playback" as const),
    word: fc.constantFrom<"play" | "pause" | "stop" | "next" | "previous">(
      "play",
      "pause",
      "stop",
      "next",
      "previous",
    ),
  }),
  weighedRecord(2, { what: fc.constant("position" as const), seconds: fc.constantFrom(0, 2, 90, 250) }),
  weighedRecord(1, { what: fc.constant("entry" as const), index: bigPlace }),
  weighedRecord(2, {
    what: fc.constant("preset" as const),
    place: fc.nat(9),
    by: fc.constantFrom<"id" | "name" | "+1" | "-1" | "nothing">("id", "name", "+1", "-1", "nothing"),
  }),
  weighedRecord(1, {
    what: fc.constant("play" as const),
    address: fc.constantFrom("https://radio.example/a b?x=1&y=%2F", "http://192.0.2.1:8000/+/live.mp3"),
  }),
  weighedRecord(1, { what: fc.constant("sleep" as const), minutes: fc.constantFrom(0, 1, 30, 5000) }),
  weighedRecord(3, {
    what: fc.constant("group" as const),
    word: fc.constantFrom<"join" | "leave" | "add" | "remove">("join", "leave", "add", "remove"),
    whom: fc.constantFrom<"mate" | "itself" | "nobody">("mate", "mate", "mate", "mate", "itself", "nobody"),
  }),
  weighedRecord(1, { what: fc.constant("group volume" as const), ...amount }),
  weighedRecord(1, { what: fc.constant("group mute" as const), word: onOff }),
);

export const bluosStep: fc.Arbitrary<Step> = fc.oneof(
  weighedRecord(10, { do: fc.constant("change" as const), change }),
  weighedRecord(10, {
    do: fc.constant("command" as const),
    request,
    manner: fc.constantFrom<Manner>("obeys", "obeys", "obeys", "ignores", "refuses", "trails"),
  }),
);

/** A player and a short history. */
export const bluosCase: fc.Arbitrary<BluosCase> = fc.record({
  bluos,
  steps: fc.array(bluosStep, { maxLength: 6 }),
});
