import { describe, expect, it } from "vitest";
import { musicView } from "../../src/extensions/page/player-parts.ts";
import { music, player } from "../core/sample-player.ts";
import { settled } from "../core/samples.ts";

describe("the format on the page", () => {
  const entries = [{ position: 1, extension: "flac", bits: 24, SampleRate: 96_000 }];
  const queue = { ...player.queue, current: 1, entries };

  it("is that of the track that is heard, not of the queue's entry", () => {
    const details = { codec: "AAC", bits: 16, sampleRateHz: 44_100 };
    const heard = { ...music, track: { ...music.track, details } };
    expect(musicView(settled({ player: { queue, music: heard } }))?.format).toBe("AAC 16 bit 44.1 kHz");
  });

  it("is that of the queue's entry where the player reports no track", () => {
    const nothing = { ...music, track: { ...music.track, title: "", details: {} } };
    expect(musicView(settled({ player: { queue, music: nothing } }))?.format).toBe("FLAC 24 bit 96 kHz");
  });
});
