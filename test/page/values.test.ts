import { expect, it } from "vitest";
import { filmFacts, outputFacts, soundText } from "../../page/now/facts.ts";
import { secondsAt } from "../../page/now/playhead.ts";
import { allows, can, filmOf, isUnsupported, musicOf } from "../../page/player.ts";
import { choices, fields, level, list, number, type Values } from "../../page/values.ts";

const music = (values: Values) => musicOf(values)?.title;
const film = (values: Values) => filmOf(values)?.title;
const controls = (values: Values) =>
  ["mute", "key", "screen", "from/tomorrow"].filter((name) => can(values, name));
const actions = (values: Values) => (["play", "next"] as const).filter((name) => allows(values, name));

const reef = { "music/queue/total": "12", "audio/input/name": "Bluetooth", "music/title": "Reef" };
const idle = { ...reef, "music/state": "idle" };
const untitled = { ...reef, "music/title": "" };
const infoOf = (families: object, supports: object) => ({
  info: JSON.stringify({ families, controls: supports }),
});
const knob = { "display/knob/range": '{"min":0,"max":7}' };
const rows = [
  { title: "Formats：", value: "PCM 32bit\nDSD128" },
  { title: "Highest rate：", value: "384000 Hz" },
];
const older = { formatLines: ["PCM 32bit", "DSD128"], sampleRate: "384000 Hz" };
const outputOf = (info: unknown) => ({ "audio/output/info": JSON.stringify(info) });
const sound = (output: string) => ({
  "sound/source": '{"codec":"FLAC","bits":24,"sampleRateHz":96000}',
  "sound/processing": '{"dsp":true,"eq":false}',
  "sound/bit-perfect": "off",
  "sound/output": output,
});

it.each<[what: string, read: (values: Values) => unknown, topics: Values["topics"], value: unknown]>([
  ["no number of nothing", (values) => number(values, "volume"), {}, undefined],
  ["no number of an empty topic", (values) => number(values, "volume"), { volume: "" }, undefined],
  ["no level without a range", (values) => level(values, "display/knob"), {}, undefined],
  [
    "the range of a level that is unknown",
    (values) => level(values, "display/knob"),
    knob,
    { min: 0, max: 7 },
  ],
  ["a level", (values) => level(values, "display/knob")?.level, { ...knob, "display/knob": "3" }, 3],
  ["the track", music, { ...reef, "music/state": "playing" }, "Reef"],
  ["the input of a source without a title", music, { ...untitled, "music/state": "playing" }, "Bluetooth"],
  ["the input that is passed on", music, { ...untitled, "music/pass-through": "on" }, "Bluetooth"],
  ["no music where nothing plays", music, { ...untitled, "music/state": "idle" }, undefined],
  ["the entry that comes next", music, idle, "Reef"],
  [
    "no entry that comes next beside a film",
    music,
    { ...idle, "video/state": "paused", "video/title": "Tides" },
    undefined,
  ],
  ["a film", film, { "video/state": "playing", "video/title": "Tides" }, "Tides"],
  ["no film that is over", film, { "video/state": "idle", "video/title": "Tides" }, undefined],
  ["no film without a title", film, { "video/state": "unsupported", "video/title": "" }, undefined],
  ["no film in a state of tomorrow", film, { "video/state": "resting", "video/title": "Tides" }, undefined],
  ["no film of nothing", film, {}, undefined],
  [
    "what may work, as far as that is known",
    controls,
    infoOf({}, { mute: "unknown", key: "off", screen: "unsupported" }),
    ["mute"],
  ],
  ["no control before the player was recognized", controls, {}, []],
  ["a player that is unsupported", isUnsupported, infoOf({ audio: "unsupported" }, {}), true],
  ["one that may be supported", isUnsupported, infoOf({ audio: "unknown", video: "unsupported" }, {}), false],
  ["one that was not recognized yet", isUnsupported, {}, false],
  ["what the source allows", actions, { "music/actions": '["play","stop"]' }, ["play"]],
  ["everything where no source says what it allows", actions, {}, ["play", "next"]],
  [
    "each fact of the output once",
    outputFacts,
    outputOf({ ...older, infolist: rows }),
    [
      { label: "Formats", text: "PCM 32bit\nDSD128" },
      { label: "Highest rate", text: "384000 Hz" },
    ],
  ],
  [
    "the older facts where the player reports no rows",
    outputFacts,
    outputOf({ ...older, isConnect: true }),
    [
      { label: "Connected", text: "yes" },
      { label: "Sample rate", text: "384000 Hz" },
      { label: "Formats", text: "PCM 32bit\nDSD128" },
    ],
  ],
  ["no facts of nothing", outputFacts, outputOf({}), []],
  ["no facts of a list", outputFacts, outputOf([]), []],
  ["no facts of odd ones", outputFacts, outputOf({ infolist: "none", formatLines: 7, isConnect: "yes" }), []],
  [
    "a sound on its way",
    soundText,
    sound('{"sampleRateHz":44100,"format":"DSD"}'),
    "FLAC 24/96 → DSP → DSD 44.1 kHz, not bit-perfect",
  ],
  ["no sound whose output is not known", soundText, sound(""), ""],
  ["no sound whose rate is not known", soundText, sound('{"format":"PCM"}'), ""],
  [
    "the facts of a film that the player reports",
    filmFacts,
    { "video/resolution": "3840x2160", "video/codec": "", "video/fps": "23.976" },
    "3840 × 2160  ·  23.976 fps",
  ],
  ["no facts of no film", filmFacts, {}, ""],
])("the page finds %s", (_what, read, topics, value) => {
  expect(read({ topics })).toEqual(value);
});

