import * as z from "zod";
import { type ListedOption, withUniqueTitles } from "../../core/resources/choice-list.ts";
import type { FilmTrack } from "../../core/resources/film-tracks.ts";
import type { Playlist } from "../../core/resources/playlist.ts";
import type { VideoState, VideoStatus } from "../../core/resources/video.ts";
import { once } from "../../lib/once.ts";
import { cutQuery, sanitizeJsonWithoutQueries } from "../http/parse-json.ts";
import { durationOf, positionOf } from "./times.ts";
import { asNumber, flag, listOf, number, part, text } from "./wire.ts";

const choice = once(() => part({ index: number, information: text }));

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

const playlistEntries = once(() =>
  listOf(z.looseObject({ title: text, index: number }))
    .optional()
    .catch(undefined),
);

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

export function mapFilmTracks(json: object): FilmTrack[] | undefined {
  return filmTracksAnswer()
    .parse(json)
    .subtitles?.flatMap(({ index, title }) => {
      const place = asNumber(index);
      return place === undefined ? [] : [{ index: place, title: title ?? String(place) }];
    });
}

const modeEntries = once(() => listOf(z.looseObject({ index: number, title: text })));

const zoomAnswer = once(() => z.compile(z.object({ zoom: modeEntries().optional().catch(undefined) })));

export function mapZooms(json: object): readonly ListedOption[] | undefined {
  return optionsIn(zoomAnswer().parse(json).zoom ?? [], 0);
}

/** Maps the play modes, which begin with 1; undefined if the answer has none. No source names the field of the list. */
export function mapPlayModes(json: object): readonly ListedOption[] | undefined {
  const list = Object.values(json).find((value) => Array.isArray(value));
  return optionsIn(modeEntries().parse(list ?? []), 1);
}

function optionsIn(
  entries: readonly { readonly index?: number | string | undefined; readonly title?: string | undefined }[],
  first: number,
): readonly ListedOption[] | undefined {
  if (entries.length === 0) return undefined;
  return withUniqueTitles(
    entries.map(({ index, title }, place) => {
      const own = asNumber(index) ?? first + place;
      return { index: own, title: title ?? String(own) };
    }),
  );
}
