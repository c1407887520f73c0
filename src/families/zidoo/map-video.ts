import type * as z from "zod";
import type { ListedOption } from "../../core/resources/choice-list.ts";
import type { FilmTrack } from "../../core/resources/film-tracks.ts";
import type { Playlist } from "../../core/resources/playlist.ts";
import type { VideoState, VideoStatus } from "../../core/resources/video.ts";
import { cutQuery, sanitizeJsonWithoutQueries } from "../http/parse-json.ts";
import { durationOf, positionOf } from "./times.ts";
import { answerOf, asNumber, flag, listOf, looseAnswerOf, number, optionsIn, part, text } from "./wire.ts";

const choice = { index: number, information: text };

export const playStatusAnswer = looseAnswerOf(() => ({
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
  subtitle: part(choice),
  audio: part(choice),
  playMode: part(choice),
  zoom: part(choice),
  "3D": part({ ...choice, isMvc3D: flag }),
}));

export function mapPlayStatus(json: object): VideoStatus | undefined {
  const answer = playStatusAnswer().parse(json);
  if (answer.status === undefined && answer.video === undefined) return undefined;
  const video = answer.video ?? {};
  const { title = "", path = "" } = video;
  // Streams report a duration of 0, and so does a film at its very beginning: the duration is unknown.
  const durationSeconds = durationOf(asNumber(video.duration));
  return {
    state: stateOf(asNumber(video.status)),
    title: cutQuery(title),
    positionSeconds: positionOf(asNumber(video.currentPosition), durationSeconds),
    durationSeconds,
    resolution: resolutionOf(asNumber(video.width) ?? 0, asNumber(video.height) ?? 0),
    fps: fpsText(asNumber(video.fps) ?? 0),
    codec: video.formt ?? "",
    output: video.output ?? "",
    audioTrack: video.audioInfo ?? answer.audio?.information ?? "",
    // Subtitles count from 1; 0 is off.
    subtitle:
      asNumber(answer.subtitle?.index) === 0
        ? ""
        : (video.subtitleInfo ?? answer.subtitle?.information ?? ""),
    audioTrackIndex: asNumber(answer.audio?.index),
    subtitleIndex: asNumber(answer.subtitle?.index),
    path: isStream(path) ? "" : path,
    key: cutQuery(path) + cutQuery(title),
    playMode: answer.playMode?.information ?? "",
    zoom: answer.zoom?.information ?? "",
    playModeIndex: asNumber(answer.playMode?.index),
    zoomIndex: asNumber(answer.zoom?.index),
    // The position has its own topic; in the status it would make every poll a change.
    statusJson: JSON.stringify(sanitizeJsonWithoutQueries(withoutPosition(answer))),
  };
}

/** Only streams have a scheme. Their addresses may contain the token of an account. */
function isStream(path: string): boolean {
  return /^\s*\w+:\/\//.test(path);
}

function stateOf(status: number | undefined): VideoState {
  switch (status) {
    case 1:
      return "playing";
    case 0:
      return "paused";
    default:
      return "unknown";
  }
}

function resolutionOf(width: number, height: number): string {
  return width > 0 && height > 0 ? `${width}x${height}` : "";
}

/** Players report 23.976 as a float: 23.97599983215332. */
function fpsText(fps: number): string {
  return fps > 0 ? String(Math.round(fps * 1000) / 1000) : "";
}

function withoutPosition(answer: z.infer<ReturnType<typeof playStatusAnswer>>) {
  if (answer.video === undefined) return answer;
  const { currentPosition: _position, ...video } = answer.video;
  return { ...answer, video };
}

const namedEntry = { title: text, index: number };

export const playlistAnswer = answerOf(() => ({
  status: number,
  size: number,
  currentIndex: number,
  playlist: listOf(namedEntry),
  playList: listOf(namedEntry),
}));

export function mapPlaylist(json: object): Playlist | undefined {
  const answer = playlistAnswer().parse(json);
  const list = answer.playlist ?? answer.playList;
  if (list === undefined && answer.size === undefined) return undefined;
  const entries = (list ?? []).map((entry) => sanitizeJsonWithoutQueries(entry));
  const currentIndex = asNumber(answer.currentIndex) ?? -1;
  const current = list?.find((entry) => asNumber(entry.index) === currentIndex) ?? list?.[currentIndex];
  return {
    size: asNumber(answer.size) ?? entries.length,
    currentIndex,
    currentTitle: cutQuery(current?.title ?? ""),
    entries,
  };
}

export const filmTracksAnswer = answerOf(() => ({ status: number, subtitles: listOf(namedEntry) }));

export function mapFilmTracks(json: object): FilmTrack[] | undefined {
  return filmTracksAnswer()
    .parse(json)
    .subtitles?.flatMap(({ index, title }) => {
      const place = asNumber(index);
      return place === undefined ? [] : [{ index: place, title: title ?? String(place) }];
    });
}

const zoomAnswer = answerOf(() => ({ zoom: listOf(namedEntry) }));

export function mapZooms(json: object): readonly ListedOption[] | undefined {
  return modesIn(zoomAnswer().parse(json).zoom);
}

const playModeAnswer = answerOf(() => ({ list: listOf(namedEntry) }));

/** Maps the play modes, which begin with 1; undefined if the answer has none. No source names the field of the list. */
export function mapPlayModes(json: object): readonly ListedOption[] | undefined {
  const list = Object.values(json).find((value) => Array.isArray(value));
  return modesIn(playModeAnswer().parse({ list }).list, 1);
}

function modesIn(
  entries: Parameters<typeof optionsIn>[0] = [],
  firstIndex = 0,
): readonly ListedOption[] | undefined {
  const known = entries.map(({ index, title }) => ({ index, title }));
  return known.length === 0 ? undefined : optionsIn(known, { firstIndex });
}
