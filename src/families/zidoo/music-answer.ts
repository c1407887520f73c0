import type * as z from "zod";
import { answerOf, flag, number, part, text } from "./wire.ts";

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
export const videoVolumeAnswer = answerOf(() => volumeFields);

export type VideoVolumeAnswer = z.infer<ReturnType<typeof videoVolumeAnswer>>;

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