it.each(["{", "null", "7", '"x"', "<b>"])("%j is neither an object nor a list", (payload) => {
  const odd = { topics: { info: payload, "music/actions": payload, "volume/range": payload } };
  expect([fields(odd, "info"), list(odd, "music/actions"), level(odd, "volume")]).toEqual([
    expect.not.objectContaining({ model: expect.anything() }),
    [],
    undefined,
  ]);
});

it("the present option is found by its value", () => {
  const topics = {
    "audio/input": "BT",
    "audio/input/options": '[{"value":"BT","title":"TV","icon":"x"},{"value":"TV","title":"BT in"}]',
    "video/subtitle/name": "Deutsch",
    "video/subtitle/options": '[{"value":"off","title":"off"},{"value":"Deutsch","title":"German"}]',
    "display/show": "",
    "display/show/options": '[{"value":"off"},{"value":"meters"}]',
    "display/meters/options": '[{"value":"Oak","title":"Oak","picture":"x"}]',
  };
  const input = choices({ topics }, "audio/input");
  expect(input.current).toBe("BT");
  expect(input.options[0]).toEqual({ value: "BT", title: "TV", isEnabled: true, hasPicture: true });
  expect(choices({ topics }, "video/subtitle", "video/subtitle/name").current).toBe("Deutsch");
  expect(choices({ topics }, "display/meters").options[0]?.hasPicture).toBe(true);
  const shows = choices({ topics }, "display/show");
  expect([shows.current, shows.options.map(({ value }) => value)]).toEqual([undefined, ["off", "meters"]]);
});

it.each([
  ["moves on by itself", 240, true, 3000, 62],
  ["stands still in a pause", 240, false, 3000, 60],
  ["ends with the film", 61, true, 3000, 61],
  ["has no end in a stream", undefined, true, 3000, 62],
  ["is not before what was read", 240, true, 500, 60],
])("a position %s", (_, durationSeconds, isMoving, now, seconds) => {
  expect(secondsAt({ position: { seconds: 60, at: 1000 }, durationSeconds, isMoving }, now)).toBe(seconds);
});
