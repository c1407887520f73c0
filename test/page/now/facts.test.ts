import { describe, expect, it } from "vitest";
import { filmFacts, outputFacts, soundText } from "../../../page/now/facts.ts";
import { secondsAt } from "../../../page/now/playhead.ts";

describe("the facts of the output on the page", () => {
  const formatLines = ["PCM 32bit", "DSD128"];
  const infolist = [
    { title: "Formats：", value: "PCM 32bit\nDSD128" },
    { title: "Highest rate：", value: "384000 Hz" },
  ];
  const factsOf = (info: unknown) => outputFacts({ topics: { "audio/output/info": JSON.stringify(info) } });

  it("have each value once", () => {
    expect(factsOf({ formatLines, infolist, sampleRate: "384000 Hz" })).toEqual([
      { label: "Formats", text: "PCM 32bit\nDSD128" },
      { label: "Highest rate", text: "384000 Hz" },
    ]);
  });

  it("are those of the older fields where the player reports no rows", () => {
    expect(factsOf({ formatLines, isConnect: true, sampleRate: "384000 Hz" })).toEqual([
      { label: "Connected", text: "yes" },
      { label: "Sample rate", text: "384000 Hz" },
      { label: "Formats", text: "PCM 32bit\nDSD128" },
    ]);
  });

  it.each([[undefined], [[]], [{ infolist: "none", formatLines: 7, isConnect: "yes" }]])(
    "are none in %j",
    (info) => {
      expect(factsOf(info ?? {})).toEqual([]);
    },
  );
});

describe("the sound on its way", () => {
  const source = JSON.stringify({ codec: "FLAC", bits: 24, sampleRateHz: 96_000 });
  const processing = JSON.stringify({ dsp: true, eq: false });

  it.each([
    [{ "sound/output": '{"sampleRateHz":96000}' }, "FLAC 24/96 → DSP → 96 kHz, not bit-perfect"],
    [
      { "sound/output": '{"sampleRateHz":44100,"format":"DSD"}' },
      "FLAC 24/96 → DSP → DSD 44.1 kHz, not bit-perfect",
    ],
    [{ "sound/output": "" }, ""],
    [{ "sound/output": '{"format":"PCM"}' }, ""],
  ])("from %j is told as %j", (output, expected) => {
    const topics = { "sound/source": source, "sound/processing": processing, "sound/bit-perfect": "off" };
    expect(soundText({ topics: { ...topics, ...output } })).toBe(expected);
  });
});

it("the facts of a film are those that the player reports", () => {
  const topics = { "video/resolution": "3840x2160", "video/codec": "", "video/fps": "23.976" };
  expect([filmFacts({ topics }), filmFacts({ topics: {} })]).toEqual(["3840 × 2160  ·  23.976 fps", ""]);
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
