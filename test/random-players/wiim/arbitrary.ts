import * as fc from "fast-check";
import {
  type Made,
  musicRequests,
  namedBy,
  oneNumber,
  oneText,
  playAddress,
  steps,
  title,
  weighed,
  what,
  word,
} from "../words.ts";

/*
 * Players whose inside is LinkPlay's, as owners and public clients describe them, and what may happen to them.
 */

/** The sources by the words that select them: the number that the answers have, and its bit among the inputs. */
export const inputs = {
  wifi: { mode: 10, bit: 0 },
  "line-in": { mode: 40, bit: 1 },
  bluetooth: { mode: 41, bit: 2 },
  optical: { mode: 43, bit: 4 },
  "co-axial": { mode: 45, bit: 6 },
  HDMI: { mode: 49, bit: 10 },
  phono: { mode: 54, bit: 16 },
} as const;

export type InputTag = keyof typeof inputs;
export const inputTags = Object.keys(inputs) as InputTag[];

/** A text that cannot be taken for one in hexadecimal, nor for one that stands for none. */
const plain = (text: string): string =>
  /^(?:[\da-f]{2})+$|^(?:unknow|none)/i.test(text) ? `${text}!` : text;
const named = word.map(plain);

const track = fc.record({
  title: named,
  artist: title.map(plain),
  album: title.map(plain),
  // None is told of a station. Of shorter and of longer ones, nobody can tell the unit while they are paused.
  seconds: oneNumber(0, 40, 200, 600),
});
export type Track = Made<typeof track>;

/** How the firmware of a player writes its answers. */
const dialect = fc.record({
  writesHex: fc.boolean(),
  /** What stands for no text. */
  empty: fc.constantFrom("unknow", "", "un_known"),
  hasMeta: fc.boolean(),
  status: fc.constantFrom("getStatusEx", "getStatusEx", "getStatus"),
  playerStatus: fc.constantFrom("getPlayerStatusEx", "getPlayerStatus"),
  hasOutputs: fc.boolean(),
  /** The units of a second in the times of tracks; those of stations are milliseconds. */
  perSecond: fc.constantFrom(1000, 1000, 1_000_000),
  writesNumbers: fc.boolean(),
  mac: fc.constantFrom("MAC", "ETH_MAC"),
  inputs: fc
    .subarray(inputTags.filter((tag) => tag !== "wifi"))
    .map((tags): readonly InputTag[] => ["wifi", ...tags]),
  type: fc.constantFrom("text/html", "application/json", undefined),
  pieces: fc.constantFrom(1, 1, 2, 3),
});
const presets = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 12 }).map(String), name: named }), {
  maxLength: 4,
  selector: ({ id }) => id,
});
const state = fc.constantFrom("play", "play", "pause", "stop");
const seconds = oneNumber(0, 1, 3, 12.5, 30);
const output = oneText("1", "2", "3");
const loop = fc.integer({ min: 0, max: 5 });

export const wiim = fc
  .record({
    dialect,
    presets,
    level: fc.nat(100),
    isMuted: fc.boolean(),
    /** The order of the list, as its number. */
    loop,
    // Of services that play over the network, and of a phone.
    mode: oneNumber(2, 10, 31, 32, 36, 41),
    /** Where the list is; another entry may have the same title. */
    place: oneNumber(1),
    track: track.map((one): Track | undefined => one),
    address: oneText(""),
    state,
    /** The position when the state was last set. */
    seconds,
    output,
  })
  .map((one) => (one.mode === 41 ? { ...one, dialect: withBluetooth(one.dialect) } : one));
export type Wiim = Made<typeof wiim>;

function withBluetooth(one: Made<typeof dialect>): Made<typeof dialect> {
  return { ...one, inputs: inputTags.filter((tag) => tag === "bluetooth" || one.inputs.includes(tag)) };
}

/** By the owner with the app or at the device. */
const change = fc.oneof(
  what("level", { level: fc.nat(100) }),
  what("mute"),
  what("loop", { loop }),
  what("output", { output }),
  what("state", { state, seconds }),
  what("input", { place: fc.nat(9) }),
  what("track", { mode: oneNumber(2, 10, 31, 32, 36), track, seconds }),
);
export type Change = Made<typeof change>;

const request = fc.oneof(
  weighed(3, what("select", { place: fc.nat(9), by: namedBy })),
  weighed(1, what("output", { output })),
  ...musicRequests,
  weighed(2, what("position", { seconds: fc.constantFrom(0, 2, 39, 180) })),
  weighed(1, what("preset", { place: fc.nat(9), by: fc.constantFrom("id", "name", "nothing") })),
  weighed(1, playAddress),
);
export type Request = Made<typeof request>;

export const wiimStep = steps(change, request, "ignores", "refuses", "trails");
export type Step = Made<typeof wiimStep>;
/** A player and a short history. */
export const wiimCase = fc.record({ wiim, steps: fc.array(wiimStep, { maxLength: 6 }) });
export type WiimCase = Made<typeof wiimCase>;
