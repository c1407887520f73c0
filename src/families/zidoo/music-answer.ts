import type * as z from "zod";
import type { DisplayMode, MusicMode, MusicState, Volume } from "../../core/resources/music.ts";
import { answerOf, asNumber, flag, number, part, text, within } from "./wire.ts";

/** Facts about the music and its sound that not every make tells. The order of playing is one value, and a station is a title. */
export const extraTopics = [
  "music/mode",
  "music/album",
  "music/format",
  "mute",
  "sound/processing",
  "sound/output",
] as const;

const volumeFields = {
  maxVolume: number,
  minVolume: number,
  // Most players spell the current volume with two t.
  currenttVolume: number,
  currentVolume: number,
  isLock: flag,
  isVolumeEnable: flag,
};

/** The answer of changeVolume, with which video models report their volume. */
const videoVolumeAnswer = answerOf(() => volumeFields);

type VideoVolumeAnswer = z.infer<ReturnType<typeof videoVolumeAnswer>>;

/** The answer of getState, limited to the fields in use. */
export const musicAnswer = answerOf(() => ({
  status: number,
  state: number,
  position: number,
  duration: number,
  loopModel: number,
  playType: number,
  playQueueChangedTime: text,
  updateQueue: text,
  trackIndex: number,
  vuDisplayMode: number,
  spDisplayMode: number,
  currentOutput: number,
  mqaMode: number,
  hasDspSetting: flag,
  dspActive: flag,
  hasEQSetting: flag,
  eqActive: flag,
  hasSubSetting: flag,
  subActive: flag,
  playingMusic: part({
    id: number,
    type: number,
    title: text,
    artist: text,
    album: text,
    albumArt: text,
    extension: text,
    fileSize: text,
    channels: number,
    bits: number,
    sampleRate: text,
    sampleRateNumber: number,
    bitrate: text,
    audioDecodec: text,
    replayGain: text,
    streamId: text,
  }),
  everSoloPlayInfo: part({
    playStatus: number,
    playTypeSubtitle: text,
    isCanChangePlayStatus: flag,
    isCanNextPlay: flag,
    isCanLastPlay: flag,
    isCanSeek: flag,
    currentPosition: number,
    duration: number,
    icon: text,
    everSoloPlayAudioInfo: part({
      songName: text,
      artistName: text,
      albumName: text,
      albumUrl: text,
      albumArt: text,
      audioBitsPerSample: number,
      audioChannels: number,
      audioSampleRate: number,
      audioDecodec: text,
    }),
    everSoloPlayOutputInfo: part({ outPutBits: number, outPutSampleRate: number, outPutDecodec: text }),
    everSoloBtInInfo: part({
      audioTitle: text,
      audioArtist: text,
      audioAlbum: text,
      audioSampleRate: number,
      audioDecodec: text,
    }),
  }),
  volumeData: part({ ...volumeFields, isMute: flag, volumeTag: text, intputTag: text, sacdArea: number }),
}));

export type MusicAnswer = z.infer<ReturnType<typeof musicAnswer>>;

/** The fields that mean the same whatever plays. */
export function mapPlainFacts(answer: MusicAnswer) {
  const { loopModel, playQueueChangedTime, updateQueue = "", volumeData } = answer;
  return {
    mode: modeOf(asNumber(loopModel)),
    volume: volumeOf(volumeData),
    isMuted: volumeData?.isMute,
    display: displayOf(answer),
    queueStamp: playQueueChangedTime === undefined ? undefined : `${playQueueChangedTime}/${updateQueue}`,
    routingMark: routingMarkOf(volumeData),
    // Of an input it is the tag, then the source.
    inputTag: volumeData?.intputTag?.replace(/-.*/, ""),
    outputTag: volumeData?.volumeTag,
  } satisfies Partial<MusicState>;
}

/** 0 and -1 mean that a side does not show. */
function displayOf({ vuDisplayMode, spDisplayMode }: MusicAnswer): DisplayMode | undefined {
  const [meters, spectrum] = [asNumber(vuDisplayMode), asNumber(spDisplayMode)];
  if (meters === undefined && spectrum === undefined) return undefined;
  return (meters ?? 0) > 0 ? "meters" : (spectrum ?? 0) > 0 ? "spectrum" : "off";
}

function modeOf(loop: number | undefined): MusicMode | "other" | undefined {
  switch (loop) {
    case undefined:
      return undefined;
    case 0:
      return "list";
    case 1:
      return "single";
    case 2:
      return "shuffle";
    default:
      return "other";
  }
}

function volumeOf(data: Partial<VideoVolumeAnswer> = {}): Volume | undefined {
  const level = asNumber(data.currenttVolume ?? data.currentVolume);
  const min = asNumber(data.minVolume) ?? 0;
  const max = asNumber(data.maxVolume);
  if (level === undefined || max === undefined || max < min) return undefined;
  const restriction =
    data.isLock === true ? "locked" : data.isVolumeEnable === false ? "disabled" : undefined;
  return { level: within(min, max, level), min, max, restriction };
}

export function mapVideoVolume(json: object): Volume | undefined {
  return volumeOf(videoVolumeAnswer().parse(json));
}

/** The tags of input and output; the players' own spelling of the first is `intputTag`. */
function routingMarkOf(data: MusicAnswer["volumeData"]): string | undefined {
  if (!data?.volumeTag || !data.intputTag) return undefined;
  return `${data.intputTag}/${data.volumeTag}`;
}
