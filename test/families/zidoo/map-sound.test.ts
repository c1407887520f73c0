import { describe, expect, it } from "vitest";
import { mapSound } from "../../../src/families/zidoo/map-sound.ts";
import { musicAnswer } from "../../../src/families/zidoo/music-answer.ts";

const soundOf = (answer: object, isOtherSource = false) =>
  mapSound(musicAnswer().parse(answer), isOtherSource);
const outputInfo = { outPutBits: 24, outPutSampleRate: "96000", outPutDecodec: "PCM" };

describe("the sound of a music state", () => {
  it("has processing and output, as far as they are known", () => {
    const answer = {
      dspActive: 1,
      hasEQSetting: false,
      subActive: "false",
      currentOutput: 44_100,
      everSoloPlayInfo: { everSoloPlayOutputInfo: outputInfo },
    };
    expect(soundOf(answer)).toEqual({
      processing: { dsp: true, eq: false, subwoofer: false },
      output: { sampleRateHz: 96_000, bits: 24, format: "PCM" },
      hasDoubt: false,
    });
    expect(soundOf({ hasDspSetting: true, currentOutput: 44_100 })).toMatchObject({
      processing: { dsp: undefined },
      output: { sampleRateHz: 44_100, bits: undefined },
    });
  });

  it("takes zeros, and what is left over from the internal player, for unknown", () => {
    expect(soundOf({ state: 3 })).toBeUndefined();
    expect(soundOf({ currentOutput: 44_100 }, true)).toBeUndefined();
    const zeros = { outPutBits: 0, outPutSampleRate: -1, outPutDecodec: " " };
    expect(soundOf({ everSoloPlayInfo: { everSoloPlayOutputInfo: zeros } })).toBeUndefined();
  });

  it.each([
    [{ mqaMode: 0 }, false],
    [{ mqaMode: 2 }, true],
    [{ playingMusic: { replayGain: "" } }, false],
    [{ playingMusic: { replayGain: "0.00 dB" } }, false],
    [{ playingMusic: { replayGain: " -0dB " } }, false],
    [{ playingMusic: { replayGain: "-6.52dB" } }, true],
  ])("with %o has more to change the bits: %s", (more, hasDoubt) => {
    expect(soundOf({ dspActive: false, ...more })).toMatchObject({ hasDoubt });
  });
});
