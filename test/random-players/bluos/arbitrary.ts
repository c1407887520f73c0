import * as fc from "fast-check";
import {
  amount,
  bigPlace,
  type Made,
  musicRequests,
  namedBy,
  oneNumber,
  oneText,
  onOff,
  playAddress,
  steps,
  title,
  weighed,
  what,
  word,
} from "../words.ts";

/*
 * Players that work with BluOS, as the specification allows them, and what may happen to them.
 */

const types = ["spdif", "analog", "bluetooth", "arc", "phono", "microphone"] as const;
const url = fc
  .tuple(oneText("Capture:plughw:0,2/48000/24/2?id=", "Hub://a b&c=d/"), fc.nat(99))
  .map(([begin, number]) => `${begin}${number}`);
const named = fc.oneof(weighed(4, word), weighed(2, oneText("TV", "USB")));
const inputId = fc.nat(9).map((number): string | undefined => `input${number}`);
const none = fc.constant<string | undefined>(undefined);
const ofType = {
  url,
  text: fc.option(named, { nil: undefined, freq: 4 }),
  inputType: oneText(...types),
  /** In the list, and refused when it is selected. */
  isDisabled: fc.constant<boolean>(false),
  /** Of another player, below a heading. */
  isRemote: fc.constant<boolean>(false),
};
/** Which of type, id and name the firmware tells depends on its age, and on the kind of the input. */
const input = fc.oneof(
  weighed(
    5,
    fc.record({
      ...ofType,
      typeIndex: fc
        .tuple(fc.constantFrom(...types), fc.integer({ min: 1, max: 3 }))
        .map(([type, number]): string | undefined => `${type}-${number}`),
      id: fc.option(inputId, { nil: undefined }),
      isDisabled: fc.oneof(weighed(5, fc.constant(false)), weighed(1, fc.constant(true))),
    }),
  ),
  weighed(2, fc.record({ ...ofType, typeIndex: none, id: inputId })),
  weighed(
    1,
    fc.constant({
      typeIndex: undefined,
      id: "Spotify",
      url: "Spotify:play",
      text: "Spotify",
      inputType: "",
      isDisabled: false,
      isRemote: false,
    }),
  ),
  weighed(1, fc.record({ ...ofType, typeIndex: none, id: none, text: named, isRemote: fc.constant(true) })),
);
export type Input = Made<typeof input>;

/** The tag of an input: its type and number, else its id, else its address. */
export function tagOf({ typeIndex, id, url: address }: Input): string {
  return typeIndex ?? id ?? address;
}

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

const track = fc.record({
  title: word,
  artist: title,
  album: title,
  seconds: oneNumber(0, 3, 200, 3600),
  service: oneText("LocalMusic", "LocalMusic", "Tidal", "Qobuz"),
});
export type Track = Made<typeof track>;
const queue = fc.oneof(
  weighed(6, fc.array(track, { maxLength: 8 })),
  weighed(1, fc.integer({ min: 90, max: 320 }).map(longQueue)),
);

/** More than a page of a queue. */
function longQueue(count: number): Track[] {
  return Array.from({ length: count }, (_none, at) => ({
    title: `Piece ${at}`,
    artist: at % 3 === 0 ? "" : "光",
    album: `Album ${at % 7}`,
    seconds: 100 + at,
    service: "LocalMusic",
  }));
}

const stream = fc.record({
  service: oneText("TuneIn", "RadioParadise", "http", "Spotify", "Raat"),
  url: oneText("TuneIn:s1/live?serial=s3cret", "https://radio.example/live?key=s3cret"),
  station: word,
  title: word,
  artist: title,
  album: title,
  seconds: oneNumber(0, 0, 300),
  canSeek: fc.boolean(),
  actions: fc.subarray<"skip" | "back">(["skip", "back"]),
  image: oneText("https://pictures.example/a.png?key=s3cret", "https://pictures.example/b.png"),
});
export type Stream = Made<typeof stream>;

const preset = fc.record({
  id: fc.nat(40).map(String),
  name: fc.oneof(word, oneText("Jazz", "jazz", "7")),
  /** A list replaces the queue. */
  isList: fc.boolean(),
});
export type Preset = Made<typeof preset>;
const presets = fc.uniqueArray(preset, { maxLength: 5, selector: ({ id }) => id });

const state = fc.constantFrom("play", "play", "pause", "stop", "connecting", "buffering");
/** The position when the state was last set. */
const seconds = oneNumber(0, 1, 3, 12.5, 100);
/** Nothing after the end of a stream. */
const source = fc.oneof(
  weighed(4, fc.record({ from: fc.constant("queue") })),
  weighed(2, fc.record({ from: fc.constant("stream"), stream })),
  weighed(2, fc.record({ from: fc.constant("input"), place: fc.nat(9) })),
  weighed(1, fc.record({ from: fc.constant("nothing") })),
);
/** Undefined for a fixed output. */
const level = fc.oneof(weighed(8, fc.nat(100)), weighed(1, fc.constant(undefined)));
const battery = { level: fc.nat(100), isCharging: fc.boolean() };
const order = { isShuffled: fc.boolean(), repeat: fc.constantFrom(0, 1, 2) };

