import type { SoundPath } from "../../core/resources/music.ts";
import type { DspProfile } from "../../core/resources/sound.ts";
import type { MusicAnswer } from "./music-answer.ts";
import { answerOf, asNumber, flag, listOf, text } from "./wire.ts";

export function mapSound(answer: MusicAnswer, isOtherSource: boolean): SoundPath | undefined {
  const { everSoloPlayOutputInfo: told = {} } = answer.everSoloPlayInfo ?? {};
  const processing = {
    dsp: isActive(answer.dspActive, answer.hasDspSetting),
    eq: isActive(answer.eqActive, answer.hasEQSetting),
    subwoofer: isActive(answer.subActive, answer.hasSubSetting),
  };
  const output = {
    // With another source, this field is left over from the internal player.
    sampleRateHz: above0(told.outPutSampleRate) ?? (isOtherSource ? undefined : above0(answer.currentOutput)),
    bits: above0(told.outPutBits),
    format: told.outPutDecodec?.trim() || undefined,
  };
  const facts = [...Object.values(processing), ...Object.values(output)];
  if (facts.every((fact) => fact === undefined)) return undefined;
  const { replayGain = "" } = answer.playingMusic ?? {};
  const hasGain = !isOtherSource && !/^[-+]?0*(?:[.,]0*)?\s*(?:dB)?$/i.test(replayGain.trim());
  return { processing, output, hasDoubt: hasGain || (asNumber(answer.mqaMode) ?? 0) !== 0 };
}

/** A player without the setting does not process. */
function isActive(active: boolean | undefined, hasSetting: boolean | undefined): boolean | undefined {
  return active ?? (hasSetting === false ? false : undefined);
}

function above0(value: number | string | undefined): number | undefined {
  const number = asNumber(value) ?? 0;
  return number > 0 ? number : undefined;
}

const profilesAnswer = answerOf(() => ({
  eqSourceList: listOf({ sourceType: text, configName: text, enable: flag }),
}));

export function mapDspProfiles(json: object): readonly DspProfile[] | undefined {
  const { eqSourceList } = profilesAnswer().parse(json);
  return eqSourceList?.flatMap(({ sourceType = "", configName = "", enable }) =>
    sourceType === "" || configName === ""
      ? []
      : [{ input: sourceType, name: configName, isOn: enable !== false }],
  );
}
