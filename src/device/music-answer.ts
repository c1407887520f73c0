import * as z from "zod";
import { once } from "../lib/once.ts";
import { flag, number, text } from "./tolerant.ts";
import { part } from "./wire.ts";

/** The answer of getState, limited to the fields in use. */
export const musicAnswer = once(() =>
  z.compile(
    z.object({
      status: number,
      state: number,
      position: number,
      duration: number,
      loopModel: number,
      playType: number,
      playQueueChangedTime: text,
      updateQueue: text,
      trackIndex: number,
      playingMusic: part({
        id: number,
        type: number,
        title: text,
        artist: text,
        album: text,
        albumArt: text,
        extension: text,
        channels: number,
        bits: number,
        sampleRate: text,
        sampleRateNumber: number,
        bitrate: text,
        audioDecodec: text,
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
        everSoloBtInInfo: part({
          audioTitle: text,
          audioArtist: text,
          audioAlbum: text,
          audioSampleRate: number,
          audioDecodec: text,
        }),
      }),
      // Most players spell the current volume with two t.
      volumeData: part({
        maxVolume: number,
        minVolume: number,
        currenttVolume: number,
        currentVolume: number,
        isMute: flag,
        isLock: flag,
        isVolumeEnable: flag,
        volumeTag: text,
        intputTag: text,
      }),
    }),
  ),
);

/** A parsed answer of getState. */
export type MusicAnswer = z.infer<ReturnType<typeof musicAnswer>>;
