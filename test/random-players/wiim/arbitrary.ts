import * as fc from "fast-check";
import { namedBy, title, weighedRecord, word } from "../words.ts";
import {
  type Change,
  type Dialect,
  type InputTag,
  inputTags,
  type Manner,
  type Preset,
  type Request,
  type State,
  type Step,
  type Track,
  type Wiim,
  type WiimCase,
} from "./model.ts";

/*
 * Players of LinkPlay's kind, as owners and public clients describe them, and what may happen to them.
 */

/** A text that cannot be taken for one in hexadecimal, nor for one that stands for none. */
const plain = (text: string): string =>
  /^(?:[\da-f]{2})+$|^(?:unknow|none)/i.test(text) ? `${text}!` : text;
const named = word.map(plain);

const track: fc.Arbitrary<Track> = fc.record({
  title: named,
  artist: title.map(plain),
  album: title.map(plain),
  // Of shorter and of longer ones, nobody can tell the unit while they are paused.
  seconds: fc.constantFrom(0, 40, 200, 600),
});
const dialect: fc.Arbitrary<Dialect> = fc.record({
  writesHex: fc.boolean(),
  empty: fc.constantFrom<Dialect["empty"]>("unknow", "", "un_known"),
  hasMeta: fc.boolean(),
  status: fc.constantFrom<Dialect["status"]>("getStatusEx", "getStatusEx", "getStatus"),
  playerStatus: fc.constantFrom<Dialect["playerStatus"]>("getPlayerStatusEx", "getPlayerStatus"),
  hasOutputs: fc.boolean(),
  perSecond: fc.constantFrom<Dialect["perSecond"]>(1000, 1000, 1_000_000),
  writesNumbers: fc.boolean(),
  mac: fc.constantFrom<Dialect["mac"]>("MAC", "ETH_MAC"),
  inputs: fc
    .subarray(inputTags.filter((tag) => tag !== "wifi"))
    .map((tags): readonly InputTag[] => ["wifi", ...tags]),
  type: fc.constantFrom("text/html", "application/json", undefined),
  pieces: fc.constantFrom(1, 1, 2, 3),
});
const presets: fc.Arbitrary<readonly Preset[]> = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 12 }).map(String), name: named }),
  { maxLength: 4, selector: ({ id }) => id },
);
const state = fc.constantFrom<State>("play", "play", "pause", "stop");
const seconds = fc.constantFrom(0, 1, 3, 12.5, 30);
/** Of services that play over the network, and of a phone. */
const played = fc.constantFrom(2, 10, 31, 32, 36, 41);
const output = fc.constantFrom("1", "2", "3");
const loop = fc.integer({ min: 0, max: 5 });

export const wiim: fc.Arbitrary<Wiim> = fc
  .record({
    dialect,
    presets,
    level: fc.nat(100),
    isMuted: fc.boolean(),
    loop,
    mode: played,
    place: fc.constant(1),
    track,
    address: fc.constant(""),
    state,
    seconds,
    output,
  })
  .map((one) => ({ ...one, dialect: one.mode === 41 ? withBluetooth(one.dialect) : one.dialect }));

function withBluetooth(one: Dialect): Dialect {
  return { ...one, inputs: inputTags.filter((tag) => tag === "bluetooth" || one.inputs.includes(tag)) };
}

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ what: fc.constant("level" as const), level: fc.nat(100) }),
  fc.record({ what: fc.constant("mute" as const) }),
  fc.record({ what: fc.constant("loop" as const), loop }),
  fc.record({ what: fc.constant("output" as const), output }),
  fc.record({ what: fc.constant("state" as const), state, seconds }),
  fc.record({ what: fc.constant("input" as const), place: fc.nat(9) }),
  fc.record({
    what: fc.constant("track" as const),
    mode: fc.constantFrom(2, 10, 31, 32, 36),
    track,
    seconds,
  }),
);

const onOff = fc.constantFrom<"on" | "off">("on", "off");
const request: fc.Arbitrary<Request> = fc.oneof(
  weighedRecord(3, { what: fc.constant("select" as const), place: fc.nat(9), by: namedBy }),
  weighedRecord(1, { what: fc.constant("output" as const), output }),
  weighedRecord(2, {
    what: fc.constantFrom<"percent" | "level">("percent", "level"),
    value: fc.integer({ min: -110, max: 110 }),
    isStep: fc.boolean(),
  }),
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
    word: fc.constantFrom<Extract<Request, { what: "playback" }>["word"]>(
      "play",
      "pause",
      "stop",
      "next",
      "previous",
    ),
  }),
  weighedRecord(2, { what: fc.constant("position" as const), seconds: fc.constantFrom(0, 2, 39, 180) }),
  weighedRecord(1, {
    what: fc.constant("preset" as const),
    place: fc.nat(9),
    by: fc.constantFrom<"id" | "name" | "nothing">("id", "name", "nothing"),
  }),
  weighedRecord(1, {
    what: fc.constant("play" as const),
    address: fc.constantFrom("https://radio.example/a b?x=1&y=%2F", "http://192.0.2.1:8000/+/live.mp3"),
  }),
);

export const wiimStep: fc.Arbitrary<Step> = fc.oneof(
  weighedRecord(10, { do: fc.constant("change" as const), change }),
  weighedRecord(10, {
    do: fc.constant("command" as const),
    request,
    manner: fc.constantFrom<Manner>("obeys", "obeys", "obeys", "ignores", "refuses", "trails"),
  }),
);

/** A player and a short history. */
export const wiimCase: fc.Arbitrary<WiimCase> = fc.record({
  wiim,
  steps: fc.array(wiimStep, { maxLength: 6 }),
});
