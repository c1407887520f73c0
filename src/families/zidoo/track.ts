import type * as z from "zod";
import { flag, looseAnswerOf, number, text, texts } from "./wire.ts";

/* The fields of a queue entry by type, grouped as in the specification's table. */

const trackTexts = `
  MQAReplayGain album albumArtist artistIds artist date extension fileName pinyinAlbum pinyinAlbumArtist
  pinyinArtist pinyinName replayGainAlbum sources title uri
`;

const trackNumbers = `
  MQAUiState SampleRate addTime addedTime albumId audioType bitrate bits categoryIndex channels
  channels_second deviceId diskNumber duration endPosition favorTime folderId genre genreId genreIndex
  hashcode id infoId isCompleteScan isVa lastPlayTime listId modifiedTime mqaMode mqaOutSampleRate number
  playPoint playTimes randomCoverIndex sort startPosition state tag errorNum type androidId size
  databaseId favoriteId cueindex
`;

const trackFlags = `
  exist favor isLocalCueSong isLossless isMQA isShowQueue analyzed active
`;

/** The names in a text between spaces. */
type Names<Text extends string> = Text extends `${infer First}${" " | "\n"}${infer Rest}`
  ? First | Names<Rest>
  : Text;

function shape<Text extends string, Field>(names: Text, field: Field): Readonly<Record<Names<Text>, Field>> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, field]),
  ) as Record<Names<Text>, Field>;
}

export const musicTrack = looseAnswerOf(() => ({
  ...shape(trackTexts, text),
  ...shape(trackNumbers, number),
  ...shape(trackFlags, flag),
  artistIdList: texts,
}));

export type MusicTrack = z.infer<ReturnType<typeof musicTrack>>;
