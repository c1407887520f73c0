import { describe, expect, it } from "vitest";
import { trackFormat } from "../../../src/core/resources/track-format.ts";
import { music, player } from "../sample-player.ts";
import { settled, topicsOf } from "../samples.ts";

describe("the format of a track", () => {
  const entries = [{ position: 1, extension: "flac", bits: 24, SampleRate: 96_000 }];
  const queue = { ...player.queue, current: 1, entries };
  const formatOf = (heard: typeof music): unknown =>
    topicsOf(settled({ player: { queue, music: heard } }))["music/format"];

  it("is that of the track that is heard, not of the queue's entry", () => {
    const details = { codec: "AAC", bits: 16, sampleRateHz: 44_100 };
    expect(formatOf({ ...music, track: { ...music.track, details } })).toBe("AAC 16 bit 44.1 kHz");
  });

  it("is that of the queue's entry where the player reports no track", () => {
    expect(formatOf({ ...music, track: { ...music.track, key: "" } })).toBe("FLAC 24 bit 96 kHz");
  });

  it.each([
    [{ extension: "dsf", bits: "1", SampleRate: 44.1 }, "DSF 1 bit 44.1 kHz"],
    [{ codec: "mp3", bits: 0, sampleRateHz: 0 }, "MP3"],
    [{ codec: true, bits: {}, sampleRateHz: " " }, ""],
    [{ extension: 7, bits: Number.NaN }, "7"],
    [undefined, ""],
  ] as const)("of %j is %j", (entry, expected) => {
    expect(trackFormat(entry)).toBe(expected);
  });
});
