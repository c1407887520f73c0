import { expect, it } from "vitest";
import { controlNames } from "../../src/core/controls/table.ts";
import { controlOptions } from "../../node-red/src/runtime/controls.ts";
import type { TopicValue } from "../../node-red/src/runtime/topic-value.ts";
import { renderDescription } from "../../src/core/topics/description.ts";
import { settled } from "../core/samples.ts";

const offered = (control: string, values: Readonly<Record<string, TopicValue>>) =>
  controlOptions(control, new Map(Object.entries(values)));
const same = (...words: readonly string[]) => words.map((word) => ({ value: word, label: word }));
const ofMusic = ["play", "pause", "stop", "next", "previous"];
const ofFilms = [...ofMusic, "next-chapter", "previous-chapter"];
const playing = { "music/state": "playing" };

/** A player with everything, as a bridge describes it. */
const description = JSON.parse(renderDescription(settled(), 100_000)) as object;
const tomorrow = {
  version: 1,
  properties: { "sound/stage": { title: "Sound stage", kind: "choice", set: { words: ["wide", "near"] } } },
  actions: {
    lamp: { title: "Lamp", examples: ["+1"] },
    scene: { title: "Scene", options: "scene/list" },
    odd: { title: "Odd", words: "wide", options: 7 },
  },
};

it.each<[what: string, control: string, values: Readonly<Record<string, TopicValue>>, options: object[]]>([
  [
    "what is not switched off",
    "audio/output",
    {
      "audio/output/options": [
        { value: "HDMI", title: "HDMI main", enable: true },
        { value: "USB", title: "Stick" },
        { value: "RCA", title: "Line out", enable: false },
      ],
    },
    [
      { value: "HDMI", label: "HDMI main" },
      { value: "USB", label: "Stick" },
    ],
  ],
  [
    "what has a value",
    "video/subtitle",
    { "video/subtitle/options": [{ value: "off", title: "off", index: 0 }, "odd", 7, null, {}] },
    same("off", "odd"),
  ],
  [
    "entries by their titles",
    "video/playlist",
    { "video/playlist": { playlist: [{ title: "A film", index: 0 }] } },
    same("A film"),
  ],
  ["no entries of no list", "video/playlist", { "video/playlist": null }, []],
  ["nothing before its options have come", "audio/input", {}, []],
  ["its words", "music/shuffle", {}, same("on", "off")],
  ["the words of a bridge of tomorrow", "sound/stage", { description: tomorrow }, same("wide", "near")],
  ["what is often sent to it", "lamp", { description: tomorrow }, same("+1")],
  ["its options", "scene", { description: tomorrow, "scene/list": ["Dusk"] }, same("Dusk")],
  ["nothing of another form", "odd", { description: tomorrow }, []],
  ["no method of an object", "toString", { description: tomorrow }, []],
  ["nothing of a description that cannot be read", "mute", { description: null }, []],
  ["nothing of one that is text", "mute", { description: "x" }, []],
  [
    "the words of the film that plays",
    "playback",
    { "video/state": "playing", ...playing },
    same(...ofFilms),
  ],
  [
    "those of music beside a paused one",
    "playback",
    { "video/state": "paused", ...playing },
    same(...ofMusic),
  ],
  ["those of music by default", "playback", {}, same(...ofMusic)],
])("a control offers %s", (_what, control, values, options) => {
  expect(offered(control, { description, ...values })).toEqual(options);
});

it("each control has words, options or examples, or is an entry or an address", () => {
  const free = ["music/queue", "play", "library/play", "settings", "raw"];
  const film = ["video/playlist", "video/audio-track", "video/subtitle", "video/zoom", "video/play-mode"];
  const styles = ["display/knob-color", "display/meters", "display/spectrum"];
  const sound = ["sound/dac-filter", "sound/upsampling", "sound/master-clock", "sound/equalizer"];
  const listed = ["music/preset", "audio/input", "audio/output", "app", ...film, ...styles, ...sound];
  const without = controlNames.filter((name) => offered(name, { description }).length === 0);
  expect(without.toSorted()).toEqual([...free, ...listed].toSorted());
});
