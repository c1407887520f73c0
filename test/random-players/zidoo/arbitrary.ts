import * as fc from "fast-check";
import {
  bigPlace as place,
  type Made,
  namedBy,
  oneNumber,
  oneText,
  onOff,
  steps,
  title,
  weighed,
  what,
  word,
} from "../words.ts";

/*
 * Players that the specification and the field notes allow, and what may happen to them. Plain data, so that a case can be
 * printed, and run again. Nothing in this folder uses code of the bridge, of the simulator or of the fault harness, apart from
 * starting the bridge.
 */

/** An input or an output. No control can be reached by an empty tag, and blanks around a name are nobody's wish. */
const entry = fc.record({
  tag: word,
  name: fc.oneof(weighed(4, word), weighed(4, oneText("USB", "TV")), weighed(1, fc.constant(""))),
  enabled: fc.oneof(weighed(4, fc.constant(true)), weighed(1, fc.constant(false))),
});
export type Entry = Made<typeof entry>;

/** A tag is the key within its list. */
const few = fc.uniqueArray(entry, { maxLength: 6, selector: ({ tag }) => tag });
/** Seldom so many: each is a message of some 60 KB, in names of several bytes for each letter. */
const many = fc
  .nat(280)
  .map((count): Entry[] =>
    Array.from({ length: count + 20 }, (_none, at) => ({
      tag: `IN${at}`,
      name: `入力${"光".repeat(at % 7)}${at}`,
      enabled: true,
    })),
  );
const entries = fc.oneof(weighed(12, few), weighed(1, many));
/** It may point outside the list. */
const index = fc.oneof(weighed(6, fc.nat(5)), weighed(1, fc.constantFrom(-1, 299, 999)));
const choice = fc.record({ entries, index });
export type Choice = Made<typeof choice>;

/** Any number of digits, perhaps below zero. */
const bigId = fc.oneof(fc.nat(2000).map(String), oneText("-7", "9007199254740993", "-9223372036854775808"));
const track = fc.record({
  id: bigId,
  title: word,
  artist: title,
  album: title,
  seconds: oneNumber(0, 1, 200, 3600),
});
export type Track = Made<typeof track>;
const queue = fc.oneof(
  weighed(6, fc.array(track, { maxLength: 8 })),
  weighed(1, fc.array(track, { minLength: 40, maxLength: 70 })),
);
/** In seconds: outside the duration at times. */
const seconds = fc.oneof(fc.nat(200), fc.constantFrom(-1, 99_999));
/** On the player's own scale: beyond the span, it reports nonsense. */
const volume = fc.record({
  min: fc.oneof(fc.constant(0), fc.integer({ min: -120, max: 20 })),
  span: oneNumber(1, 10, 100, 127, 199),
  above: fc.oneof(weighed(8, fc.nat(10)), weighed(1, fc.constantFrom(-1, 500))),
  muted: fc.boolean(),
});
export type Volume = Made<typeof volume>;
/** Idle, playing, paused. */
const playState = fc.constantFrom(0, 3, 4);
const playing = fc.record({
  state: playState,
  at: place,
  seconds,
  loop: fc.nat(3),
  /** Whether it tells tags and queue changes with its state. */
  hasMarks: fc.boolean(),
  volume: fc.option(volume, { nil: undefined }),
});
const music = fc.record({
  input: choice,
  output: choice,
  queueId: bigId,
  queue,
  /** Undefined on models without getState, whose queue marks the current entry at 0. */
  playing: fc.option(playing, { nil: undefined, freq: 4 }),
});
export type Music = Made<typeof music>;

const film = fc.record({
  title: word,
  seconds: fc.constantFrom(0, 90, 6905),
  width: fc.constantFrom(0, 1280, 3840),
  codec: fc.constantFrom("H.265", "", "AV1"),
  subtitles: fc.array(title, { maxLength: 4 }),
  tracks: fc.array(title, { maxLength: 3 }),
});
export type Film = Made<typeof film>;
/** A film is known by its path. */
const films = fc.uniqueArray(film, { maxLength: 4, selector: ({ title }) => title });
/** Paused, playing, stopped. */
const shown = {
  state: fc.constantFrom(0, 1, undefined),
  at: place,
  seconds,
  subtitle: fc.nat(4),
  track: fc.nat(3),
};
const video = fc.record({ films, ...shown });
export type Video = Made<typeof video>;

/** How this firmware writes its answers. */
const dialect = fc.record({
  prefix: fc.constantFrom("Device", "Zidoo"),
  numbers: fc.constantFrom("number", "number", "text"),
  flags: fc.constantFrom("boolean", "boolean", "number", "text"),
  type: fc.constantFrom("application/json", "text/plain", undefined),
  hasMark: fc.boolean(),
  /** In how many pieces a body is sent. */
  pieces: fc.constantFrom(1, 1, 2, 3, 7),
  playlist: fc.constantFrom("playlist", "playList"),
  /** Fields that it does not know. */
  missing: fc.subarray(["historyName", "isEdit", "infolist", "option", "3D", "output", "fps"]),
  /** What it answers for a family that it lacks. */
  lacks: fc.constantFrom(801, 404),
});

export const player = fc.record({
  dialect,
  music: fc.option(music, { nil: undefined, freq: 6 }),
  video: fc.option(video, { nil: undefined, freq: 2 }),
});
export type Player = Made<typeof player>;

const list = fc.constantFrom("input", "output");
/** By the owner with the remote control, or of the player's own. */
const change = fc.oneof(
  what("index", { list, index }),
  what("entries", { list, entries }),
  what("entry", { list, place, name: word }),
  what("volume", {
    min: fc.integer({ min: -120, max: 20 }),
    span: fc.constantFrom(1, 100, 127),
    above: fc.integer({ min: -1, max: 130 }),
  }),
  what("mute"),
  what("music", { state: playState, at: place, seconds }),
  what("loop", { loop: fc.nat(3) }),
  what("queue", { queueId: bigId, queue }),
  what("film", shown),
  what("films", { films }),
);
export type Change = Made<typeof change>;

const request = fc.oneof(
  weighed(4, what("select", { list, place, by: namedBy })),
  // Several selections without waiting for an outcome.
  weighed(1, what("hurry", { list, places: fc.array(place, { minLength: 2, maxLength: 5 }) })),
  weighed(
    3,
    what(["percent", "level"], { value: fc.integer({ min: -130, max: 130 }), isStep: fc.boolean() }),
  ),
  weighed(1, what("mute", { word: onOff })),
  weighed(1, what("mode", { word: fc.constantFrom("list", "single", "shuffle") })),
  weighed(
    2,
    what("playback", { of: fc.constantFrom("music", "video"), word: fc.constantFrom("play", "pause") }),
  ),
  weighed(1, what("position", { of: fc.constantFrom("music", "video"), seconds: fc.nat(300) })),
  weighed(2, what(["subtitle", "audio-track"], { place, by: fc.constantFrom("index", "title") })),
);
export type Request = Made<typeof request>;

const step = fc.oneof(
  weighed(20, steps(change, request, "ignores", "lies", "trails")),
  // Somebody sets the machine's date.
  weighed(1, fc.record({ do: fc.constant("date"), hours: fc.integer({ min: -90_000, max: 90_000 }) })),
);

/** A player and a short history. */
export const anyCase = fc.record({ player, steps: fc.array(step, { maxLength: 6 }) });
export type Case = Made<typeof anyCase>;