/** A zone of a chassis, which is a player. */
const zone = fc
  .record({
    name: word,
    level,
    isMuted: fc.boolean(),
    battery: fc.option(fc.record(battery), { nil: undefined }),
    inputs,
    presets,
    queue,
    song: bigPlace,
    source,
    state,
    seconds,
    ...order,
    sleepMinutes: oneNumber(0, 0, 15, 90),
  })
  .map((one) => ({
    ...one,
    isMuted: one.isMuted && one.level !== undefined,
    song: one.queue.length === 0 ? 0 : one.song % one.queue.length,
    source: one.source.from === "input" && one.inputs.length === 0 ? { from: "queue" as const } : one.source,
  }));
export type Zone = Made<typeof zone>;

/** How the firmware of a player writes its answers. */
const dialect = fc.record({
  version: fc.constantFrom("told", "told", "asked", "unknown"),
  /** Further zones of a chassis have their port behind the MAC. */
  macHasPort: fc.boolean(),
  etag: fc.constantFrom("hex", "digits"),
  /** How characters are written that XML does not take, and those beyond ASCII. */
  escape: fc.constantFrom("names", "numbers", "all numbers"),
  hasDeclaration: fc.boolean(),
  isReversed: fc.boolean(),
  isSpaced: fc.boolean(),
  type: fc.constantFrom("application/xml", "text/xml; charset=utf-8", undefined),
  pieces: fc.constantFrom(1, 1, 2, 3, 7),
  /** What plays from elsewhere is `stream`, or `play` as well. */
  playingStream: fc.constantFrom("stream", "stream", "play"),
  selected: fc.constantFrom("names", "names", "address"),
  presets: fc.constantFrom("marked", "marked", "unmarked", "none"),
  songsHaveIds: fc.boolean(),
  secondarySyncStat: fc.constantFrom("own", "of the primary"),
  /** Elements of the status that it does not know. */
  missing: fc.subarray<string>(
    (
      "name artist album twoline_title1 twoline_title2 image serviceName quality streamFormat syncStat canSeek " +
      "canMovePlayback mode cursor shuffle repeat db mute volume"
    ).split(" "),
  ),
});
export type Dialect = Made<typeof dialect>;

/** The player, and another one that the bridge may not know, with which it forms groups. */
export const bluos = fc.record({
  dialect,
  zone,
  mate: zone,
  role: fc.constantFrom("none", "none", "none", "primary", "secondary"),
});
export type Bluos = Made<typeof bluos>;

/** By the owner with the app or at the device, or of the player's own. */
const change = fc.oneof(
  what("level", { level }),
  what("mute"),
  what("battery", battery),
  what("inputs", { inputs }),
  what("presets", { presets }),
  what("queue", { queue, song: bigPlace }),
  what("source", { source, state, seconds }),
  what("state", { state, seconds }),
  what("song", { place: bigPlace, seconds }),
  what("order", order),
  what("sleep", { sleepMinutes: oneNumber(0, 15, 45) }),
  what("name", { name: word }),
  what("role", { role: fc.constantFrom("none", "none", "primary", "secondary") }),
);
export type Change = Made<typeof change>;

const request = fc.oneof(
  weighed(3, what("select", { place: fc.nat(9), by: namedBy })),
  ...musicRequests,
  weighed(2, what("position", { seconds: fc.constantFrom(0, 2, 90, 250) })),
  weighed(1, what("entry", { index: bigPlace })),
  weighed(2, what("preset", { place: fc.nat(9), by: fc.constantFrom("id", "name", "+1", "-1", "nothing") })),
  weighed(1, playAddress),
  weighed(1, what("sleep", { minutes: fc.constantFrom(0, 1, 30, 5000) })),
  weighed(
    3,
    what("group", {
      word: fc.constantFrom("join", "leave", "add", "remove"),
      /** The other player, itself, or somebody who is not there. */
      whom: fc.constantFrom("mate", "mate", "mate", "mate", "itself", "nobody"),
    }),
  ),
  weighed(1, what("group volume", amount)),
  weighed(1, what("group mute", { word: onOff })),
);
export type Request = Made<typeof request>;

export const bluosStep = steps(change, request, "ignores", "refuses", "trails");
export type Step = Made<typeof bluosStep>;
/** A player and a short history. */
export const bluosCase = fc.record({ bluos, steps: fc.array(bluosStep, { maxLength: 6 }) });
export type BluosCase = Made<typeof bluosCase>;
