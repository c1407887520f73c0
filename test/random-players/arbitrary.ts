import * as fc from "fast-check";
import type {
  Case,
  Change,
  Choice,
  Dialect,
  Entry,
  Film,
  Manner,
  Music,
  Player,
  Request,
  Step,
  Track,
  Video,
} from "./model.ts";
import { wiimCase } from "./wiim/arbitrary.ts";
import { bluosCase } from "./bluos/arbitrary.ts";
import type { House } from "./play-house.ts";
import { bigPlace as place, title, weighed, weighedRecord, word, namedBy } from "./words.ts";

/*
 * Players that the specification and the field notes allow, and what may happen to them.
 */

/** No control can be reached by an empty tag, and blanks around a name are nobody's wish. */
const entry: fc.Arbitrary<Entry> = fc.record({
  tag: word,
  name: fc.oneof(weighed(4, word), weighed(4, fc.constantFrom("USB", "TV")), weighed(1, fc.constant(""))),
  enabled: fc.oneof(weighed(4, fc.constant(true)), weighed(1, fc.constant(false))),
});

/** A tag is the key within its list. */
const unique = { selector: ({ tag }: Entry) => tag };
const few = fc.uniqueArray(entry, { maxLength: 6, ...unique });
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
const index = fc.oneof(weighed(6, fc.nat(5)), weighed(1, fc.constantFrom(-1, 299, 999)));
const choice: fc.Arbitrary<Choice> = fc.record({ entries, index });

const bigId = fc.oneof(
  fc.nat(2000).map(String),
  fc.constantFrom("-7", "9007199254740993", "-9223372036854775808"),
);
const track: fc.Arbitrary<Track> = fc.record({
  id: bigId,
  title: word,
  artist: title,
  album: title,
  seconds: fc.constantFrom(0, 1, 200, 3600),
});
const queue = fc.oneof(
  weighed(6, fc.array(track, { maxLength: 8 })),
  weighed(1, fc.array(track, { minLength: 40, maxLength: 70 })),
);
/** In seconds: outside the duration at times. */
const seconds = fc.oneof(fc.nat(200), fc.constantFrom(-1, 99_999));
const volume = fc.record({
  min: fc.oneof(fc.constant(0), fc.integer({ min: -120, max: 20 })),
  span: fc.constantFrom(1, 10, 100, 127, 199),
  above: fc.oneof(weighed(8, fc.nat(10)), weighed(1, fc.constantFrom(-1, 500))),
});
const playState = fc.constantFrom<0 | 3 | 4>(0, 3, 4);
const playing = fc.record({
  state: playState,
  at: place,
  seconds,
  loop: fc.nat(3),
  hasMarks: fc.boolean(),
  volume: fc.option(
    fc.tuple(volume, fc.boolean()).map(([range, muted]) => ({ ...range, muted })),
    { nil: undefined },
  ),
});
const music: fc.Arbitrary<Music> = fc.record({
  input: choice,
  output: choice,
  queueId: bigId,
  queue,
  playing: fc.option(playing, { nil: undefined, freq: 4 }),
});

const film: fc.Arbitrary<Film> = fc.record({
  title: word,
  seconds: fc.constantFrom(0, 90, 6905),
  width: fc.constantFrom(0, 1280, 3840),
  codec: fc.constantFrom("H.265", "", "AV1"),
  subtitles: fc.array(title, { maxLength: 4 }),
  tracks: fc.array(title, { maxLength: 3 }),
});
/** A film is known by its path. */
const films = fc.uniqueArray(film, { maxLength: 4, selector: ({ title }) => title });
const videoState = fc.constantFrom<0 | 1 | undefined>(0, 1, undefined);
const shown = { state: videoState, at: place, seconds, subtitle: fc.nat(4), track: fc.nat(3) };
const video: fc.Arbitrary<Video> = fc.record({ films, ...shown });

const dialect: fc.Arbitrary<Dialect> = fc.record({
  prefix: fc.constantFrom<Dialect["prefix"]>("Device", "Zidoo"),
  numbers: fc.constantFrom<Dialect["numbers"]>("number", "number", "text"),
  flags: fc.constantFrom<Dialect["flags"]>("boolean", "boolean", "number", "text"),
  type: fc.constantFrom<Dialect["type"]>("application/json", "text/plain", undefined),
  hasMark: fc.boolean(),
  pieces: fc.constantFrom(1, 1, 2, 3, 7),
  playlist: fc.constantFrom<Dialect["playlist"]>("playlist", "playList"),
  missing: fc.subarray(["historyName", "isEdit", "infolist", "option", "3D", "output", "fps"]),
  lacks: fc.constantFrom<Dialect["lacks"]>(801, 404),
});

