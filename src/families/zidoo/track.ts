import * as z from "zod";
import { once } from "../../lib/once.ts";
import { flag, number, text, texts } from "./wire.ts";

/* The fields of a queue entry by type, grouped as in the specification's table. */

const trackTexts = [
  "MQAReplayGain",
  "album",
  "albumArtist",
  "artistIds",
  "artist",
  "date",
  "extension",
  "fileName",
  "pinyinAlbum",
  "pinyinAlbumArtist",
  "pinyinArtist",
  "pinyinName",
  "replayGainAlbum",
  "sources",
  "title",
  "uri",
] as const;

const trackNumbers = [
  "MQAUiState",
  "SampleRate",
  "addTime",
  "addedTime",
  "albumId",
  "audioType",
  "bitrate",
  "bits",
  "categoryIndex",
  "channels",
  "channels_second",
  "deviceId",
  "diskNumber",
  "duration",
  "endPosition",
  "favorTime",
  "folderId",
  "genre",
  "genreId",
  "genreIndex",
  "hashcode",
  "id",
  "infoId",
  "isCompleteScan",
  "isVa",
  "lastPlayTime",
  "listId",
  "modifiedTime",
  "mqaMode",
  "mqaOutSampleRate",
  "number",
  "playPoint",
  "playTimes",
  "randomCoverIndex",
  "sort",
  "startPosition",
  "state",
  "tag",
  "errorNum",
  "type",
  "androidId",
  "size",
  "databaseId",
  "favoriteId",
  "cueindex",
] as const;

const trackFlags = [
  "exist",
  "favor",
  "isLocalCueSong",
  "isLossless",
  "isMQA",
  "isShowQueue",
  "analyzed",
  "active",
] as const;

function shape<K extends string, T>(names: readonly K[], field: T): Record<K, T> {
  return Object.fromEntries(names.map((name) => [name, field])) as Record<K, T>;
}

export const musicTrack = once(() =>
  z.compile(
    z.looseObject({
      ...shape(trackTexts, text),
      ...shape(trackNumbers, number),
      ...shape(trackFlags, flag),
      artistIdList: texts,
    }),
  ),
);

export type MusicTrack = z.infer<ReturnType<typeof musicTrack>>;
