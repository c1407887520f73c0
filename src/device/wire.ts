import * as z from "zod";
import { once } from "../lib/once.ts";
import { flag, isObject, number, text } from "./tolerant.ts";

/*
 * The answers of the operations, field by field as in the specification's tables and from known players, with the
 * players' spelling. Every field may be missing, and undocumented fields pass through. Each schema is compiled on first
 * use, to keep the start short.
 */

/** A list of objects. Other values become empty objects, since the index of an entry matters. */
function listOf<T extends z.ZodType>(item: T) {
  return z.array(z.preprocess((value) => (isObject(value) ? value : {}), item));
}

/** An object; any other value is omitted. */
function part<T extends z.ZodRawShape>(shape: T) {
  return z.looseObject(shape).optional().catch(undefined);
}

const audioInput = once(() =>
  z.looseObject({
    name: text,
    historyName: text,
    tag: text,
    isEdit: flag,
    index: number,
    icon: text,
    selecticon: text,
    // Not documented for inputs; it means the same as for outputs.
    enable: flag,
  }),
);

const audioOutput = once(() =>
  z.looseObject({ name: text, tag: text, enable: flag, icon: text, selecticon: text }),
);

const outputInfo = once(() =>
  part({
    vidPid: text,
    name: text,
    format: text,
    sampleRate: text,
    infolist: listOf(z.looseObject({ title: text, value: text }))
      .optional()
      .catch(undefined),
    isConnect: flag,
    setUrl: text,
    title: text,
    option: number,
  }),
);

/** The answer of the listing and of both selections. */
export const routingAnswer = once(() =>
  z.compile(
    z.object({
      status: number,
      inputData: listOf(audioInput()).optional().catch(undefined),
      inputIndex: number,
      outputData: listOf(audioOutput()).optional().catch(undefined),
      outputIndex: number,
      outputInfo: outputInfo(),
    }),
  ),
);

const choice = once(() => part({ index: number, information: text }));

/** The answer of getPlayStatus. */
export const playStatusAnswer = once(() =>
  z.compile(
    z.looseObject({
      status: number,
      video: part({
        status: number,
        title: text,
        path: text,
        currentPosition: number,
        duration: number,
        width: number,
        height: number,
        fps: number,
        formt: text,
        filesize: text,
        bitrate: text,
        output: text,
        subtitleInfo: text,
        audioInfo: text,
      }),
      subtitle: choice(),
      audio: choice(),
      playMode: choice(),
      zoom: choice(),
      "3D": part({ index: number, information: text, isMvc3D: flag }),
    }),
  ),
);

const playlistEntries = once(() =>
  listOf(z.looseObject({ title: text, index: number }))
    .optional()
    .catch(undefined),
);

/** The answer of getPlaylist; some players spell the list `playList`. */
export const playlistAnswer = once(() =>
  z.compile(
    z.object({
      status: number,
      size: number,
      currentIndex: number,
      playlist: playlistEntries(),
      playList: playlistEntries(),
    }),
  ),
);

/** The answer of getPlayQueue without its entries: there are thousands, and only published ones are parsed. */
export const queueAnswer = once(() =>
  z.compile(
    z.looseObject({
      status: number,
      id: number,
      start: number,
      count: number,
      total: number,
      array: z.array(z.unknown()).optional().catch(undefined),
    }),
  ),
);

/** The answer of getModel, limited to the fields in use. */
export const modelAnswer = once(() =>
  z.compile(z.object({ status: number, model: text, firmware: text, net_mac: text })),
);

/** The answer of getState, limited to the fields in use. */
export const stateAnswer = once(() =>
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
        bitrate: text,
      }),
      everSoloPlayInfo: part({
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
        }),
      }),
      // Most players spell the current volume with two t.
      volumeData: part({
        maxVolume: number,
        minVolume: number,
        currenttVolume: number,
        currentVolume: number,
        isMute: flag,
      }),
    }),
  ),
);

/** The answer of getPowerOption. */
export const powerAnswer = once(() =>
  z.compile(
    z.object({
      status: number,
      data: listOf(z.looseObject({ name: text, tag: text }))
        .optional()
        .catch(undefined),
    }),
  ),
);

/** The answer of getSubtitleList, and of getAudioList, whose list has the same name. */
export const filmTracksAnswer = once(() =>
  z.compile(
    z.object({
      status: number,
      subtitles: listOf(z.looseObject({ index: number, title: text }))
        .optional()
        .catch(undefined),
    }),
  ),
);

/** The status in a body, for answers that consist of a status. */
export const statusAnswer = once(() => z.compile(z.object({ status: number })));