export const player: fc.Arbitrary<Player> = fc.record({
  dialect,
  music: fc.option(music, { nil: undefined, freq: 6 }),
  video: fc.option(video, { nil: undefined, freq: 2 }),
});

const list = fc.constantFrom<"input" | "output">("input", "output");
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ what: fc.constant("index" as const), list, index }),
  fc.record({ what: fc.constant("entries" as const), list, entries }),
  fc.record({ what: fc.constant("entry" as const), list, place, name: word }),
  fc.record({
    what: fc.constant("volume" as const),
    min: fc.integer({ min: -120, max: 20 }),
    span: fc.constantFrom(1, 100, 127),
    above: fc.integer({ min: -1, max: 130 }),
  }),
  fc.record({ what: fc.constant("mute" as const) }),
  fc.record({ what: fc.constant("music" as const), state: playState, at: place, seconds }),
  fc.record({ what: fc.constant("loop" as const), loop: fc.nat(3) }),
  fc.record({ what: fc.constant("queue" as const), queueId: bigId, queue }),
  fc.record({ what: fc.constant("film" as const), ...shown }),
  fc.record({ what: fc.constant("films" as const), films }),
);

const request: fc.Arbitrary<Request> = fc.oneof(
  weighedRecord(4, { what: fc.constant("select" as const), list, place, by: namedBy }),
  weighedRecord(1, {
    what: fc.constant("hurry" as const),
    list,
    places: fc.array(place, { minLength: 2, maxLength: 5 }),
  }),
  weighedRecord(3, {
    what: fc.constantFrom<"percent" | "level">("percent", "level"),
    value: fc.integer({ min: -130, max: 130 }),
    isStep: fc.boolean(),
  }),
  weighedRecord(1, { what: fc.constant("mute" as const), word: fc.constantFrom<"on" | "off">("on", "off") }),
  weighedRecord(1, {
    what: fc.constant("mode" as const),
    word: fc.constantFrom<"list" | "single" | "shuffle">("list", "single", "shuffle"),
  }),
  weighedRecord(2, {
    what: fc.constant("playback" as const),
    of: fc.constantFrom<"music" | "video">("music", "video"),
    word: fc.constantFrom<"play" | "pause">("play", "pause"),
  }),
  weighedRecord(1, {
    what: fc.constant("position" as const),
    of: fc.constantFrom<"music" | "video">("music", "video"),
    seconds: fc.nat(300),
  }),
  weighedRecord(2, {
    what: fc.constantFrom<"subtitle" | "audio-track">("subtitle", "audio-track"),
    place,
    by: fc.constantFrom<"index" | "title">("index", "title"),
  }),
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  weighedRecord(10, { do: fc.constant("change" as const), change, isRefreshed: fc.boolean() }),
  weighedRecord(10, {
    do: fc.constant("command" as const),
    request,
    manner: fc.constantFrom<Manner>("obeys", "obeys", "obeys", "ignores", "lies", "trails"),
  }),
  weighedRecord(1, { do: fc.constant("date" as const), hours: fc.integer({ min: -90_000, max: 90_000 }) }),
);

/** A player and a short history. */
const anyCase: fc.Arbitrary<Case> = fc.record({ player, steps: fc.array(step, { maxLength: 6 }) });

const settings: fc.Arbitrary<House["settings"]> = fc.record({
  window: fc.constantFrom(1, 5, 50),
  publish: fc.constantFrom<"window" | "all">("window", "all"),
  fields: fc.constantFrom<"essential" | "all">("essential", "all"),
});

/** A bridge with players; several play at the same time. */
export function anyHouse(mostPlayers: number): fc.Arbitrary<House> {
  const cases = fc.oneof(weighed(3, anyCase), weighed(2, bluosCase), weighed(2, wiimCase));
  return fc.record({
    settings,
    cases: fc.array(cases, { minLength: 1, maxLength: mostPlayers, size: "max" }),
  });
}
