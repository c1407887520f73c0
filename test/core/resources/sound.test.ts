import { describe, expect, it } from "vitest";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { soundTopics } from "../../../src/core/resources/sound.ts";
import { music, player, unlimited } from "../sample-player.ts";
import { having, settled } from "../samples.ts";
import { without } from "../controls/decided.ts";

const dspProfiles = [
  { input: "XMOS", name: "Chair", isOn: false },
  { input: "BT", name: "Bed", isOn: true },
  { input: "XMOS", name: "Desk", isOn: true },
];

const clean: MusicState = {
  ...music,
  track: {
    ...music.track,
    details: {
      extension: "flac",
      sampleRateHz: 96_000,
      bits: 24,
      channels: 2,
      bitrate: "3.1  Mbps ",
      codec: "",
    },
  },
  volume: { level: 200, min: 0, max: 200 },
  isMuted: false,
  sound: {
    processing: { dsp: false, eq: false, subwoofer: false },
    output: { sampleRateHz: 96_000, bits: 24, format: "PCM" },
    hasDoubt: false,
  },
};

const leaves = (state: MusicState): Record<string, unknown> =>
  Object.fromEntries(
    soundTopics.render(settled({ player: { ...player, music: state, dspProfiles } }), unlimited),
  );
const bitPerfect = (change: Partial<MusicState>): unknown =>
  leaves({ ...clean, ...change })["sound/bit-perfect"];
const { track, sound } = clean;
const source = (details: object) => ({ track: { ...track, details: { ...track.details, ...details } } });
const path = (change: object) => ({ sound: { ...sound, ...change } }) as Partial<MusicState>;
const out = (output: object) => path({ output: { ...sound?.output, ...output } });
const processed = (processing: object) => path({ processing: { ...sound?.processing, ...processing } });

describe("the sound on its way", () => {
  it("has source, processing with the profile of the present input, and output", () => {
    expect(leaves(clean)).toEqual({
      "sound/source": '{"codec":"FLAC","sampleRateHz":96000,"bits":24,"channels":2,"bitrate":"3.1 Mbps"}',
      "sound/processing": '{"dsp":false,"eq":false,"subwoofer":false,"profile":"Desk"}',
      "sound/output": '{"sampleRateHz":96000,"bits":24,"format":"PCM"}',
      "sound/bit-perfect": "on",
    });
  });

  it.each<[string, Partial<MusicState>, string]>([
    ["DSP is active", processed({ dsp: true }), "off"],
    ["the equaliser is active", processed({ eq: true }), "off"],
    ["a subwoofer may take its share", processed({ subwoofer: true }), "unknown"],
    ["nothing is known of DSP", processed({ dsp: undefined }), "unknown"],
    ["the rate is another one", out({ sampleRateHz: 48_000 }), "off"],
    ["the rate is not known", out({ sampleRateHz: undefined }), "unknown"],
    ["the rate is told as 0", source({ sampleRateHz: 0 }), "unknown"],
    ["the rate is told as text", source({ sampleRateHz: "48000" }), "unknown"],
    ["the output is shallower", out({ bits: 16 }), "off"],
    ["the output is deeper, which may be padding", out({ bits: 32 }), "unknown"],
    ["the depth is not known", out({ bits: undefined }), "unknown"],
    ["the source is not known", source({ sampleRateHz: undefined, bits: undefined }), "unknown"],
    ["DSD becomes PCM", source({ extension: "dsf", sampleRateHz: 2_822_400 }), "off"],
    ["DSD becomes PCM of the same rate", source({ extension: "dsf" }), "off"],
    ["PCM becomes DSD", out({ sampleRateHz: 2_822_400, format: "DSD64" }), "unknown"],
    ["the rate differs, and nothing tells the format", out({ sampleRateHz: 1, format: undefined }), "off"],
    [
      "DSD is told by another rate",
      { ...source({ codec: "DSD" }), ...out({ sampleRateHz: 1, format: "DSD" }) },
      "unknown",
    ],
    ["the volume is below its maximum", { volume: { level: 199, min: 0, max: 200 } }, "off"],
    ["the volume is not known", { volume: undefined }, "unknown"],
    ["the level is not known", { volume: { level: undefined, min: 0, max: 200 } }, "unknown"],
    [
      "the volume is locked somewhere",
      { volume: { level: 9, min: 0, max: 200, restriction: "locked" } },
      "unknown",
    ],
    ["it is muted", { isMuted: true }, "off"],
    ["something else may change the bits", path({ hasDoubt: true }), "unknown"],
    ["no step is told", { sound: undefined }, "unknown"],
  ])("where %s, the bits arrive as they were: %o", (_, change, expected) => {
    expect(bitPerfect(change)).toBe(expected);
  });

  it("is empty while nothing plays, and cleared where the player has no music", () => {
    const none = { "sound/source": "", "sound/processing": "", "sound/output": "" };
    expect(leaves({ ...clean, playing: "idle" })).toEqual({ ...none, "sound/bit-perfect": "unknown" });
    const silent = { player: { music: { ...clean, sound: undefined } } };
    expect(Object.fromEntries(soundTopics.render(settled(silent), unlimited))).toMatchObject({
      "sound/processing": "",
      "sound/output": "",
      "sound/bit-perfect": "unknown",
    });
    const unread = without("music");
    const lacking = having(unread, { music: { support: "unsupported" } });
    expect(Object.fromEntries(soundTopics.render(lacking, unlimited))).toEqual({
      ...none,
      "sound/bit-perfect": "",
    });
    const unknown = having(unread, { music: { support: "unknown" } });
    expect(soundTopics.render(unknown, unlimited).size).toBe(0);
  });
});
